import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// The argument parser's description of the commands: the part of its dump that the manual and the
/// completions use.
struct HelpDump: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let aliases: [String]?
        let shouldDisplay: Bool?
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?

        /// Subcommands meant for people to see.
        var visibleSubcommands: [Command] {
            (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
        }

        var visibleArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let shouldDisplay: Bool
        let sectionTitle: String?
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let abstract: String?
        let discussion: String?
        let completionKind: Completion?

        /// The names as they are typed, such as `--limit` and `-l`; empty for a positional argument.
        var spellings: [String] { (names ?? []).map(\.text) }
        var isPositional: Bool { kind == "positional" }
        var takesValue: Bool { kind == "option" }
        var placeholder: String { valueName ?? "value" }
    }

    /// The source of an argument's values, one of these.
    struct Completion: Decodable {
        struct List: Decodable { let values: [String] }
        struct Nothing: Decodable {}

        let list: List?
        let file: Nothing?
        let directory: Nothing?
        let custom: Nothing?
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
        self = try JSONText.value(JSONValue.self, from: json).inSnakeCase.decoded()
    }
}

extension JSONValue {
    /// The parser's member names in snake case, like ours.
    fileprivate var inSnakeCase: JSONValue {
        switch self {
        case .object(let members):
            .object(
                Dictionary(
                    members.map { ($0.inSnakeCase, $1.inSnakeCase) }, uniquingKeysWith: { $1 }))
        case .array(let values): .array(values.map(\.inSnakeCase))
        default: self
        }
    }
}
