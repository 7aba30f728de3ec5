import ArgumentParser
import Glibc
import TrackerAPI
import TrackerView

/// For packaging: writes the manual pages from the programs themselves, so that the two can't differ.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "generate-manual",
        abstract: "Write a manual page into a folder.",
        shouldDisplay: false)

    @Argument(help: "The folder, or '-' for standard output.", completion: .directory)
    var directory: String

    @Flag(help: "Of the program whose '--experimental-dump-help' is on standard input.")
    var ofInput = false

    func run() throws {
        let dump = try ofInput ? HelpDump(json: Input.read()) : HelpDump.read()
        let page = ManualPage.text(of: dump, version: programVersion)
        guard directory != "-" else {
            try Output.print(page)
            return
        }
        let path = directory + "/\(dump.command.commandName).1"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Refusal(message: "can't write \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        try Output.write(page, to: descriptor)
    }
}
