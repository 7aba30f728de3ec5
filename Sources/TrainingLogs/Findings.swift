/// What was made of a file's rows, beside the workouts.
package struct Findings: Sendable, Hashable {
    /// More rows left out, and the file is refused: it isn't what it seemed to be.
    package static let maximumSkipped = 10_000
    /// More are only counted.
    package static let maximumWarnings = 10_000

    /// Rows left out, each with its reason.
    package private(set) var skipped: [TrainingLog.Finding] = []
    /// Values that were corrected or dropped in rows that were kept.
    package private(set) var warnings: [TrainingLog.Finding] = []
    /// How many there are beyond those.
    package private(set) var moreWarnings = 0
    /// How many rests after sets.
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
