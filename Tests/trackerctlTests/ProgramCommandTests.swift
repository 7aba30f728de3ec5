import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct ProgramCommandTests {
    private static let text = """
        name = "Hills"
        intervals = [{ label = "Up", duration = "45s" }]
        """
    private static let intervals = """
        [{"confirmation":"automatic","cues":["start","half","countdown","end"],"duration":45000,\
        "kind":"work","label":"Up"}]
        """

    private func params(_ arguments: [String]) throws -> JSONValue {
        let command = try #require(Trackerctl.command(for: arguments) as? any MethodCommand)
        let request: any Request = try command.request(.atTerminal)
        return try decode(JSONValue.self, RequestTests.wire(of: request).params)
    }

    @Test func fromAFile() throws {
        /// The params that follow once the daemon has read the file.
        func check(_ arguments: [String], _ params: String) throws {
            let read = "{\"name\":\"Hills\",\"intervals\":\(Self.intervals)}"
            let server = try FakeServer([[.read, .send(Sample.result(read))]])
            let sent = try self.params(arguments + ["--socket", server.path])
            let asked = try #require(server.received.first)
            #expect(asked.contains(#""method":"program.parse""#))
            #expect(asked.contains(#"\nintervals = [{ label = \"Up\", duration = \"45s\" }]"#))
            let expected = "{\"intervals\":\(Self.intervals),\(params)}"
            #expect(try sent == decode(JSONValue.self, expected))
        }
        try withFile(Self.text.utf8) { path in
            try check(["program", "add", "--file", path], #""name":"Hills""#)
            try check(["program", "create", "-f", path, "-n", "Mine"], #""name":"Mine""#)
            try check(
                ["program", "edit", "hills", "--file", path],
                #""icon":"","name":"Hills","program":"hills","ring_again":false,"sound":"""#)
        }
    }

    @Test func aFileThatIsNoTextIsNamed() throws {
        let files: [(bytes: [UInt8], fault: String)] = [
            ([0x23, 0x0A, 0x23, 0xE9], "line 2: is not UTF-8"),
            ([UInt8](repeating: 0x23, count: 131_073), "is too large: at most 128 KiB"),
        ]
        for file in files {
            try withFile(file.bytes) { path in
                let failure = try #require(
                    #expect(throws: (any Error).self) {
                        try params(["program", "add", "-f", path])
                    })
                #expect(Failure(failure).status == 1)
                #expect(Failure(failure).message?.hasPrefix("\(path): \(file.fault)") == true)
            }
        }
    }

    /// `help` is never the name of a program or exercise.
    @Test(arguments: ["run", "set"]) func helpIsHelp(_ group: String) {
        func failure(_ word: String) -> (any Error)? {
            #expect(throws: (any Error).self) {
                var command = try Trackerctl.command(for: [group, word])
                try command.run()
            }
        }
        let (asked, byDefault) = (failure("help"), failure("--help"))
        let help = asked.map { Failure($0) }
        #expect(help?.status == 0 && help?.message == byDefault.map { Failure($0) }?.message)
        #expect(help?.message?.contains("USAGE: trackerctl \(group)") == true)
    }

    /// No program may have a name that `run` takes for a subcommand.
    @Test func everyWordOfRunIsReserved() {
        var words: Set = ["help"]
        for command in RunCommands.configuration.subcommands {
            words.insert(command.configuration.commandName ?? "")
            words.formUnion(command.configuration.aliases)
        }
        #expect(words == Program.reservedNames)
    }

    @Test func aLateEndIsTold() throws {
        let data = Sample.run("completed", more: #""late_by_ms":65000,"passed":3,"#)
        let event: EventView = try Sample.read(Sample.event(812, "run.completed", data: data))
        #expect(
            EventTable.text(of: [event], in: .plain)
                == "812  09:30:00  run.completed  Tabata  after 0:48, 3 passed, 1m05s late\n")
    }

    @Test func completionsAreWordsToAShell() throws {
        let programs: [ProgramView] = try [
            Sample.tabata, Sample.tabata.replacing("Tabata", with: "7-Minute Circuit"),
            Sample.tabata.replacing("Tabata", with: "$(reboot)"),
        ].map { try Sample.read($0) }
        #expect(
            ProgramArgument.completions(for: programs)
                == ["7-minute-circuit", "t4baaaaaaaaa", "tabata"])
    }
}

extension Sample {
    private static func interval(_ label: String, _ ms: Int, _ kind: String, _ end: String)
        -> String
    {
        """
        {"label":"\(label)","duration_ms":\(ms),"kind":"\(kind)","confirmation":"\(end)",\
        "cues":["start","half","countdown","end"]}
        """
    }

    static let tabata = """
        {"id":"t4baaaaaaaaa","name":"Tabata","intervals":[\
        \(interval("Get ready", 10_000, "prepare", "automatic")),{"repeat":8,"intervals":[\
        \(interval("Work", 20_000, "work", "automatic")),\
        \(interval("Rest", 10_000, "rest", "automatic"))]},\
        \(interval("Walk", 60_000, "cooldown", "manual"))],"total_ms":310000,"steps":18}
        """

    static func run(_ state: String = "running", more: String = "") -> String {
        """
        {"id":"r7naaaaaaaaa","program":"t4baaaaaaaaa","name":"Tabata","state":"\(state)",\
        "index":3,"steps":18,"interval":\(interval("Work", 20_000, "work", "automatic")),\
        "next":\(interval("Rest", 10_000, "rest", "automatic")),"round":{"k":2,"n":8},\
        "remaining_ms":12000,"elapsed_ms":48000,"total_remaining_ms":262000,\(more)\
        "started_at":"2026-03-01T09:30:00.000+01:00"}
        """
    }
}
