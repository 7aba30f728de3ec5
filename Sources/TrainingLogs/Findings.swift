/// Findings about the rows of a file.
package struct Findings: Sendable, Hashable {
    /// Most skipped rows. A file with more is refused, since it probably isn't in the detected format.
    package static let maximumSkipped = 10_000
    /// Most warnings to keep; further ones are only counted.
    package static let maximumWarnings = 10_000

    /// Skipped rows, each with the reason.
    package private(set) var skipped: [TrainingLog.Finding] = []
    /// Corrected or dropped values in rows that were kept.
    package private(set) var warnings: [TrainingLog.Finding] = []
    /// Number of warnings beyond those in `warnings`.
    package private(set) var moreWarnings = 0
    /// Number of rests after sets.
    package internal(set) var rests = 0

    mutating func leaveOut(_ problem: LeftOut, at line: Int) {
        skipped.append(TrainingLog.Finding(line: line, reason: problem.reason))
    }

    mutating func warn(_ reason: String, at line: Int) {
        guard warnings.count < Self.maximumWarnings else {
            moreWarnings += 1
            return
        }
        warnings.append(TrainingLog.Finding(line: line, reason: reason))
    }
}
