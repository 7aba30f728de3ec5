import TestSupport

// The start of a daemon on a state, and its continuation when the disk can be written again.

/// The discovery, after a number of commits, that nothing can be written.
struct Fall: Hashable {
    let after: Int
    /// Number of passes over the due deadlines for which the reserve has room to journal them.
    let journaledPasses: Int
}

extension Model {
    /// The states that a start passes through and that a crash may leave.
    private var stages: [Model] {
        var stages = [self]
        var next = self
        next.takeUp()
        stages.append(next)
        var before = -1
        while next.isDue || next.hasProgress, next.fresh.count != before {
            before = next.fresh.count
            next.elapse()
            next.takeProgress()
            stages.append(next)
        }
        return stages
    }

    private var begun: Model {
        var begun = self
        begun.storage = storage.fresh
        begun.importing = nil
        begun.desktop = desktop.fresh
        begun.lastRun = now
        return begun
    }

    /// The states that an interrupted start may leave.
    var starts: [Model] { begun.stages }

    /// The points at which a start may find that nothing can be written.
    var falls: [Fall] {
        // The end of a day may come after all of them.
        (0...begun.stages.count).flatMap { after in
            [0, .max, 1, 2].map { Fall(after: after, journaledPasses: $0) }
        }
    }

    mutating func start(_ fall: Fall?) {
        self = begun
        takeUpAll(fall)
    }

    /// Continues when the disk can be written again.
    mutating func recover(_ fall: Fall?) {
        let since: Json = ["degraded_since": text(storage.degradedSinceMs ?? 0)]
        (storage.afterTold, storage.rehearsed) = (nil, nil)
        storage.degradedSinceMs = nil
        record("storage.degraded", "", since, alert: Self.degradedTitle)
        record("storage.recovered", "", since, alert: "trackerd can save again")
        takeUpAll(fall)
        if fall == nil { storage.told = [] }
    }

    private mutating func takeUpAll(_ fall: Fall?) {
        let stages = stages
        self = stages[min(fall?.after ?? .max, stages.count - 1)]
        guard let fall else { return }
        self.fall()
        var (passes, before) = (0, -1)
        if fall.journaledPasses > 0 { carryOver() }
        while isDue, passes < fall.journaledPasses, fresh.count != before {
            before = fresh.count
            elapse()
            passes += 1
        }
        if passes == fall.journaledPasses, isDue || boot != now.boot { tellDue() }
    }
}
