import TestSupport

// How a daemon takes up the state: when it starts, and when it can write again.

/// It finds, after so many of its commits, that nothing can be written.
struct Fall: Hashable {
    let after: Int
    /// For how many passes over what is due the reserve does, to journal it.
    let journaledPasses: Int
}

extension Model {
    /// Each state that it passes through, and that a crash may leave.
    private var stages: [Model] {
        var stages = [self]
        var next = self
        next.takeUp()
        stages.append(next)
        var before = -1
        while next.isDue, next.fresh.count != before {
            before = next.fresh.count
            next.elapse()
            stages.append(next)
        }
        return stages
    }

    private var begun: Model {
        var begun = self
        begun.storage = storage.fresh
        begun.importing = nil
        begun.lastRun = now
        return begun
    }

    /// What a start that is cut off may leave.
    var starts: [Model] { begun.stages }

    /// Where a start may find that nothing can be written.
    var falls: [Fall] {
        begun.stages.indices.dropLast().flatMap { after in
            [0, .max, 1, 2].map { Fall(after: after, journaledPasses: $0) }
        }
    }

    mutating func start(_ fall: Fall?) {
        self = begun
        takeUpAll(fall)
    }

    /// It can be written again.
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
