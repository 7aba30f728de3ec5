import ArgumentParser
import TrackerAPI
import TrackerCore

/// The argument parser's description of a command: the part of its dump that the manual, completion and refusals
/// use.
struct HelpDump {
    let command: Command

    struct Command {
        let commandName: String
        let aliases: [String]
        let abstract: String?
        let discussion: String?
        /// Subcommands meant for people to see.
        let visibleSubcommands: [Command]
        let visibleArguments: [Argument]
        private let shouldDisplay: Bool

        fileprivate init(_ json: JSONValue) {
            commandName = json["commandName"]?.string ?? ""
            aliases = json["aliases"].texts
            abstract = json["abstract"]?.string
            discussion = json["discussion"]?.string
            shouldDisplay = json["shouldDisplay"] != .bool(false)
            visibleSubcommands = json["subcommands"].values.map(Command.init)
                .filter { $0.shouldDisplay && $0.commandName != "help" }
            visibleArguments = json["arguments"].values
                .filter { $0["shouldDisplay"] == .bool(true) }.map(Argument.init)
        }
    }

    struct Argument {
        /// The names as they are typed, such as `--limit` and `-l`; empty for a positional argument.
        let spellings: [String]
        let isPositional: Bool
        let takesValue: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let sectionTitle: String?
        /// Name of the value in help texts.
        let placeholder: String
        let abstract: String?
        let discussion: String?
        let completion: Completion?

        fileprivate init(_ json: JSONValue) {
            spellings = json["names"].values.map { name in
                (name["kind"]?.string == "long" ? "--" : "-") + (name["name"]?.string ?? "")
            }
            isPositional = json["kind"]?.string == "positional"
            takesValue = json["kind"]?.string == "option"
            isOptional = json["isOptional"] == .bool(true)
            isRepeating = json["isRepeating"] == .bool(true)
            sectionTitle = json["sectionTitle"]?.string
            placeholder = json["valueName"]?.string ?? "value"
            abstract = json["abstract"]?.string
            discussion = json["discussion"]?.string
            completion = json["completionKind"].flatMap(Completion.init)
        }
    }

    /// The source of an argument's values.
    enum Completion {
        case list([String])
        case files, folders
        /// Names that the daemon knows.
        case live

        fileprivate init?(_ json: JSONValue) {
            if let list = json["list"] {
                self = .list(list["values"].texts)
            } else if json["file"] != nil {
                self = .files
            } else if json["directory"] != nil {
                self = .folders
            } else if json["custom"] != nil {
                self = .live
            } else {
                return nil
            }
        }
    }
}

extension HelpDump {
    /// The visible arguments of a command without subcommands.
    static func arguments(of command: any ParsableCommand.Type) throws -> [Argument] {
        try HelpDump(of: command).command.visibleArguments
    }

    init(of command: any ParsableCommand.Type) throws {
        try self.init(json: Array(command._dumpHelp().utf8))
    }

    init(json: [UInt8]) throws {
        guard let command = try JSONText.value(JSONValue.self, from: json)["command"] else {
            throw ValidationError("the input doesn't describe a command")
        }
        self.command = Command(command)
    }
}

extension JSONValue? {
    /// Elements of a list; empty for any other value.
    fileprivate var values: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    fileprivate var texts: [String] { values.compactMap(\.string) }
}
