import ArgumentParser
import TrackerAPI
import TrackerView

struct DaemonCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "daemon", abstract: "Ask the daemon about itself.",
        subcommands: [Check.self])

    struct Check: MethodCommand {
        typealias Call = DaemonCheck
        static let configuration = CommandConfiguration.leaf(
            "check", of: "daemon", abstract: "Check whether the daemon's alerts can reach you.",
            discussion: "'trackerctl doctor' does this, and checks the service, too.")

        @OptionGroup(title: Options.title) var options: Options

        func text(of result: DaemonCheck.Response, in style: Style) -> String {
            result.checks.map { Report.text(of: $0, in: style) }.joined()
        }

        func judge(_ result: DaemonCheck.Response) throws {
            guard result.checks.contains(where: { $0.state == .fail }) else { return }
            throw ExitCode(ExitStatus.refused)
        }
    }
}
