import ArgumentParser
import TrackerAPI

struct HelloCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "hello", abstract: "Show which daemon answers, and its version.")

    @OptionGroup(title: Options.title) var options: Options

    /// The `hello` request with which this program introduces itself.
    static let greeting = Hello(
        client: "trackerctl \(programVersion)", protocol: Hello.protocolVersion)

    func request() -> Hello { Self.greeting }

    func text(of result: Hello.Response, in style: Style) -> String {
        let since = style.time(result.startedAt)
        return "trackerd \(result.version.forTerminal), protocol \(result.protocol),"
            + " schema \(result.schema), process \(result.pid), since \(since),"
            + " \(counted(result.seq, "event"))\n"
    }
}
