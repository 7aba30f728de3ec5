import TrackerAPI

/// The contents of a status bar at one moment, before the form that a bar asks for.
package struct BarFace: Sendable, Hashable {
    /// The kind of what is shown; `idle` where there is nothing, `offline` while the daemon is away.
    package let kind: String
    /// Its state, such as `running`; empty for none.
    package let state: String
    /// Its name and its figure; both are empty for none.
    package let name: String
    package let figure: String
    /// Number of further things that run or wait.
    package let more: Int
    /// The whole as it is shown by default, such as `tea 24:59 +2`.
    package let text: String
    /// Names for a style sheet: the kind, the state, and `do-not-disturb` while that is on, the person's own or,
    /// as it was when a reminder was last due, the desktop's.
    package let classes: [String]
    /// Share that is done, 0 to 100; `nil` where there is nothing to reach.
    package let percentage: Int?
    /// A line for each thing that runs, waits or comes, then today's sums and the streak.
    package let tooltip: [String]
    /// Milliseconds until the text changes, or where that doesn't, the tooltip; `nil` where nothing counts.
    package let changesInMs: Int64?

    /// The face while the daemon is away.
    package static let offline = BarFace(
        kind: "offline", state: "", name: "trackerd", figure: "offline", more: 0,
        text: "trackerd offline", classes: ["offline"], percentage: nil,
        tooltip: ["trackerd isn't running: systemctl --user start trackerd.service"],
        changesInMs: nil)

    /// - Parameters:
    ///   - passed: milliseconds since the status was read.
    ///   - kinds: the kinds of things to show.
    package static func of(
        _ status: Status.Response, passed: Int64, showing kinds: Set<BarKind>
    ) -> BarFace {
        let entries = BarEntry.all(in: status, passed: passed).filter { kinds.contains($0.kind) }
        // A reminder that comes is no more than a hint, which nothing else has to share.
        let running = entries.filter { $0.kind != .next }
        let first = running.first ?? entries.first
        let more = max(0, running.count - 1)
        let isQuiet = status.doNotDisturb?.until != nil || status.desktopDoNotDisturb == true
        var tooltip = entries.map { $0.kind == .next ? "next: \($0.text)" : $0.line }
        let today = status.todayWords
        if !today.isEmpty { tooltip.append("today: " + today.joined(separator: ", ")) }
        if let until = status.doNotDisturb?.until, let moment = LocalMoment(until) {
            tooltip.append("do not disturb until \(moment.clock.prefix(5))")
        }
        if status.desktopDoNotDisturb == true {
            tooltip.append("the desktop is set not to disturb")
        }
        let words = [first?.text ?? "", more > 0 ? "+\(more)" : ""].filter { !$0.isEmpty }
        let kind = first?.kind.word ?? "idle"
        let state = first?.state ?? ""
        return BarFace(
            kind: kind, state: state, name: first?.name ?? "", figure: first?.figure ?? "",
            more: more, text: words.joined(separator: " "),
            classes: [kind] + (state.isEmpty || state == kind ? [] : [state])
                + (isQuiet ? ["do-not-disturb"] : []),
            percentage: first?.share.map { Int(($0 * 100).rounded(.down)) }, tooltip: tooltip,
            // The tooltip's figures change with the text, so that there is one line a second.
            changesInMs: first?.changesInMs ?? entries.compactMap(\.changesInMs).min())
    }
}

extension BarKind {
    /// The word for one thing of the kind.
    fileprivate var word: String {
        switch self {
        case .timers: "timer"
        case .reminders: "reminder"
        case .training, .rest, .run, .workout, .next: rawValue
        }
    }
}
