import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import UserFiles

@testable import TrackerView
@testable import trackerctl

/// The questions of 'trackerctl setup', to a daemon that plays its part.
@Suite struct SetupTests {
    private static let configuration = """
        {"reminders":{"every_ms":1800000,"between":"09:00-17:00","days":"mon-fri"},\
        "sounds":{"enabled":true,"volume":60,"files":{}}}
        """

    private static let settings = """
        {"unit":"kg","rest_ms":90000,"bar":20,"plates":[],"day_starts_at":"04:00",\
        "week_starts":"mon","active_days":["mon"],"streak":true,"achievements":true,"xp":true,\
        "challenges":true,"reports":{"daily":true,"weekly":true,"monthly":true,"at":"20:00"}}
        """

    /// Runs the setup with some answers, and returns the questions and the requests behind the first three.
    private func run(
        _ answers: [String?], replies: [String] = [], reminders: String = "[]"
    ) throws -> (asked: [String], sent: [String]) {
        let beginning = [
            Sample.result(Self.settings), Sample.result(Self.configuration, id: 2),
            Sample.result("{\"reminders\":\(reminders)}", id: 3),
        ]
        let server = try FakeServer([
            (beginning + replies).flatMap { [FakeServer.Step.read, .send($0)] }
        ])
        var asked: [String] = []
        var rest = answers[...]
        let dialogue = Dialogue(canAsk: true) { question in
            asked.append(question)
            return rest.popFirst() ?? nil
        }
        try SetupCommand.parse(["--socket", server.path]).run(dialogue)
        return (asked, Array(server.received.dropFirst(3)))
    }

    @Test func fiveQuestionsAtMostEachWithItsDefault() throws {
        let all = try run(["-", "-", "-", "-", "-"])
        #expect(all.sent.isEmpty)
        #expect(all.asked.count == 5)
        #expect(all.asked.allSatisfy { $0.hasSuffix("] ") })
        #expect(all.asked[0] == "Do you lift in kg or lb? [kg] ")
        #expect(
            all.asked[1]
                == "A reminder to stand up, every 30m, 09:00-17:00, mon-fri? [yes] ")
        #expect(all.asked[3] == "Play short sounds when something ends? [yes] ")
        #expect(all.asked[4].hasSuffix("[20:00] "))
    }

    @Test func anAnswerIsActedOnAtOnce() throws {
        let sent = try run(["lb"], replies: [Sample.result(Self.settings, id: 4)]).sent
        #expect(sent.count == 1 && sent[0].contains(#""method":"settings.set""#))
        #expect(sent[0].contains(#""unit":"lb""#))
        // What is so already is left alone.
        #expect(try run(["kg"]).sent.isEmpty)
    }

    @Test func theReminderIsThatOfRemindAdd() throws {
        let sent = try run(["-", ""], replies: [Sample.result(Sample.move, id: 4)]).sent
        #expect(sent.count == 1 && sent[0].contains(#""method":"reminder.create""#))
        #expect(sent[0].contains(#""name":"stand""#) && sent[0].contains(#""usual":true"#))
        #expect(try run(["-", "no"]).sent.isEmpty)
        // One of this name is there already.
        let named = Sample.move.replacing(#""name":"move""#, with: #""name":"Stand""#)
        #expect(
            try run(["-", "-"], reminders: "[\(named)]").asked[1].hasPrefix("Which status bar"))
    }

    @Test func whatCannotBeReadIsAskedAgain() throws {
        #expect(try run(["stones", "-", "-"]).asked[1].hasPrefix("Do you lift"))
        #expect(try run(["-", "maybe", "-"]).asked[2].hasPrefix("A reminder"))
        #expect(try run(["-", "-", "xmobar", "none"]).asked[3].hasPrefix("Which status bar"))
        #expect(try run(["-", "-", "-", "-", "25:00", "-"]).asked.count == 6)
    }

    @Test func theReportGetsItsTimeOrNone() throws {
        func sent(_ answer: String) throws -> String {
            try run(
                ["-", "-", "-", "-", answer], replies: [Sample.result(Self.settings, id: 4)]
            ).sent.joined()
        }
        #expect(try sent("8pm").contains(#""reports":{"at":"20:00"}"#))
        #expect(
            try sent("no").contains(#""reports":{"daily":false,"weekly":false,"monthly":false}"#))
    }

    /// Without an answer nothing more is asked.
    @Test func theEndOfInputEndsIt() throws {
        let ended = try run(["-", nil])
        #expect(ended.asked.count == 2 && ended.sent.isEmpty)
    }

    @Test func withoutATerminalItSaysWhatToDo() throws {
        let refusal = try #require(throws: Refusal.self) {
            try SetupCommand.parse([]).run(Dialogue(canAsk: false) { _ in nil })
        }
        #expect(refusal.hint?.contains("--yes") == true)
        #expect(throws: ValidationError.self) { try SetupCommand.parse(["--json"]).run() }
    }

    @Test(arguments: [
        ("", "[sounds]\nenabled = false\n"),
        ("[idle]\n", "[idle]\n\n[sounds]\nenabled = false\n"),
        ("a = 1", "a = 1\n\n[sounds]\nenabled = false\n"),
    ])
    func theSwitchForSoundsComesBehindTheRest(_ text: String, _ changed: String) throws {
        let file = UserFile(path: "c.toml", text: text)
        #expect(try SoundSwitch.changed(file, isOn: false) == changed)
    }

    @Test(arguments: [
        "[sounds]\nvolume = 30\n", "sounds.volume = 30\n", "a = 1\nsounds = { volume = 30 }\n",
        "[sounds.files]\n", "[ \"sounds\" ]\n",
    ])
    func aFileThatSaysSomethingIsItsOwners(_ text: String) throws {
        let refusal = try #require(throws: Refusal.self) {
            try SoundSwitch.changed(UserFile(path: "c.toml", text: text), isOn: false)
        }
        #expect(refusal.message.contains("c.toml"))
    }

    /// Nothing is added to a file that the daemon refuses.
    @Test func aFaultyFileIsToBeFixedFirst() throws {
        let server = try FakeServer([
            [
                .read,
                .send(
                    """
                    {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"c.toml:2: is wrong",\
                    "data":{"kind":"invalid_params","line":2}}}
                    """),
            ]
        ])
        let client = try Client.connect(path: server.path)
        let refusal = try #require(throws: Refusal.self) { try SoundSwitch.check(by: client) }
        #expect(refusal.message == "c.toml:2: is wrong" && refusal.hint == "fix that first")
    }
}
