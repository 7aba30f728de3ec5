import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension Export.What: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

extension Export.Format: ExpressibleByArgument {
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }

    /// The format of a file by its extension; `nil` for others.
    fileprivate init?(ofFile path: String) {
        guard let point = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: point)...].lowercased())
    }

    /// False for a file with an ending of something else; without an ending it is JSON.
    fileprivate static func isTold(byFile path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return !name.dropFirst().contains(".") || Self(ofFile: path) != nil
    }

    /// The data that are exported by default.
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
        "export",
        abstract: "Write out what is kept: all as JSON, a table as CSV, workouts as iCalendar.",
        discussion: """
            JSON holds all that there is of each thing, and 'import' takes it in again. CSV is one \
            table, sorted by time: of sets, unless --what says otherwise. Its spans are in seconds. A \
            calendar (iCalendar) has the workouts, with a line for each exercise. \
            --from and --to are about sets, workouts, the log and measurements.

            A file is there as a whole or not at all, and an older one stays unless --force says \
            otherwise. Without --output it goes to standard output.

            Examples:
              trackerctl export --output trackerd.json
              trackerctl export --format csv --from 2026-01-01 > sets.csv
              trackerctl export --what log --output log.csv
              trackerctl export --output workouts.ics --force
            """)

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Which tables; all of them, for csv sets.",
            discussion: """
                One of all, sets, workouts, log, exercises, templates, trainings, reminders, \
                programs, timers, settings, weights, measurements. In JSON, what they refer to is with them.
                """, valueName: "tables"))
    var what: Export.What?

    @Option(
        "json, csv or ics; else as the file's name ends, else json.", "format",
        isShort: true)
    var format: Export.Format?

    @OptionGroup var span: SpanOptions

    @Option("The file to write.", "file", isShort: true, completion: .file())
    var output: String?

    @Flag(help: "Overwrite the file.")
    var force = false

    @OptionGroup(title: Options.title) var options: Options

    func validate() throws {
        guard !force || output != nil else {
            throw ValidationError("--force is about the file that --output names")
        }
        guard format != nil || output.map(Export.Format.isTold(byFile:)) != false else {
            throw ValidationError(
                "'\(output ?? "")' doesn't tell the format: end it with .json, .csv or .ics, or give "
                    + "--format")
        }
        guard !options.json || output == nil else {
            throw ValidationError(
                "--json prints the pages as on the wire; --format json is what you want in a file")
        }
    }

    func request() -> Export {
        let format = format ?? output.flatMap(Export.Format.init(ofFile:)) ?? .json
        return Export(
            what: what ?? format.byDefault, format: format, from: span.from, to: span.to)
    }

    func run() throws {
        do {
            try write()
        } catch let failed as Output.Failed where failed.isReaderGone {
            // A reader such as head had enough.
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
                        message: "what was written isn't whole: something was changed meanwhile",
                        hint: "do it again, or give --output, which begins again by itself")
                }
                guard attempts < Self.maximumAttempts else { throw error }
                attempts += 1
                try file.empty()
            }
        }
        try file?.finish()
        progress.clear()
        if let output {
            try options.delivery.show({ _ in "\(output.forTerminal): \(bytes) bytes\n" })
        } else if options.notify {
            Bubble.show("exported \(bytes) bytes")
        }
    }

    /// Most attempts to export one state, since even the end of a rest between two pages is a change.
    private static let maximumAttempts = 6

    /// - Returns: the number of bytes.
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
