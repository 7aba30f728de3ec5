/// The weight that each rep of a set moves: the load; in a bodyweight set the body and the load added to it;
/// in an assisted set the body minus the assistance. Without a known body weight it is the added load alone,
/// or 0 in an assisted set. Of a pair of weights the load is one; the other counts in work alone.
package struct MovedWeight: Sendable, Hashable {
    package let load: Load?
    package let loadMode: WorkoutSet.LoadMode
    /// Body weight where it counts and is known; otherwise `nil`.
    package let body: Load?
    /// True if a second weight like the load is moved. Assistance has none.
    package let isPair: Bool

    /// - Parameters:
    ///   - body: body weight at the time of the set; `nil` where it isn't known.
    ///   - isPair: whether the exercise's weights come in pairs.
    package init(
        _ load: Load?, _ loadMode: WorkoutSet.LoadMode, body: Load?, isPair: Bool = false
    ) {
        self.load = load
        self.loadMode = loadMode
        self.body = loadMode.movesBody ? body : nil
        self.isPair = isPair && loadMode != .assisted
    }

    package init(_ fields: WorkoutSet.Fields, body: Load?, isPair: Bool = false) {
        self.init(fields.load, fields.loadMode, body: body, isPair: isPair)
    }

    /// Whether body weight is moved, but isn't known.
    package var lacksBody: Bool { loadMode.movesBody && body == nil }

    /// The weight in micrograms; 0 for nothing.
    package var micrograms: Int64 {
        let load = load?.micrograms ?? 0
        let body = body?.micrograms ?? 0
        return loadMode == .assisted ? max(0, body - load) : body + load
    }

    /// The second weight of a pair in micrograms; 0 for none.
    var second: Int64 { isPair ? load?.micrograms ?? 0 : 0 }

    /// Reps × weight, of both weights of a pair.
    package func work(reps: Int64) -> Work {
        var work = body.map { Work(reps: reps, load: $0) } ?? Work()
        guard let load else { return work }
        let own = Work(reps: reps, load: load)
        guard loadMode == .assisted else {
            work += isPair ? own.doubled : own
            return work
        }
        return own < work ? work - own : Work()
    }
}

extension WorkoutSet {
    /// Whether body weight would count in the set's work, but isn't known.
    package func lacks(_ body: Load?) -> Bool {
        fields.reps != nil && MovedWeight(fields, body: body).lacksBody
    }
}

extension WorkoutSet.LoadMode {
    /// Whether body weight is part of what is moved.
    package var movesBody: Bool { self != .external }
}
