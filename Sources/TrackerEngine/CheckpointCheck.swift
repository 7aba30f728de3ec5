import TrackerCore
import TrackerStore

/// Makes progress anew from the rows, in slices, and compares it with the checkpoints.
final class CheckpointCheck {
    private(set) var differences: [String] = []
    private var fold: ProgressFold?
    /// Number of the newest event at the beginning. What comes later may change the days that were taken in.
    private var seq: Int64?
    private var beginnings = 0

    /// Most beginnings in slices; after them, all is made in one go.
    private static let maximumBeginnings = 5
    /// Days of one step.
    private static let daysOfStep = 32

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: whether all is compared.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> Bool {
        let definitions = try context.definitions()
        guard let last = try context.transaction.checkpoint()?.day else { return true }
        if seq != context.transaction.lastSeq {
            (seq, fold, differences) = (context.transaction.lastSeq, nil, [])
            beginnings += 1
        }
        repeat {
            let first = try fold?.through ?? context.transaction.dayBeforeProgress() ?? last
            let end = min(last, first + Self.daysOfStep)
            fold = try context.fold(from: fold, through: end, definitions) { fold, _ in
                try compare(fold, definitions, in: context)
            }
            if end == last { return true }
        } while hasTime() || beginnings > Self.maximumBeginnings
        return false
    }

    private func compare(
        _ fold: ProgressFold, _ definitions: ProgressDefinitions, in context: Context
    ) throws {
        guard let day = fold.through,
            let checkpoint = try context.transaction.checkpoint(upTo: day), checkpoint.day == day,
            let content = try context.transaction.content(of: checkpoint)
        else { return }
        let kept = try? JSONText.value(ProgressFold.self, from: content)
        if kept != fold { differences.append("the checkpoint of \(Days.text(of: day)) is wrong") }
    }
}
