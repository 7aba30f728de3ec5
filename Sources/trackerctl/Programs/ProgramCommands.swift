import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView
import UserFiles

struct ProgramCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<ProgramList>.self }

    static let configuration = CommandConfiguration.group(
        "program", abstract: "Create and change interval programs.",
        discussion: """
            trackerd comes with some: Tabata, a 7-minute circuit, Pomodoro, a stretch. Your own \
            are read from files such as this one, with 'add --file', or are in \
            ~/.local/share/trackerd/programs:

              name = "Hills"
              intervals = [
                  { label = "Warm up", duration = "5m", kind = "prepare" },
                  { repeat = 6, intervals = [
                      { label = "Up", duration = "45s", confirmation = "manual" },
                      { label = "Down", duration = "1m30s", kind = "rest" },
                  ] },
              ]

            A duration needs a unit: "45s", "5m", "1m30s". A kind is prepare, work, rest, break or \
            cooldown; the default is work. After an interval with manual confirmation, the run \
            waits for 'run confirm'; it can do without a duration then. exercise = "push-ups" and \
            count = 20 say what such an interval logs. The last group can have repeat = "endless". \
            cues = ["start", "half", "countdown", "end"] says which \
            signals an interval gives; by default all of them. sound = "/home/me/gong.wav", or a \
            name from 'trackerctl sound list', is what is heard at its start; before the intervals \
            it is for all of them. ring_again = "1m" rings every minute until you confirm an \
            interval with manual confirmation; before the intervals it is for all of them, and for \
            the end, where the run waits for you then. Groups can be nested 3 deep.
            """,
        subcommands: [
            Command<ProgramList>.self, Command<ProgramGet>.self, Create.self, Update.self,
            Duplicate.self, Command<ProgramDelete>.self,
            Export.self,
        ], aliases: ["programs"])
}

struct ProgramArgument: ParsableArguments {
    @Argument(help: "The program: its name, or the start of its id.", completion: .programs)
    var program: String

    /// Names as one word in every shell, such as `7-minute-circuit`; ids for names that can't be one word.
    static func completions(for programs: [ProgramView]) -> [String] {
        Set(programs.map { ExerciseArgument.word(for: $0.name) ?? $0.id }).sorted()
    }
}

enum ProgramFileArgument {
    static let help = ArgumentHelp(
        "File with the program; '-' is standard input.", valueName: "file")

    static func read(
        _ path: String, by options: Options, _ asking: Asking
    ) throws -> ProgramCreate {
        let name = path == Input.standard ? "standard input" : path
        return try program(Input.read(path), of: name, by: options, asking)
    }

    /// Has the daemon read a program.
    ///
    /// - Parameter name: name of the text's source, for errors.
    static func program(
        _ bytes: [UInt8], of name: String, by options: Options, _ asking: Asking
    ) throws -> ProgramCreate {
        let text: String
        do throws(TextProblem) {
            guard bytes.count <= ProgramParse.maximumBytes else {
                let most = ProgramParse.maximumBytes / 1024
                throw TextProblem(file: nil, message: "is too large: at most \(most) KiB")
            }
            text = try TextFile.text(bytes, file: nil)
        } catch {
            throw refusal("\(error)", of: name)
        }
        do {
            return try asking.call(ProgramParse(text: text), options)
        } catch ClientError.refused(let error) where error.data.kind == "invalid_params" {
            throw refusal(error.message, of: name)
        }
    }

    private static func refusal(_ fault: String, of name: String) -> Refusal {
        Refusal(
            message: "\(name): \(fault)",
            hint: "'trackerctl program --help' shows an example of such a file")
    }
}

extension ProgramCommands {
    struct Create: LookupCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "program", abstract: "Create a program, typed or from a file.",
            discussion: """
                'add' does the same. An interval has a duration with a unit, a label, a kind if it \
                isn't work (prepare, rest, break, cooldown), and ? if the run waits after it for \
                'trackerctl next'. Brackets make a group that repeats; the last one may be endless: \
                loop(25m, 5m), whose second duration is a rest. With ? and without a duration, the \
                run waits until you are done: '20 push-ups ?' logs 20 push-ups then.
                """,
            examples: [
                "program add hills '5m Jog' '6x(45s Up, 90s Down rest ?)'",
                "program add eggs '6m30s Boil'",
                "program add steps '3x20s Work'",
                "program add emom '10x1m Swings'",
                "program add focus 'loop(25m Focus, 5m break)'",
                "program add ladder '20 push-ups ?' '1m rest' '15 push-ups ?'",
                "program add boil '6m30s Boil' --sound ~/gong.wav",
                "program add rice '18m Boil' '10m Rest' --ring-again 1m",
                "program add --file hills.toml",
                "program export tabata | trackerctl program add --file - --name Mine",
            ], aliases: ["add"])

        @Argument(help: ArgumentHelp("Name, then the intervals.", valueName: "words"))
        var words: [String] = []

        @Option(
            name: .shortAndLong, parsing: .unconditional, help: ProgramFileArgument.help,
            completion: .file())
        var file: String?

        @Option("Name to use instead of the file's.", "text", isShort: true)
        var name: String?

        @Option(
            "Sound of each start: a file, or a name from 'trackerctl sound list'.", "sound",
            completion: .file(), read: SoundArgument.read)
        var sound: String?

        @Option(
            "How often to ring again where a run waits for you, such as 1m; it waits at its end, too.",
            "span", read: SpanArgument.minutes)
        var ringAgain: Span?

        @OptionGroup(title: Options.title) var options: Options

        static var methods: [String] { [ProgramCreate.method, ProgramParse.method] }

        func validate() throws {
            guard file == nil || words.isEmpty else {
                throw ValidationError("--file holds the whole program: leave the intervals out")
            }
            guard file != nil || name == nil else {
                throw ValidationError("--name is for files: put the name before the intervals")
            }
            guard file != nil || words.count > 1 else {
                throw ValidationError(
                    "give a name and its intervals, such as 'hills 5m 6x(45s,15s)', or --file")
            }
        }

        var needsTerminal: Bool { file == Input.standard }

        func request(_ asking: Asking) throws -> ProgramCreate {
            guard let file else {
                let notation = try ProgramNotation(Array(words.dropFirst()))
                return ProgramCreate(
                    name: words[0], intervals: Intervals(notation.parts), sound: sound,
                    ringAgain: ringAgain)
            }
            var request = try ProgramFileArgument.read(file, by: options, asking)
            if let name { request.name = name }
            if let sound { request.sound = sound }
            if let ringAgain { request.ringAgain = ringAgain }
            return request
        }
    }

    struct Update: LookupCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "program", abstract: "Change a program.",
            discussion: """
                'edit' does the same. Without an option, it opens the program's file in your \
                editor ($VISUAL or $EDITOR). A file replaces the whole program, and its name \
                unless you give --name. A run that has started continues as it was.
                """,
            examples: [
                "program edit hills",
                "program edit hills --file hills.toml",
                "program edit hills --name 'Hill sprints'",
            ], aliases: ["edit"])

        @OptionGroup var target: ProgramArgument

        @Option(
            name: .shortAndLong, parsing: .unconditional, help: ProgramFileArgument.help,
            completion: .file())
        var file: String?

        @Option("New name.", "text", isShort: true)
        var name: String?

        @Option("Icon name; empty for none.", "name")
        var icon: String?

        @Option(
            "Sound of each start: a file, or a name from 'sound list'; empty for the usual ones.",
            "sound", completion: .file(), read: SoundArgument.change)
        var sound: String?

        @OptionGroup var ringing: RingingOptions

        @OptionGroup(title: Options.title) var options: Options

        static var methods: [String] { [ProgramUpdate.method, ProgramParse.method] }

        private var isByEditor: Bool {
            file == nil && name == nil && icon == nil && sound == nil && ringing.change == nil
        }

        var needsTerminal: Bool { isByEditor || file == Input.standard }

        func answer(_ asking: Asking) throws -> Answer {
            guard isByEditor else { return try answer(to: request(asking), asking) }
            guard asking.dialogue.canAsk else {
                throw ValidationError(
                    "not a terminal, so I can't open an editor: give an option, such as --file"
                )
            }
            return try edited(by: .chosen, asking)
        }

        /// Lets the person edit the program's file.
        func edited(by editor: Editor, _ asking: Asking) throws -> Answer {
            let program = try asking.call(ProgramGet(program: target.program), options)
            let answer = try editor.edit(
                ProgramFile.text(of: program), ending: ".toml", asking.dialogue
            ) { file in
                let given = try ProgramFileArgument.program(
                    Array(file.utf8), of: program.name, by: options, asking)
                let request = ProgramUpdate(
                    program: program.id, name: given.name, intervals: given.intervals,
                    icon: given.icon ?? "", sound: given.sound ?? "",
                    ringAgain: Self.ringAgain(of: given))
                return try self.answer(to: request, asking)
            }
            return answer ?? Answer { _ in AnswerText("nothing was changed\n") }
        }

        func request(_ asking: Asking) throws -> ProgramUpdate {
            let given = try file.map { try ProgramFileArgument.read($0, by: options, asking) }
            return ProgramUpdate(
                program: target.program, name: name ?? given?.name, intervals: given?.intervals,
                icon: icon ?? given.map { $0.icon ?? "" },
                sound: sound ?? given.map { $0.sound ?? "" },
                ringAgain: ringing.change ?? given.map(Self.ringAgain))
        }

        private static func ringAgain(of given: ProgramCreate) -> Removable<Span> {
            given.ringAgain.map { .value($0) } ?? .removed
        }
    }

    struct Duplicate: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "duplicate", of: "program", abstract: "Copy a program.",
            discussion: "'copy' does the same.",
            examples: ["program copy tabata 'Long Tabata'"], aliases: ["copy"])

        @OptionGroup var target: ProgramArgument

        @Argument(help: "Name of the copy; by default 'Tabata copy'.")
        var name: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ProgramDuplicate { ProgramDuplicate(program: target.program, name: name) }
    }

}

extension ProgramList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "program", abstract: "List the programs.")
}

extension ProgramGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "program", abstract: "Show a program with all its intervals.",
        discussion: "'show' does the same. 'run jump' takes its numbers.",
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
            'rm' and 'remove' do the same. Past runs stay, and a current one continues. \
            'trackerctl undo' puts it back.
            """, aliases: CommandConfiguration.deletions)
    static func request(_ target: ProgramArgument) -> Self { Self(program: target.program) }

    static func text(of result: ProgramView, in style: Style) -> String {
        "deleted \(result.sentence(in: style.behind("deleted ")))\n"
    }
}

extension ProgramCommands {
    struct Export: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "export", of: "program", abstract: "Print a program as a file for 'add'.",
            examples: ["program export tabata > tabata.toml"])

        @OptionGroup var target: ProgramArgument
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ProgramGet { ProgramGet(program: target.program) }

        func text(of result: ProgramView, in style: Style) -> String {
            ProgramFile.text(of: result)
        }
    }
}
