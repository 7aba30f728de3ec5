import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records what has become of a rest.
    ///
    /// - Returns: the rest as it is now, which is the event's data and the request's result: JSON.
    @discardableResult
    fileprivate func record(_ change: Rest.Change, _ rest: Rest) throws -> String {
        var mark: Int64?
        if case .warning(let ms) = change { mark = ms }
        let view = RestView(rest, at: now, zone: zone, warnMs: mark)
        return try record("rest.\(change.name)", subject: rest.id, data: view, [rest])
    }

    /// The rest that is on, else the last one.
    fileprivate func rest() throws -> Rest {
        if let rest = try transaction.liveRest() ?? transaction.lastRest() { return rest }
        throw Rejection(.notFound, "there was no rest yet: begin one with rest.start")
    }

    fileprivate func changeRest(_ move: (inout Rest) throws -> Rest.Change) throws -> String {
        var rest = try rest()
        return try record(move(&rest), rest)
    }

    func liveRest() throws -> RestView? {
        try transaction.liveRest().map { RestView($0, at: now, zone: zone) }
    }

    /// What time has made of a rest whose deadline has come.
    func elapseRest(_ id: String) throws {
        guard var rest = try transaction.rest(id: id) else { return }
        if let change = rest.elapse(at: now) {
            try record(change, rest)
        } else {
            try transaction.rearm(rest)
        }
    }
}

extension RestStart: Answerable {
    func answer(in context: Context) throws -> String {
        let marks = warnAt?.map(\.ms) ?? context.surroundings.configuration.rest.warnAtMs
        let rest = try Rest(
            id: context.newID(), durationMs: duration.ms, warnAtMs: marks, label: label,
            order: context.transaction.nextSeq, at: context.now)
        if var former = try context.transaction.liveRest() {
            guard replace == true else {
                throw Rejection.conflict(
                    "a rest is on: skip it first, or ask with replace", state: former.state.rawValue
                )
            }
            try context.record(former.skip(at: context.now), former)
        }
        return try context.record(.started, rest)
    }
}

extension RestSkip: Answerable {
    func answer(in context: Context) throws -> String {
        try context.changeRest { try $0.skip(at: context.now) }
    }
}

extension RestPause: Answerable {
    func answer(in context: Context) throws -> String {
        try context.changeRest { try $0.pause(at: context.now) }
    }
}

extension RestResume: Answerable {
    func answer(in context: Context) throws -> String {
        try context.changeRest { try $0.resume(at: context.now) }
    }
}

extension RestExtend: Answerable {
    func answer(in context: Context) throws -> String {
        try context.changeRest { try $0.extend(byMs: by.ms, at: context.now) }
    }
}

extension RestGet: Performable {
    func perform(in context: Context) throws -> RestView {
        RestView(try context.rest(), at: context.now, zone: context.zone)
    }
}
