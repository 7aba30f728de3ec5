import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records the beginning, change or end of the period in which the person isn't disturbed.
    ///
    /// - Returns: JSON of the data.
    @discardableResult
    fileprivate func append(
        _ type: EventType, _ quiet: DoNotDisturb?, removed: DoNotDisturb? = nil
    ) throws -> Written<DoNotDisturbView> {
        let view = DoNotDisturbView(until: quiet.map { zone.text(ofMs: $0.endsMs(at: now)) })
        let data = try append(
            type, subject: "", data: view, quiet.map { [$0] } ?? [],
            removed: removed.map { [$0] } ?? [])
        try rearmLive()
        return data
    }

    /// Ends the period if its time is over, or else sets its deadline again.
    func advanceDoNotDisturb() throws {
        guard let quiet = try transaction.doNotDisturb() else { return }
        guard quiet.isOver(at: now) else { return try transaction.rearm(quiet) }
        try append(.doNotDisturbEnded, nil, removed: quiet)
    }

    /// End of do-not-disturb; `nil` while it is off.
    func doNotDisturbUntil() throws -> Deadline? {
        guard let quiet = try transaction.doNotDisturb(), !quiet.isOver(at: now) else { return nil }
        return quiet.deadline(at: now)
    }
}

extension DoNotDisturbSet: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let given = [`for` != nil, until != nil, off == true].filter { $0 }
        guard given.count == 1 else {
            throw Rejection.invalid(
                off == true ? "off" : "until",
                "give \(field: "for") (how long), \(field: "until") (a time), or \(field: "off") to end it"
            )
        }
        let now = context.now
        if let span = `for` {
            return try context.append(.doNotDisturbSet, DoNotDisturb(forMs: span.ms, at: now))
        }
        if let until {
            let ms = try context.coming(until).comingMs(at: now, zone: context.zone)
            return try context.append(.doNotDisturbSet, DoNotDisturb(untilMs: ms, at: now))
        }
        guard let quiet = try context.transaction.doNotDisturb() else {
            return try Written(DoNotDisturbView(until: nil))
        }
        return try context.append(.doNotDisturbEnded, nil, removed: quiet)
    }
}
