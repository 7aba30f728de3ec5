import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore

/// The argument that names an import.
struct ImportArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The import: its id, or 'last' for the one begun last.", valueName: "import"))
    var id: String
}

/// A step of an import, whose result is the import's state.
protocol ImportStep: MethodCommand where Result == ImportView {}

extension ImportStep {
    func text(of result: ImportView, in style: Style) -> String {
        ImportText(view: result, file: "the file").preview(in: style)
    }

    func id(of result: ImportView) -> String? { result.import }
}

extension ImportCommands {
    struct Open: ImportStep {
        static let configuration = CommandConfiguration.leaf(
            "open", of: "import",
            abstract: "Begin an import, of which nothing counts until it is committed.",
            discussion: """
                Prints its id. It is forgotten after an hour without a word.

                Example:
                  id=$(trackerctl import open --quiet)
                """)

        @OptionGroup var format: ImportFormatOption

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Of loads that name none: kg or lb.", valueName: "unit"))
        var unit: Load.Unit?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ImportOpen { ImportOpen(format: format.format, unit: unit) }

        func text(of result: ImportView, in style: Style) -> String { result.import + "\n" }
    }

    struct Append: DaemonCommand {
        static let methods: [any Request.Type] = [ImportAppend.self]
        static let configuration = CommandConfiguration.leaf(
            "append", of: "import",
            abstract: "Send a file, or the next part of one, to an import.",
            discussion: """
                Example:
                  trackerctl import append last part1.csv
                """)

        @OptionGroup var target: ImportArgument

        @Argument(
            help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"),
            completion: .file())
        var path: String

        @OptionGroup(title: Options.title) var options: Options

        func run() throws {
            let run = ImportRun(
                client: try options.connect(), talk: .atTerminal(readsFile: path == "-"),
                progress: ProgressLine(isWanted: !options.quiet, afterMs: 200),
                parameters: ImportParameters()
            )
            try run.append(SourceFile(path), to: target.id) { view in
                if options.json { try Output.print(view.json) }
            }
        }
    }

    struct Preview: ImportStep {
        static let configuration = CommandConfiguration.leaf(
            "preview", of: "import",
            abstract: "End the file of an import, and show what would come of it.",
            discussion: """
                Example:
                  trackerctl import preview last --unit kg
                """)

        @OptionGroup var target: ImportArgument
        @OptionGroup var parameters: ImportParameterOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ImportPreview { parameters.parameters.preview(target.id) }
    }

    struct Commit: ImportStep {
        static let configuration = CommandConfiguration.leaf(
            "commit", of: "import",
            abstract: "Take in all of an import, or nothing of it.",
            discussion: """
                Example:
                  trackerctl import commit last --unit kg
                """)

        @OptionGroup var target: ImportArgument
        @OptionGroup var parameters: ImportParameterOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ImportCommit { parameters.parameters.commit(target.id) }

        func text(of result: ImportView, in style: Style) -> String {
            ImportText.result(result, in: style)
        }
    }
}
