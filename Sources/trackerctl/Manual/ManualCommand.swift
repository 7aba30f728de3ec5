import ArgumentParser
import Glibc
import TrackerAPI
import TrackerView

/// For packaging: writes the manual pages from the programs themselves, so that the two can't differ.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "generate-manual", abstract: "Write manual pages into a folder.",
        shouldDisplay: false)

    @Argument(help: "The folder, or '-' for standard output.", completion: .directory)
    var directory: String

    @Flag(help: "Page of trackerd, whose '--experimental-dump-help' is on standard input.")
    var ofInput = false

    func run() throws {
        let pages =
            try ofInput
            ? [DaemonPage(root: HelpDump(json: Input.read()).command).page]
            : ManualPage.ofClient()
        for page in pages {
            guard directory != "-" else {
                try Output.print(page.text)
                continue
            }
            try write(page)
        }
    }

    private func write(_ page: ManualPage) throws {
        let path = "\(directory)/\(page.name).1"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw refusal(path) }
        defer { close(descriptor) }
        try Output.write(page.text, to: descriptor)
        for link in page.links {
            let path = "\(directory)/\(link).1"
            unlink(path)
            guard symlink("\(page.name).1", path) == 0 else { throw refusal(path) }
        }
    }

    private func refusal(_ path: String) -> Refusal {
        Refusal(message: "can't write \(path): \(String(cString: strerror(errno)))")
    }
}
