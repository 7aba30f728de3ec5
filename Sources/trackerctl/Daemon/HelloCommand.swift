import ArgumentParser
import TrackerAPI
import TrackerView

struct HelloCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "hello", abstract: "Show which daemon answers, and its version.")

    @OptionGroup(title: Options.title) var options: Options

    /// The `hello` request that introduces this program.
    static let greeting = Hello(
        client: "trackerctl \(programVersion)", protocol: Hello.protocolVersion)

    func request() -> Hello { Self.greeting }
}
