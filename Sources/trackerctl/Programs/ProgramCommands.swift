import ArgumentParser
import TextFiles
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct ProgramCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<ProgramList>.self }

    static let configuration = CommandConfiguration(
        commandName: "program",
        abstract: "Interval programs, which 'run' goes through.",
        discussion: """
            Some come with the program: Tabata, a 7-minute circuit, Pomodoro, a stretch. Those of \
            your own are read from files such as this one, 'add --file', or stand in \
            ~/.local/share/trackerd/programs:

              name = "Hills"
              intervals = [
                  { label = "Warm up", duration = "5m", kind = "prepare" },
                  { repeat = 6, intervals = [
                      { label = "Up", duration = "45s", confirmation = "manual" },
                      { label = "Down", duration = "1m30s", kind = "rest" },
                  ] },
              ]

            A duration has its unit: "45s", "5m", "1m30s". A kind is prepare, work, rest, break or \
            cooldown; work where it is left out. After an interval whose confirmation \
            is manual, the run waits for 'run confirm'. cues = ["start", "half", "countdown", "end"] \
            says what is to be heard of an interval; all of it by default. Groups nest to depth 3.
            """,
        subcommands: [
            Command<ProgramList>.self, Command<ProgramGet>.self, Create.self, Update.self,
            Duplicate.self, Command<ProgramDelete>.self,
            Export.self,
        ], aliases: ["programs"])
}

/// The argument that names a program.
struct ProgramArgument: ParsableArguments {
    @Argument(
        help: "The program: a name, an id or the beginning of one.",
        completion: .custom(ProgramArgument.completions))
    var program: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(ProgramList(), words).map { completions(for: $0.programs) } ?? []
    }

    /// Names as one word in every shell, such as `7-minute-circuit`; ids for programs whose names have no
    /// such form.
    static func completions(for programs: [ProgramView]) -> [String] {
        let words = programs.map { program in
            let word = NameKey.of(program.name).split(separator: " ").joined(separator: "-")
            let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            return isPlain && !word.isEmpty ? word : program.id
        }
        return Set(words).sorted()
    }
}

/// Reads a program from a file.
enum ProgramFileArgument {
    static let help = ArgumentHelp(
        "A file that holds it; '-' is standard input.", valueName: "file")

    static func read(_ path: String) throws -> ProgramCreate {
        let name = path == "-" ? "standard input" : path
        return try program(Input.read(path), of: name)
    }

    /// - Parameter name: where the text is from, for errors.
    static func program(_ text: [UInt8], of name: String) throws -> ProgramCreate {
        do {
            return try ProgramFile.read(text)
        } catch {
            throw Refusal(
                message: "\(name): \(error)",
                hint: "'trackerctl program --help' shows what such a file looks like")
        }
    }
}

extension ProgramCommands {
    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "program", abstract: "Create a program, as it is typed or from a file.",
            discussion: """
                'add' is the same. An interval is its duration with a unit, a label, a kind if that \
                isn't work (prepare, rest, break, cooldown), and ? if the run waits after it for \
                'trackerctl next'. A group repeats what is in brackets.

                Examples:
                  trackerctl program add hills '5m Jog' '6x(45s Up, 90s Down rest ?)'
                  trackerctl program add eggs '6m30s Boil'
                  trackerctl program add steps '6 x 45s Up'
                  trackerctl program add --file hills.toml
                  trackerctl program export tabata | trackerctl program add --file - --name Mine
                """, aliases: ["add"])

        @Argument(
            help: ArgumentHelp("The name, and then the intervals.", valueName: "words"))
        var words: [String] = []

        @Option(
            name: .shortAndLong, parsing: .unconditional, help: ProgramFileArgument.help,
            completion: .file())
        var file: String?

        @Option("Another name than the file's.", "text", isShort: true)
        var name: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard file == nil || words.isEmpty else {
                throw ValidationError("--file holds the whole program: leave the intervals out")
            }
            guard file != nil || name == nil else {
                throw ValidationError("--name is for files: the name stands before the intervals")
            }
            guard file != nil || words.count > 1 else {
                throw ValidationError(
                    "give a name and its intervals, such as 'hills 5m 6x(45s,15s)', or --file")
            }
        }

        func request() throws -> ProgramCreate {
            guard let file else {
                do throws(ProgramNotation.Unreadable) {
                    let notation = try ProgramNotation(Array(words.dropFirst()))
                    return ProgramCreate(name: words[0], intervals: Intervals(notation.parts))
                } catch {
                    throw ValidationError(error.message)
                }
            }
            var request = try ProgramFileArgument.read(file)
            if let name { request.name = name }
            return request
        }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "program", abstract: "Change a program.",
            discussion: """
                'edit' is the same. Without an option it opens your editor ($VISUAL, else $EDITOR) on the \
                program's file. A file replaces all of it, with its name, unless --name is given. A \
                run that is on goes on as it began.

                Examples:
                  trackerctl program edit hills
                  trackerctl program edit hills --file hills.toml
                  trackerctl program edit hills --name 'Hill sprints'
                """, aliases: ["edit"])

        @OptionGroup var target: ProgramArgument

        @Option(
            name: .shortAndLong, parsing: .unconditional, help: ProgramFileArgument.help,
            completion: .file())
        var file: String?

        @Option("Another name.", "text", isShort: true)
        var name: String?

        @Option("The name of an icon; empty for none.", "name")
        var icon: String?

        @OptionGroup(title: Options.title) var options: Options

        func run() throws {
            guard file == nil, name == nil, icon == nil else {
                try options.delivery.send(request(), text: text, id: id)
                return
            }
            let dialogue = Dialogue.atTerminal()
            guard dialogue.canAsk else {
                throw ValidationError(
                    "without a terminal for an editor give --file, --name or --icon")
            }
            try edit(by: .chosen, dialogue)
        }

        /// Lets the person edit the program's file.
        func edit(by editor: Editor, _ dialogue: Dialogue) throws {
            let program = try options.connect().call(ProgramGet(program: target.program))
            let updated = try editor.edit(
                ProgramFile.text(of: program), ending: ".toml", dialogue
            ) { file in
                let given = try ProgramFileArgument.program(Array(file.utf8), of: program.name)
                let request = ProgramUpdate(
                    program: program.id, name: given.name, intervals: given.intervals,
                    icon: given.icon ?? "")
                return try options.delivery.send(request, text: text, id: id)
            }
            if updated == nil, options.isForPeople { try Output.print("nothing was changed\n") }
        }

        func request() throws -> ProgramUpdate {
            let given = try file.map(ProgramFileArgument.read)
            return ProgramUpdate(
                program: target.program, name: name ?? given?.name, intervals: given?.intervals,
                icon: icon ?? given.map { $0.icon ?? "" })
        }
    }

    struct Duplicate: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "duplicate", of: "program", abstract: "Copy a program.",
            discussion: """
                'copy' is the same.

                Example:
                  trackerctl program copy tabata 'Long Tabata'
                """, aliases: ["copy"])

        @OptionGroup var target: ProgramArgument

        @Argument(help: "The name of the copy; 'Tabata copy' by default.")
        var name: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ProgramDuplicate {
            ProgramDuplicate(program: target.program, name: name)
        }
    }

}

extension ProgramList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "program", abstract: "List the programs.")
}

extension ProgramGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "program", abstract: "Show all that a program is made of.",
        discussion: "'show' is the same. The numbers are those that 'run jump' takes.",
        aliases: ["show"])
    static func request(_ target: ProgramArgument) -> Self { Self(program: target.program) }

    static func text(of result: ProgramView, in style: Style) -> String {
        ProgramText.details(result, in: style)
    }
}

extension ProgramDelete: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "program", abstract: "Delete a program.",
        discussion: """
            'rm' is the same. Its past runs stay, and one that is on goes on. \
            'trackerctl undo' puts it back.
            """, aliases: ["rm"])
    static func request(_ target: ProgramArgument) -> Self { Self(program: target.program) }

    static func text(of result: ProgramView, in style: Style) -> String {
        "deleted \(result.sentence(in: style.behind("deleted ")))\n"
    }
}

extension ProgramCommands {
    struct Export: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "export", of: "program", abstract: "Print a program as a file that 'add' takes.",
            discussion: """
                Example:
                  trackerctl program export tabata > tabata.toml
                """)

        @OptionGroup var target: ProgramArgument
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ProgramGet { ProgramGet(program: target.program) }

        func text(of result: ProgramView, in style: Style) -> String {
            ProgramFile.text(of: result)
        }
    }
}
