import ArgumentParser
import TestSupport
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

/// Checks of every command of trackerctl.
@Suite struct MethodCoverageTests {
    /// Every command below the root, with the words that name it.
    static var commands: [(path: String, type: any ParsableCommand.Type)] {
        below(Trackerctl.self, path: "trackerctl")
    }

    private static func below(
        _ type: any ParsableCommand.Type, path: String
    ) -> [(path: String, type: any ParsableCommand.Type)] {
        type.configuration.subcommands.flatMap { child in
            let path = "\(path) \(child._commandName)"
            return [(path, child)] + below(child, path: path)
        }
    }

    @Test func everyMethodIsReachedByACommand() {
        let sent = Self.commands.flatMap { command in
            (command.type as? any DaemonCommand.Type)?.methods ?? []
        }
        // The description is for programs; `trackerctl rpc` prints it.
        #expect(Set(Methods.all.map { $0.method }).subtracting(sent) == [RPCDiscover.method])
    }

    /// Transcripts have a request of each method that a command sends, unless it is a program of its own.
    @Test func everyMethodIsInATranscript() {
        let folder = Checkout.path("Tests/trackerctlTests/Transcripts")
        let requests = File.names(in: folder).flatMap { File.lines("\(folder)/\($0)") }
            .filter { $0.hasPrefix("> ") }
        let sent = requests.map { $0.dropFirst(2).prefix { $0 != " " } }.map(String.init)
        let methods = Self.commands.flatMap { command in
            (command.type as? any (DaemonCommand & AnsweringCommand).Type)?.methods ?? []
        }
        #expect(Set(methods).subtracting(sent) == [])
    }

    /// A name that nobody would type is no command's.
    @Test func commandsAreWords() {
        for (path, _) in Self.commands { #expect(!path.contains("_"), "\(path)") }
    }

    @Test func everyCommandIsNamedAndDescribed() {
        for (path, type) in Self.commands {
            let configuration = type.configuration
            // Without a name, the parser makes one by reflection at every start.
            #expect(configuration.commandName != nil, "\(path)")
            #expect(configuration.abstract.hasSuffix("."), "\(path)")
            guard configuration.subcommands.isEmpty else { continue }
            let parent = path.split(separator: " ").dropLast().joined(separator: " ")
            #expect(configuration._superCommandName == parent, "\(path)")
        }
    }

    /// A line that begins with blanks is an example or a row of a table, so that it mustn't be wrapped.
    @Test func whatIsSetInColumnsFitsATerminal() {
        for (path, type) in Self.commands {
            for row in type.configuration.discussion.split(separator: "\n") {
                #expect(!row.hasPrefix(" ") || row.count <= 80, "\(path): \(row)")
            }
        }
    }
}
