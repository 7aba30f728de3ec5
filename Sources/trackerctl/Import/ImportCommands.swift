import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct ImportCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "import", abstract: "Import from another program, or undo that.",
        discussion: "'import FILE' imports a file, and 'import undo' undoes that.",
        subcommands: [File.self, Undo.self],
        defaultSubcommand: File.self)
}

extension DistanceUnit: ChoiceArgument {}

/// Options for parameters that a file may not give.
struct ImportParameterOptions: ParsableArguments {
    @Option("Unit of loads without one: kg or lb.", "unit")
    var unit: Load.Unit?

    @Option("Unit of distances without one: m, km or mi.", "unit")
    var distanceUnit: DistanceUnit?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Exercise of yours for a name in the file.",
            discussion: """
                Written 'NAME IN THE FILE=yours', or 'NAME IN THE FILE=' for a new exercise; can \
                be repeated. The next import remembers it.
                """,
            valueName: "names"),
        transform: ImportParameterOptions.pair)
    var map: [[String]] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Columns of a file of no known program.",
            discussion: """
                Written 'date=Datum, exercise=Übung, reps=Wdh, load=kg', with the file's own names \
                after the '='. Before it can stand: date, dmy or mdy (for dates such as \
                31/12/2025), time, end, duration, workout, workout_note, exercise, exercise_note, \
                category, superset, type, warmup, drop, sets, load, other_load (used where load is \
                blank), unit, reps, distance, distance_unit, seconds, rest, rpe, rir, note. The next \
                file with the same columns needs nothing.
                """,
            valueName: "columns"),
        transform: ImportParameterOptions.columns)
    var columns: [String: String]?

    /// Splits a text such as 'date=Datum, reps=Wdh'. A name in the file may contain commas.
    static func columns(_ text: String) throws -> [String: String] {
        var pairs: [(String, String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if let sign = part.firstIndex(of: "=") {
                let word = part[..<sign].filter { $0 != " " }
                pairs.append((word, String(part[part.index(after: sign)...])))
            } else if let last = pairs.popLast() {
                pairs.append((last.0, "\(last.1),\(part)"))
            }
        }
        guard !pairs.isEmpty, pairs.allSatisfy({ !$0.0.isEmpty && !$0.1.isEmpty }) else {
            throw ValidationError("give columns such as 'date=Datum, exercise=Übung, reps=Wdh'")
        }
        guard Set(pairs.map(\.0)).count == pairs.count else {
            throw ValidationError("--columns has one meaning twice")
        }
        return Dictionary(pairs.map { ($0.0, Text.trimmed($0.1)) }) { first, _ in first }
    }

    /// Splits a text at its last '=', since a name in the file may contain one.
    static func pair(_ text: String) throws -> [String] {
        guard let sign = text.lastIndex(of: "="), sign != text.startIndex
        else {
            throw ValidationError("give names such as 'Bench Press (Barbell)=bench-press'")
        }
        return [String(text[..<sign]), String(text[text.index(after: sign)...])]
    }

    func validate() throws {
        guard Set(map.map { $0[0] }).count == map.count else {
            throw ValidationError("--map names the same exercise of the file twice")
        }
    }

    var parameters: ImportParameters {
        ImportParameters(
            unit: unit, distanceUnit: distanceUnit, columns: columns,
            map: Dictionary(map.map { ($0[0], $0[1]) }) { $1 })
    }
}

/// Option for the program that a file comes from.
struct ImportFormatOption: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Program that wrote the file.",
            discussion: """
                One of strong, hevy, fitnotes, fitbod, liftosaur, jefit, gymbook and trackerd, or \
                csv for a file of none of these. By default, the header decides.
                """,
            valueName: "program"))
    var format: String?
}

extension ImportCommands {
    struct File: DaemonCommand {
        static let methods: [String] = [
            ImportOpen.method, ImportAppend.method, ImportPreview.method, ImportCommit.method,
        ]
        static let configuration = CommandConfiguration.leaf(
            "file", of: "import", abstract: "Import from another program, or any CSV.",
            discussion: """
                You can leave out the word 'file'. First you see what would be imported: workouts \
                and sets, new exercises, workouts that you already have, and each row that is left \
                out, with its line and the reason. For a file you have imported before, you see \
                what is new; --all lists the rest. Then you are asked; without a terminal, add \
                --yes. Either everything is imported, or nothing.

                The file is what Strong (in English, German or Portuguese), Hevy, FitNotes and its \
                body tracker, Fitbod, Liftosaur, Jefit or GymBook (in German) export, in UTF-8, or \
                what 'trackerctl export' wrote. In any other CSV file of sets, the columns are \
                recognized by their names, and you see how the first ten sets would come in; \
                --columns says which column is what.

                Exercises are recognized by name and equipment: 'Bench Press (Barbell)' is \
                your Bench Press. If that isn't certain you are asked; without a terminal, the \
                exercise is added as a new one. --map says which of yours it is.

                You can import a growing file again and again: no workout is added twice. A \
                workout that has changed in the other program is updated; one that you have \
                changed or deleted here stays as it is.
                """,
            examples: [
                "import strong.csv",
                "import strong.csv --unit kg --dry-run",
                "import hevy.csv --yes --map 'Bench Press (Barbell)=bench-press'",
                "import sheet.csv --columns 'date=Datum, exercise=Übung, reps=Wdh'",
                "$ zcat backup.json.gz | trackerctl import - --yes",
            ])

        @Argument(
            help: ArgumentHelp("File to import; '-' is standard input.", valueName: "file"),
            completion: .file())
        var path: String

        @OptionGroup var format: ImportFormatOption
        @OptionGroup var parameters: ImportParameterOptions

        @Flag(name: [.customShort("n"), .long], help: "Only show what would be imported.")
        var dryRun = false

        @Flag(name: .shortAndLong, help: "Don't ask first.")
        var yes = false

        @Flag(name: .long, help: "List each workout, row and exercise.")
        var all = false

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard !(dryRun && yes) else {
                throw ValidationError("give --dry-run or --yes, not both")
            }
        }

        func run() throws { try run(Dialogue.atTerminal(readsFile: path == "-")) }

        func run(_ talk: Dialogue) throws {
            let file = try SourceFile(path)
            var run = ImportRun(
                client: try options.connect(), talk: talk,
                progress: ProgressLine(isWanted: !options.quiet, afterMs: 200),
                parameters: parameters.parameters)
            do {
                try perform(&run, file)
            } catch let failed as Output.Failed where failed.isReaderGone && dryRun {
                // A reader such as less has had enough.
            } catch let error as ClientError {
                Output.complain("nothing was imported from \(file.name.forTerminal)")
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
                let (client, preview) = (run.client, run.parameters.preview(id))
                try options.delivery.deliver(
                    Answer(json: try Output.line(client.call(preview, as: JSONValue.self))) {
                        let end = dryRun ? $0.faint(note) + "\n" : ""
                        return AnswerText(text.preview(in: $0, isWhole: all) + end)
                    })
                return dryRun ? () : try text.requireDuplicates()
            }
            try requireConsent(run.talk)
            run.progress.show("importing")
            let result = try commit(id, run, file)
            run.progress.clear()
            try options.delivery.deliver(
                Answer(json: try Output.line(result.json), quiet: result.value.import + "\n") {
                    AnswerText(ImportText.result(result.value, in: $0))
                })
        }

        private func commit(
            _ id: String, _ run: ImportRun, _ file: SourceFile
        ) throws -> Whole<ImportView> {
            do {
                return try run.client.call(run.parameters.commit(id), as: Whole<ImportView>.self)
            } catch let error as ClientError where !error.isRefusal {
                throw OpenOutcome(
                    cause: error,
                    hint:
                        "\(file.name) may have been imported: check with 'trackerctl events list"
                        + " --types import.*'; importing it again adds nothing twice")
            }
        }

        private func requireConsent(_ talk: Dialogue) throws {
            guard !yes else { return }
            guard talk.canAsk, options.isForPeople else {
                throw Refusal(
                    message: "nothing was imported: not a terminal, so I can't ask",
                    hint: "if the above is right, add --yes")
            }
            guard talk.agrees("Import it?") else { throw Refusal(message: "nothing was imported") }
        }
    }

    struct Undo: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "undo", of: "import", abstract: "Undo an import, by default the last one.",
            discussion: """
                Everything it added is removed, with the exercises that nothing else uses, and \
                workouts that it updated are as they were before. If one of its sets has been \
                edited since, the undo is refused. You can import the file again.
                """,
            examples: ["import undo", "import undo k3v9x2m4q7wd"])

        @Argument(
            help: ArgumentHelp(
                "The import's id, as 'import' printed it.", valueName: "import"))
        var id: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ImportUndo { ImportUndo(import: id) }

        func text(of result: ImportUndo.Response, in style: Style) -> String {
            "undone: \(counted(result.workouts, "workout")) with "
                + counted(result.sets, "set")
                + (result.restored.map { ", \(counted($0, "workout")) as before" } ?? "")
                + style.id(result.import) + "\n"
        }

        func id(of result: ImportUndo.Response) -> String? { result.import }
    }
}
