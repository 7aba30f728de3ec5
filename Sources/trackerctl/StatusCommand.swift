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
        if result.timers.isEmpty && rest == nil {
            text += style.faint("nothing is running") + "\n"
        } else {
            text += LiveTable(timers: result.timers, rest: rest).text(in: style)
        }
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
}
