import ArgumentParser
import TrackerAPI

struct StatusCommand: MethodCommand {
    typealias Call = Status
    static let configuration = CommandConfiguration.leaf(
        "status", abstract: "Show everything that is live.")

    @OptionGroup(title: Options.title) var options: Options

    func text(of result: Status.Response, in style: Style) -> String {
        var text = ""
        let rest = result.rest.flatMap { $0.isLive ? $0 : nil }
        let run = result.run.flatMap { $0.isLive ? $0 : nil }
        if !result.timers.isEmpty || rest != nil {
            text += LiveTable(timers: result.timers, rest: rest).text(in: style)
        } else if result.training == nil, run == nil, result.workout == nil {
            text += style.faint("nothing is running") + "\n"
        }
        if let run { text += run.sentence(in: style) + "\n" }
        if let training = result.training { text += training.sentence(in: style) + "\n" }
        if let workout = result.workout { text += workout.sentence(in: style) + "\n" }
        text += reminders(of: result, in: style)
        if let totals = result.today.totals, !totals.isEmpty {
            text += "\(style.faint("today:")) \(LogTable.line(of: totals))\n"
        }
        if result.health.storage != "ok" {
            let state = style.bad("storage \(result.health.storage.forTerminal)")
            text += "\(state): nothing can be changed until the disk can be written again\n"
        }
        if let path = result.health.recoveredFrom {
            text += style.warning("the database was damaged and has been salvaged")
            text += "; the damaged one is kept in \(path.forTerminal)\n"
        }
        return text
    }

    /// Reminders that wait for an answer, and those that come next.
    private func reminders(of result: Status.Response, in style: Style) -> String {
        var lines: [String] = []
        for reminder in result.reminders {
            guard let pending = reminder.pending else { continue }
            lines.append("\(style.strong(reminder.title)): \(pending.condition(in: style))")
        }
        let next = result.reminders.filter { $0.pending == nil && $0.nextAt != nil }
        for reminder in next.prefix(Self.nextNumber) {
            let at = reminder.nextAt ?? ""
            lines.append(
                "\(style.strong(reminder.title)): next \(style.away(at)) (\(style.time(at)))")
        }
        if let quiet = result.doNotDisturb { lines.append(quiet.sentence(in: style)) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let nextNumber = 3
}
