import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct DoctorCommand: DaemonCommand {
    static let methods: [String] = [Hello.method, DaemonCheck.method, JournalVerify.method]
    static let configuration = CommandConfiguration.leaf(
        "doctor", abstract: "Check whether trackerd runs and can reach you.",
        discussion: """
            The daemon checks its own programs, files and notification server, which may differ \
            from yours. Every line begins with 'ok', 'warn' or 'FAIL'. The exit status is 1 if \
            anything fails.
            """)

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        var report = Report(style: options.style)
        let isAnswering = try DaemonChecks.run(
            path: { try options.path() }, silenceMs: options.delivery.silenceMs, into: &report)
        try ServiceChecks.run(isAnswering: isAnswering, into: &report)
        try report.ok("bar", "to set one up: trackerctl bar --print-config waybar")
        if report.hasFailed { throw ExitCode(ExitStatus.refused) }
    }
}
