import TrackerAPI

/// Contents of a status bar at one moment, before they get the format of a certain bar.
package struct BarFace: Sendable, Hashable {
    /// Kind of the thing shown; `idle` if there is nothing to show, `offline` while the daemon isn't running.
    package let kind: String
    /// State of the thing shown, such as `running`; empty for none.
    package let state: String
    /// Name and figure of the thing shown; empty for none.
    package let name: String
    package let figure: String
    /// Number of other things that run or wait.
    package let more: Int
    /// Complete text by default, such as `tea 24:59 +2`.
    package let text: String
    /// Names for a style sheet: the kind, the state, and `do-not-disturb` while it is on, either the person's
    /// own or, when a reminder was last due, the desktop's.
    package let classes: [String]
    /// Share done so far, 0 to 100 percent; `nil` if there is no target.
    package let percentage: Int?
    /// Tooltip lines: one for each thing that runs, waits or comes next, then today's totals and the streak.
    package let tooltip: [String]
    /// Milliseconds until the text changes, or if it doesn't, the tooltip; `nil` if nothing is counting.
    package let changesInMs: Int64?

    /// Face while the daemon isn't running.
    package static let offline = BarFace(
        kind: "offline", state: "", name: "trackerd", figure: "offline", more: 0,
        text: "trackerd offline", classes: ["offline"], percentage: nil,
        tooltip: ["trackerd isn't running: systemctl --user start trackerd.service"],
        changesInMs: nil)

    /// - Parameters:
    ///   - passed: milliseconds since the status was read.
    ///   - kinds: kinds of things to show.
    package static func of(
        _ status: Status.Response, passed: Int64, showing kinds: Set<BarKind>
    ) -> BarFace {
        let entries = BarEntry.all(in: status, passed: passed).filter { kinds.contains($0.kind) }
        // An upcoming reminder is only a hint, shown if there is nothing else.
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
        if let off = status.offWords { tooltip.append(off) }
        if status.desktopDoNotDisturb == true {
            tooltip.append("the desktop is set to do not disturb")
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
            // The tooltip's figures change with the text, so the bar gets only one line a second.
            changesInMs: first?.changesInMs ?? entries.compactMap(\.changesInMs).min())
    }
}

extension BarKind {
    /// Word for one thing of this kind.
    fileprivate var word: String {
        switch self {
        case .timers: "timer"
        case .reminders: "reminder"
        case .training, .rest, .run, .workout, .next: rawValue
        }
    }
}
