import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records a change of a rest, and its consequences for the session that the rest belongs to.
    ///
    /// - Parameter moment: when the rest was over; `nil` for now.
    /// - Returns: the rest as it is now, which is the event's data and the request's result.
    @discardableResult
    fileprivate func append(
        _ change: Rest.Change, _ rest: Rest, from moment: Moment? = nil
    ) throws -> Written<RestView> {
        let result = try note(change, rest)
        try carryOver(change, of: rest, from: moment ?? now)
        return result
    }

    /// Records a change of a rest alone.
    ///
    /// - Returns: the rest as it is now.
    @discardableResult
    func note(_ change: Rest.Change, _ rest: Rest) throws -> Written<RestView> {
        var mark: Int64?
        if case .warning(let ms) = change { mark = ms }
        let view = RestView(rest, at: now, zone: zone, warnMs: mark)
        return try record(change.event, rest, as: view)
    }

    /// The live rest, else the last one.
    fileprivate func rest() throws -> Rest {
        if let rest = try transaction.liveRest() ?? transaction.lastRest() { return rest }
        throw Rejection(.notFound, "no rest has been started yet", field: "rest", state: "none")
    }

    fileprivate func changeRest(_ move: (inout Rest) throws -> Rest.Change) throws -> Written<
        RestView
    > {
        var rest = try rest()
        return try append(move(&rest), rest)
    }

    /// Changes the rest of a session.
    ///
    /// - Returns: the session as it is then; `nil` where the session doesn't rest.
    func changeRest(
        of training: Training, _ move: (inout Rest) throws -> Rest.Change
    ) throws -> Written<TrainingView>? {
        guard let id = training.rest, var rest = try transaction.rest(id: id) else { return nil }
        let change = try move(&rest)
        try note(change, rest)
        return try carryOver(change, of: rest, from: now)
    }

    /// Begins a rest, and skips the live one.
    @discardableResult
    func begin(_ rest: Rest) throws -> Written<RestView> {
        if var former = try transaction.liveRest() {
            try append(former.skip(at: now), former)
        }
        return try note(.started, rest)
    }

    /// Skips the live rest, where `isMeant` holds for it.
    func endRest(where isMeant: (Rest) -> Bool) throws {
        guard var rest = try transaction.liveRest(), isMeant(rest) else { return }
        try append(rest.skip(at: now), rest)
    }

    func liveRest() throws -> RestView? {
        try transaction.liveRest().map { RestView($0, at: now, zone: zone) }
    }

    /// Carries out the deadline of a rest.
    ///
    /// - Parameter start: when the effort after the rest begins; `nil` for when the rest was over.
    func advanceRest(_ id: String, from start: Moment? = nil) throws {
        guard var rest = try transaction.rest(id: id) else { return }
        let over = rest.overMoment(at: now)
        if let change = rest.advance(to: now) {
            try append(change, rest, from: start ?? over)
        } else {
            try transaction.rearm(rest)
        }
    }
}

extension RestStart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let marks = warnAt?.map(\.ms) ?? context.dependencies.configuration.rest.warnAtMs
        let rest = try Rest(
            id: context.newID(), durationMs: duration.ms, warnAtMs: marks,
            label: label.map { try Text.name($0, field: "label") },
            order: context.transaction.nextOrder(of: Rest.self), at: context.now)
        if let former = try context.transaction.liveRest() {
            guard former.after?.kind != .training else {
                throw Rejection.conflict(
                    "the session's own rest is in progress: extend it, or skip it",
                    state: former.state.rawValue)
            }
            guard replace == true else {
                throw Rejection.conflict(
                    "a rest is in progress: skip it first, or replace it",
                    state: former.state.rawValue)
            }
        }
        return try context.begin(rest)
    }
}

extension RestWord: SpokenWord {
    func reply(on target: Target, in context: Context) throws -> Written<RestView> {
        try context.changeRest { rest in
            switch self {
            case .skip: try rest.skip(at: context.now)
            case .pause: try rest.pause(at: context.now)
            case .resume: try rest.resume(at: context.now)
            }
        }
    }
}

extension RestExtend: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.changeRest { try $0.extend(byMs: by.ms, at: context.now) }
    }
}

extension RestGet: Performable {
    func perform(in context: Context) throws -> RestView {
        RestView(try context.rest(), at: context.now, zone: context.zone)
    }
}
