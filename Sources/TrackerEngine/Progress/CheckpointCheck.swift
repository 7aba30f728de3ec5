import TrackerCore
import TrackerStore

/// Makes progress anew from the rows, in slices, and compares it with the checkpoints.
///
/// A change of the past replaces the checkpoints from its day on by others, which have other versions. So
/// the checkpoints that still stand tell up to which day the work that was done is still good, and only the
/// rest is done again.
final class CheckpointCheck {
    /// Checkpoints that were compared, in their order.
    private var compared: [(checkpoint: Checkpoint, isRight: Bool)] = []
    /// The next one to be compared; `nil` while it isn't known.
    private var next: Checkpoint?
    /// The days up to one on the way to the next checkpoint; `nil` while they have to be made.
    private var fold: ProgressFold?
    /// Number of the newest event at the last look for changes.
    private var seq: Int64?
    private var returns = 0

    /// Most returns to days that were compared already. After them, checkpoints that the daemon has made
    /// meanwhile are taken as right, so that the work ends however often the past is changed.
    private static let maximumReturns = 5
    /// Days of one step.
    private static let daysOfStep = 32

    var differences: [String] {
        compared.filter { !$0.isRight }.map {
            "the checkpoint of \(Days.text(of: $0.checkpoint.day)) is wrong"
        }
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: whether all is compared.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> Bool {
        let definitions = try context.definitions()
        if seq != context.transaction.lastSeq {
            seq = context.transaction.lastSeq
            try goBackBeforeChanges(definitions, in: context)
        }
        repeat {
            let place = compared.last?.checkpoint.day ?? .min
            guard let next = try next ?? context.transaction.checkpoint(after: place) else {
                return true
            }
            self.next = next
            try advance(toward: next, definitions, in: context)
        } while hasTime()
        return false
    }

    private func advance(
        toward next: Checkpoint, _ definitions: ProgressDefinitions, in context: Context
    ) throws {
        let start = try fold ?? beginning(before: next, definitions, in: context)
        let end = min(next.day, (start.through ?? next.day) + Self.daysOfStep)
        let fold = try context.fold(from: start, through: end, definitions)
        self.fold = fold
        guard end == next.day else { return }
        let kept = try self.fold(of: next, in: context)
        // Another version's checkpoints are no damage: a start makes them anew.
        let isRight = kept == fold || kept?.isOfEarlierRules == true
        compared.append((next, isRight))
        self.next = nil
    }

    /// The fold before the first day on which anything was done. A checkpoint of an earlier day stays where
    /// what was done then is deleted.
    private func beginning(
        before first: Checkpoint, _ definitions: ProgressDefinitions, in context: Context
    ) throws -> ProgressFold {
        let day = try context.transaction.dayBeforeProgress().map { $0 - 1 } ?? .max
        return ProgressFold(definitions, afterEmptyDay: min(day, first.day - 1))
    }

    /// Goes back to the days before the first that has changed.
    private func goBackBeforeChanges(_ definitions: ProgressDefinitions, in context: Context) throws
    {
        let place = compared.last?.checkpoint.day
        while let last = compared.last, try !stands(last.checkpoint, in: context) {
            compared.removeLast()
        }
        let isBehind = try next.map { try !stands($0, in: context) } ?? false
        guard isBehind || compared.last?.checkpoint.day != place else { return }
        (next, fold) = (nil, nil)
        returns += 1
        if returns > Self.maximumReturns, let place,
            let made = try context.transaction.checkpoint(upTo: place),
            made.day > compared.last?.checkpoint.day ?? .min,
            let fold = try self.fold(of: made, in: context), fold.fits(definitions)
        {
            compared.append((made, true))
        }
        let right = try compared.last { $0.isRight }.flatMap {
            try self.fold(of: $0.checkpoint, in: context)
        }
        fold = right?.fits(definitions) == true ? right : nil
    }

    private func stands(_ checkpoint: Checkpoint, in context: Context) throws -> Bool {
        try context.transaction.checkpoint(upTo: checkpoint.day) == checkpoint
    }

    private func fold(of checkpoint: Checkpoint, in context: Context) throws -> ProgressFold? {
        try context.transaction.content(of: checkpoint).flatMap {
            try? JSONText.value(ProgressFold.self, from: $0)
        }
    }
}
