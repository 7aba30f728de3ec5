import ArgumentParser
import Foundation
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Command lines about programs and runs, and the requests that they send.
enum ProgramRequests {
    static let all: [(line: String, method: String, params: String)] = [
        ("program list", "program.list", "{}"),
        ("program get tabata", "program.get", #"{"program":"tabata"}"#),
        ("program show tabata", "program.get", #"{"program":"tabata"}"#),
        ("program export tabata", "program.get", #"{"program":"tabata"}"#),
        ("program copy tabata", "program.duplicate", #"{"program":"tabata"}"#),
        (
            "program duplicate tabata Mine", "program.duplicate",
            #"{"name":"Mine","program":"tabata"}"#
        ),
        ("program rm tabata", "program.delete", #"{"program":"tabata"}"#),
        (
            "program edit tabata --name HIIT --icon timer", "program.update",
            #"{"icon":"timer","name":"HIIT","program":"tabata"}"#
        ),
        ("run tabata", "run.start", #"{"program":"tabata"}"#),
        ("run start tabata", "run.start", #"{"program":"tabata"}"#),
        (
            "run tabata --from 3 --rounds 4", "run.start",
            #"{"from":2,"program":"tabata","rounds":4}"#
        ),
        ("run pause", "run.pause", "{}"), ("run resume", "run.resume", "{}"),
        ("run confirm", "run.confirm", "{}"), ("run skip", "run.skip", "{}"),
        ("run back", "run.back", "{}"), ("run stop", "run.stop", "{}"),
        ("run get", "run.get", "{}"), ("run show", "run.get", "{}"),
        ("run jump 5", "run.jump", #"{"index":4}"#),
        ("run extend 30s", "run.extend", #"{"by":30000}"#),
        ("run extend 2", "run.extend", #"{"by":2000}"#),
        ("run extend -- -1m", "run.extend", #"{"by":-60000}"#),
        ("run list", "run.list", "{}"),
        (
            "run history --from -7d --to 2026-03-01 --limit 5", "run.list",
            #"{"from":"-7d","limit":5,"to":"2026-03-01"}"#
        ),
    ]
}

@Suite struct ProgramCommandTests {
    private static let text = """
        name = "Hills"
        intervals = [{ label = "Up", duration = "45s" }]
        """
    private static let intervals = """
        [{"confirmation":"automatic","cues":["start","half","countdown","end"],"duration":45000,\
        "kind":"work","label":"Up"}]
        """

    private static let fault = """
        {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"line 2: intervals[0].duration must \
        be a duration with its unit","data":{"kind":"invalid_params",\
        "field":"intervals[0].duration","line":2}}}
        """

    private func params(_ arguments: [String]) throws -> String {
        let command = try Trackerctl.command(for: arguments)
        let sender = try #require(command as? any MethodCommand)
        return try RequestTests.wire(of: sender).params
    }

    @Test func fromAFile() throws {
        /// The params that follow once the daemon has read the file.
        func params(_ arguments: [String]) throws -> String {
            let read = "{\"name\":\"Hills\",\"intervals\":\(Self.intervals)}"
            let server = try FakeServer([[.read, .send(Sample.result(read))]])
            let params = try self.params(arguments + ["--socket", server.path])
            let sent = try #require(server.received.first)
            #expect(sent.contains(#""method":"program.parse""#))
            #expect(sent.contains(#"\nintervals = [{ label = \"Up\", duration = \"45s\" }]"#))
            return params
        }
        try withFile(Self.text.utf8) { path in
            let added = try params(["program", "add", "--file", path])
            #expect(
                added
                    == "{\"intervals\":\(Self.intervals),\"name\":\"Hills\"}")
            #expect(
                try params(["program", "create", "-f", path, "-n", "Mine"])
                    == "{\"intervals\":\(Self.intervals),\"name\":\"Mine\"}")
            #expect(
                try params(["program", "edit", "hills", "--file", path])
                    == """
                    {"icon":"","intervals":\(Self.intervals),"name":"Hills","program":"hills"}
                    """)
        }
    }

    @Test func aWrongFileIsNamedWithWhatIsWrong() throws {
        try withFile("name = \"x\"\nintervals = [{ label = \"a\", duration = \"5\" }]".utf8) {
            path in
            let server = try FakeServer([[.read, .send(Self.fault)]])
            let failure = try #require(
                #expect(throws: (any Error).self) {
                    try params(["program", "add", "-f", path, "--socket", server.path])
                })
            #expect(Failure(failure).status == 1)
            #expect(
                Failure(failure).message?.hasPrefix("\(path): line 2: intervals[0].duration")
                    == true)
            #expect(Failure(failure).hint?.contains("program --help") == true)
        }
        try withFile([0x23, 0x0A, 0x23, 0xE9]) { path in
            let failure = try #require(
                #expect(throws: (any Error).self) { try params(["program", "add", "-f", path]) })
            #expect(Failure(failure).status == 1)
            #expect(Failure(failure).message?.hasPrefix("\(path): line 2: is not UTF-8") == true)
        }
        try withFile(String(repeating: "#", count: 131_073).utf8) { path in
            let failure = try #require(
                #expect(throws: (any Error).self) { try params(["program", "add", "-f", path]) })
            #expect(Failure(failure).status == 1)
            #expect(Failure(failure).message == "\(path): is too large: at most 128 KiB")
        }
        let missing = try #require(
            #expect(throws: (any Error).self) { try params(["program", "add", "-f", "/no/x"]) })
        #expect(Failure(missing).status == 64)
    }

    @Test(arguments: [
        "program add", "program add hills", "program add hills --file x", "program add --name x 5m",
        "program get", "run tabata --from 0", "run tabata --rounds 0", "run start", "run jump 0",
        "run jump x",
        "run jump -- -1", "run extend soon", "run tabata now", "run history --from soon",
    ])
    func wrongUsage(_ line: String) {
        let failure = #expect(throws: (any Error).self) {
            try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        }
        #expect(failure.map { Failure($0).status } == 64)
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

    // MARK: Rendering

    @Test func aProgramInAllItsParts() throws {
        let program: ProgramView = try Sample.read(Sample.tabata)
        #expect(program.sentence(in: .plain) == "Tabata: 18 steps, 5:10 [t4baaaaaaaaa]")
        #expect(
            ProgramText.details(program, in: .plain) == """
                Tabata: 18 steps, 5:10 [t4baaaaaaaaa]
                 1  Get ready  0:10  prepare
                    8 times:
                 2    Work     0:20  work
                 3    Rest     0:10  rest
                18  Walk       1:00  cooldown, waits for confirmation

                """)
        #expect(
            ProgramText.table([program, program], in: .plain) == """
                NAME    STEPS  TIME  ID
                Tabata     18  5:10  t4baaaaaaaaa
                Tabata     18  5:10  t4baaaaaaaaa

                """)
    }

    @Test func runsInAllTheirStates() throws {
        let run: RunView = try Sample.read(Sample.run())
        #expect(
            run.sentence(in: .plain)
                == "Tabata: running, Work (2 of 8) 0:12 left, then Rest 0:10; step 4 of 18, 4:22 left in total"
        )
        let waiting: RunView = try Sample.read(Sample.run("waiting_for_confirmation"))
        #expect(
            waiting.sentence(in: .plain).hasPrefix(
                "Tabata: waiting for confirmation, Work (2 of 8) is over, then Rest 0:10; step 4"))
        let since = #""waiting_since":"2026-03-01T09:30:00.000+01:00","#
        let long: RunView = try Sample.read(Sample.run("waiting_for_confirmation", more: since))
        var style = Style.plain
        style.nowMs = { (WireTime.ms("2026-03-01T09:33:12.500+01:00") ?? 0) }
        #expect(
            long.sentence(in: style).hasPrefix(
                "Tabata: waiting 3:12 for confirmation, Work (2 of 8) is over, then Rest 0:10"))
        let stopped: RunView = try Sample.read(
            Sample.run("stopped", more: #""ended_at":"2026-03-01T09:31:00.000+01:00","#))
        #expect(
            stopped.sentence(in: .plain)
                == "Tabata: stopped, step 4 of 18, took 0:48 and 0:12 paused or waiting, "
                + "ended 09:31")
        #expect(
            ProgramText.history([run, stopped], in: .plain) == """
                STARTED      PROGRAM  STATE    STEP  TIME
                today 09:30  Tabata   running  4/18  0:48
                today 09:30  Tabata   stopped  4/18  0:48

                """)
    }

    @Test func nothingThatIsWrittenMovesTheCursor() throws {
        let evil = Sample.run().replacing("Work", with: "W\\u001b[31m")
        let run: RunView = try Sample.read(evil)
        #expect(!run.sentence(in: .plain).contains("\u{1b}"))
    }

    @Test func eventsTellWhereItStands() throws {
        func line(_ type: String, _ data: String) throws -> String {
            let event: EventView = try Sample.read(Sample.event(812, type, data: data))
            return EventTable.text(of: [event], in: .plain)
        }
        #expect(
            try line("run.interval_started", Sample.run())
                == "812  09:30:00  run.interval_started  Tabata  Work, 0:12 left\n")
        #expect(
            try line("run.countdown", Sample.run(more: #""seconds":3,"#))
                == "812  09:30:00  run.countdown  Tabata  3\n")
        #expect(
            try line(
                "run.completed", Sample.run("completed", more: #""late_by_ms":65000,"passed":3,"#))
                == "812  09:30:00  run.completed  Tabata  after 0:48, 3 passed, 1m05s late\n")
    }

    @Test func theStatusTellsOfTheRun() throws {
        func text(_ state: String) throws -> String {
            let status: Status.Response = try Sample.read(
                Sample.status(quiet: "\"run\":\(Sample.run(state)),"))
            return status.text(in: .plain)
        }
        #expect(try text("running").hasPrefix("Tabata: running, Work"))
        #expect(try text("completed").hasPrefix("nothing is running"))
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

    /// The wire counts steps from 0, the message from 1.
    @Test func stepsAreToldFromOne() throws {
        let refusal = """
            {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"index is out of range",\
            "data":{"kind":"invalid_params","field":"index"}}}
            """
        let server = try FakeServer([
            [.read, .send(refusal)], [.read, .send(Sample.result(Sample.run()))],
        ])
        let error = #expect(throws: Refusal.self) {
            try RunCommands.Jump.parse(["99", "--socket", server.path]).run()
        }
        #expect(error?.message == "no step 99: Tabata has steps 1 to 18")
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
