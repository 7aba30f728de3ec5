import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct DoctorCommand: DaemonCommand {
    static let methods: [String] = [
        Hello.method, DaemonCheck.method, JournalVerify.method,
    ]
    static let configuration = CommandConfiguration.leaf(
        "doctor",
        abstract: "Check that everything is in place for alerts to reach you.",
        discussion: """
            The daemon looks at its own programs, files and notification server, which may be \
            others than yours. Every line begins with 'ok', 'warn' or 'FAIL'. The exit status is 1 \
            where anything fails.
            """)

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        var report = Report(style: options.style)
        let isAnswering = try DaemonChecks.run(
            path: { try options.path() }, silenceMs: options.delivery.silenceMs, into: &report)
        try ServiceChecks.run(isAnswering: isAnswering, into: &report)
        try report.ok("bar", "one is set up by: trackerctl bar --print-config waybar")
        if report.hasFailed { throw ExitCode(ExitStatus.refused) }
    }
}
