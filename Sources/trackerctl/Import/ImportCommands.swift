import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct ImportCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in what another program has kept: 'import strong.csv'.",
        discussion: """
            'import FILE' does all of it, and 'import undo' takes it back.
            """,
        subcommands: [
            File.self, Undo.self,
        ],
        defaultSubcommand: File.self)
}

extension DistanceUnit: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

/// The options for parameters that a file doesn't give by itself.
struct ImportParameterOptions: ParsableArguments {
    @Option("Of loads that name none: kg or lb.", "unit")
    var unit: Load.Unit?

    @Option("Of distances that name none: m, km or mi.", "unit")
    var distanceUnit: DistanceUnit?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Which of your exercises one of the file is.",
            discussion: """
                As 'NAME IN THE FILE=yours', or 'NAME IN THE FILE=' for a new one; may be given \
                several times. It is remembered for the next import.
                """,
            valueName: "names"),
        transform: ImportParameterOptions.pair)
    var map: [[String]] = []

    /// Splits a text at its last '=', since a name in the file may contain that sign.
    static func pair(_ text: String) throws -> [String] {
        guard let sign = text.lastIndex(of: "="), sign != text.startIndex
        else {
            throw ValidationError("give names such as 'Bench Press (Barbell)=bench-press'")
        }
        return [String(text[..<sign]), String(text[text.index(after: sign)...])]
    }

    func validate() throws {
        guard Set(map.map { $0[0] }).count == map.count else {
            throw ValidationError("--map says of one name twice what it is")
        }
    }

    var parameters: ImportParameters {
        ImportParameters(
            unit: unit, distanceUnit: distanceUnit,
            map: Dictionary(map.map { ($0[0], $0[1]) }) { $1 })
    }
}

/// The option for the program that a file is from.
struct ImportFormatOption: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Whose file it is: strong, hevy, fitnotes or trackerd.",
            discussion: "By default its header tells.", valueName: "program"))
    var format: String?
}

extension ImportCommands {
    struct File: DaemonCommand {
        static let methods: [String] = [
            ImportOpen.method, ImportAppend.method, ImportPreview.method, ImportCommit.method,
        ]
        static let configuration = CommandConfiguration.leaf(
            "file", of: "import",
            abstract: "Take in a file of Strong, Hevy, FitNotes or trackerd.",
            discussion: """
                The word 'file' may be left out. First it shows what would come of the file: \
                workouts and sets, exercises that are new, workouts that are here already, and each \
                row that is left out with its line and why; of a file that was imported before, what is \
                new, where --all lists the rest. Then it asks; where nobody can be asked, \
                --yes says so beforehand. All of it comes in, or nothing.

                The file is CSV as the program exports it, in UTF-8, or what 'trackerctl export' \
                wrote. Exercises are known by their names and equipment: 'Bench Press (Barbell)' is \
                your Bench Press. Where that isn't sure you are asked; where nobody can be asked it \
                comes in as a new one. --map says which of yours one is.

                A file may come in again, as it grows: no workout comes in twice. One that has \
                changed in the other program since is updated; one that you have changed or deleted \
                here stays as it is.

                Examples:
                  trackerctl import strong.csv
                  trackerctl import strong.csv --unit kg --dry-run
                  trackerctl import hevy.csv --yes --map 'Bench Press (Barbell)=bench-press'
                  zcat backup.json.gz | trackerctl import - --yes
                """)

        @Argument(
            help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"),
            completion: .file())
        var path: String

        @OptionGroup var format: ImportFormatOption
        @OptionGroup var parameters: ImportParameterOptions

        @Flag(name: [.customShort("n"), .long], help: "Only show what would come of it.")
        var dryRun = false

        @Flag(name: .shortAndLong, help: "Don't ask.")
        var yes = false

        @Flag(name: .long, help: "List each workout, row and exercise.")
        var all = false

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard !(dryRun && yes) else {
                throw ValidationError("--dry-run and --yes exclude each other")
            }
        }

        func run() throws {
            try run(Dialogue.atTerminal(readsFile: path == "-"))
        }

        func run(_ talk: Dialogue) throws {
            let file = try SourceFile(path)
            var run = ImportRun(
                client: try options.connect(), talk: talk,
                progress: ProgressLine(isWanted: !options.quiet, afterMs: 200),
                parameters: parameters.parameters)
            do {
                try perform(&run, file)
            } catch let failed as Output.Failed where failed.isReaderGone && dryRun {
                // A reader such as less had enough.
            } catch let error as ClientError {
                Output.complain("nothing of \(file.name.forTerminal) was imported")
                throw error
            }
        }

        private func perform(_ run: inout ImportRun, _ file: SourceFile) throws {
            let id = try run.send(file, format: format.format)
            var view = try run.preview(id)
            if !dryRun, !yes, options.isForPeople, run.confirm(view) { view = try run.preview(id) }
            let text = ImportText(view: view, file: file.name)
            let isOver = dryRun || !text.hasAnything
            if !isOver, options.isForPeople {
                try Output.print(text.preview(in: options.style, isWhole: all))
            }
            if isOver {
                let note = "nothing was imported: --dry-run"
                try options.delivery.show(
                    { text.preview(in: $0, isWhole: all) + (dryRun ? $0.faint(note) + "\n" : "") },
                    json: Output.line(
                        run.client.call(run.parameters.preview(id), as: JSONValue.self)))
                return dryRun ? () : try text.requireDuplicates()
            }
            try requireConsent(run.talk)
            run.progress.show("importing")
            let result = try commit(id, run, file)
            run.progress.clear()
            try options.delivery.show(
                { ImportText.result(result.value, in: $0) }, json: Output.line(result.json),
                quiet: result.value.import + "\n")
        }

        private func commit(
            _ id: String, _ run: ImportRun, _ file: SourceFile
        ) throws -> Whole<ImportView> {
            do {
                return try run.client.call(run.parameters.commit(id), as: Whole<ImportView>.self)
            } catch let error as ClientError where !error.isRefusal {
                throw OpenOutcome(
                    cause: error,
                    hint: "whether \(file.name) was imported isn't known: 'trackerctl events list "
                        + "--types import.*' tells, and importing it again brings nothing twice")
            }
        }

        private func requireConsent(_ talk: Dialogue) throws {
            guard !yes else { return }
            guard talk.canAsk, options.isForPeople else {
                throw Refusal(
                    message: "nothing was imported: there is nobody to ask whether it is right",
                    hint: "if it is, add --yes")
            }
            guard talk.agrees("Import it?") else {
                throw Refusal(message: "nothing was imported")
            }
        }
    }

    struct Undo: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "undo", of: "import",
            abstract: "Take back an import, the last one by default.",
            discussion: """
                All that it brought goes, its exercises where nothing else has them, and workouts \
                that it updated are as they were before. It refuses \
                where one of its sets was edited since. The file can be imported again.

                Examples:
                  trackerctl import undo
                  trackerctl import undo k3v9x2m4q7wd
                """)

        @Argument(help: ArgumentHelp("The import's id, as 'import' told it.", valueName: "import"))
        var id: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ImportUndo { ImportUndo(import: id) }

        func text(of result: ImportUndo.Response, in style: Style) -> String {
            "taken back: \(counted(result.workouts, "workout")) with "
                + counted(result.sets, "set")
                + (result.restored.map { ", \(counted($0, "workout")) as before" } ?? "")
                + " \(style.faint("[\(result.import.forTerminal)]"))\n"
        }

        func id(of result: ImportUndo.Response) -> String? { result.import }
    }
}
