import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore

struct DoctorCommand: DaemonCommand {
    static let methods: [any Request.Type] = [
        Hello.self, Status.self, JournalVerify.self, ConfigGet.self,
    ]
    static let configuration = CommandConfiguration.leaf(
        "doctor",
        abstract: "Check that everything is in place for alerts to reach you.",
        discussion: """
            Every line begins with 'ok', 'warn' or 'FAIL'. The exit status is 1 where anything \
            fails.
            """)

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        var report = Report(style: options.style)
        let configuration = try DaemonChecks.run(path: { try options.path() }, into: &report)
        let isAnswering = configuration != nil
        try ServiceChecks.run(isAnswering: isAnswering, into: &report)
        // Without the daemon, what it would do by default.
        let effective = configuration ?? Configuration()
        try HookChecks.run(effective, into: &report)
        try NotificationChecks.run(areWanted: effective.notifications.enabled, into: &report)
        if report.hasFailed { throw ExitCode(ExitStatus.refused) }
    }
}
