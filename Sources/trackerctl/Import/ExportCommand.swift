import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension Export.What: ChoiceArgument {}

extension Export.Format: ChoiceArgument {
    /// The format of a file by its extension; `nil` for others.
    fileprivate init?(ofFile path: String) {
        guard let point = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: point)...].lowercased())
    }

    /// Whether the file's name gives a known format. Without an extension it is JSON.
    fileprivate static func isTold(byFile path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return !name.dropFirst().contains(".") || Self(ofFile: path) != nil
    }

    fileprivate var byDefault: Export.What {
        switch self {
        case .json: .all
        case .csv: .sets
        case .ics: .workouts
        }
    }
}

struct ExportCommand: DaemonCommand {
    static let methods: [String] = [Export.method]
    static let configuration = CommandConfiguration.leaf(
        "export", abstract: "Export as JSON, CSV or iCalendar.",
        discussion: """
            JSON has everything, and 'import' reads it again. CSV is one table, sorted by time: \
            the sets, unless --what names another. Its durations are in seconds. A calendar \
            (iCalendar) has the workouts, with a line for each exercise. --from and --to apply to \
            sets, workouts, the log and measurements.

            The file is written completely or not at all, and an existing one is kept unless you \
            add --force. Without --output, the export goes to standard output.
            """,
        examples: [
            "export --output trackerd.json",
            "export --format csv --from 2026-01-01 > sets.csv",
            "export --what log --output log.csv",
            "export --output workouts.ics --force",
        ])

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Tables to export; by default all, and sets for csv.",
            discussion: """
                One of all, sets, workouts, log, exercises, templates, trainings, reminders, \
                programs, runs, timers, settings, weights, measurements, maxes. JSON also has what \
                they refer to.
                """, valueName: "tables"))
    var what: Export.What?

    @Option(
        "json, csv or ics; by default as the file's name ends, or json.", "format",
        isShort: true)
    var format: Export.Format?

    @OptionGroup var span: SpanOptions

    @Option("File to write.", "file", isShort: true, completion: .file())
    var output: String?

    @Flag(help: "Overwrite the file.")
    var force = false

    @OptionGroup(title: Options.title) var options: Options

    func validate() throws {
        guard !force || output != nil else { throw ValidationError("--force needs --output") }
        guard format != nil || output.map(Export.Format.isTold(byFile:)) != false else {
            throw ValidationError(
                "'\(output ?? "")' doesn't say which format: end it with .json, .csv or"
                    + " .ics, or give --format")
        }
        guard !options.json || output == nil else {
            throw ValidationError(
                "--json prints the pages as on the wire; for a file, use --format json")
        }
    }

    func request() -> Export {
        let format = format ?? output.flatMap(Export.Format.init(ofFile:)) ?? .json
        return Export(what: what ?? format.byDefault, format: format, from: span.from, to: span.to)
    }

    func run() throws {
        do {
            try write()
        } catch let failed as Output.Failed where failed.isReaderGone {
            // A reader such as head has had enough.
        }
    }

    private func write() throws {
        let file = try output.map { try NewFile($0, replacing: force) }
        let progress = ProgressLine(isWanted: !options.quiet && output != nil, afterMs: 1000)
        let client = try options.connect()
        var attempts = 1
        var bytes = 0
        while true {
            do {
                bytes = try writePages(to: file, from: client, progress)
                break
            } catch let error as ClientError where error.isOvertaken {
                progress.clear()
                guard let file else {
                    throw Refusal(
                        message: "the export is incomplete: something changed meanwhile",
                        hint: "run it again, or give --output, which starts over by itself")
                }
                guard attempts < Self.maximumAttempts else { throw error }
                attempts += 1
                try file.empty()
            }
        }
        try file?.finish()
        progress.clear()
        if let output {
            try options.delivery.deliver(
                Answer { _ in AnswerText("\(output.forTerminal): \(bytes) bytes\n") })
        } else if options.notify {
            Bubble.show("exported \(bytes) bytes")
        }
    }

    /// Most attempts to export one consistent state: even the end of a rest between two pages changes it.
    private static let maximumAttempts = 6

    /// - Returns: the number of bytes written.
    private func writePages(
        to file: NewFile?, from client: Client, _ progress: ProgressLine
    ) throws -> Int {
        var request = request()
        var bytes = 0
        repeat {
            let page = try client.call(request, as: Whole<Export.Response>.self)
            if let file {
                try file.write(page.value.text)
            } else if options.json {
                try Output.print(page.json)
            } else {
                try Output.print(page.value.text)
            }
            bytes += page.value.text.utf8.count
            progress.show("writing \(output?.forTerminal ?? "")", bytes: bytes, of: nil)
            request.cursor = page.value.cursor
        } while request.cursor != nil
        return bytes
    }
}
