import ArgumentParser
import Glibc

/// For packaging: the manual page comes from the program itself, so that the two can't differ.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "generate-manual",
        abstract: "Write the manual page trackerctl.1 into a folder.",
        shouldDisplay: false)

    @Argument(help: "The folder, or '-' for standard output.", completion: .directory)
    var directory: String

    func run() throws {
        let page = ManualPage.text(of: try HelpDump.read(), version: Trackerctl.version)
        guard directory != "-" else {
            try Output.print(page)
            return
        }
        let path = directory + "/trackerctl.1"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Refusal(message: "can't write \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        try Output.write(page, to: descriptor)
    }
}
