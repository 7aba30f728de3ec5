import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import trackerctl

/// A refusal names the options of the command that was typed, and leaves all other words alone.
@Suite struct FieldWordsTests {
    private func message(_ line: String, _ text: RefusalText) -> String? {
        let words = line.split(separator: " ").map(String.init)
        let error = ClientError.refused(WireError(Rejection(.invalidParams, text)))
        return Failure(error, line: words).message
    }

    @Test(
        arguments: [
            (
                "import x.csv", "\(field: "distance_unit") is needed: the file doesn't say",
                "--distance-unit is needed: the file doesn't say"
            ),
            (
                "import x.csv", "\(field: "unit") is needed: the file doesn't say",
                "--unit is needed: the file doesn't say"
            ),
            (
                "workout remove row",
                "Row is in the workout 2 times: give \(field: "block") to say which",
                "Row is in the workout 2 times: give --block to say which"
            ),
            // The command has '--color', which says when to use colours.
            ("timer list", "\(field: "color") is wrong", "color is wrong"),
            ("timer list", "\(field: "started_at") is wrong", "started at is wrong"),
            // Members of a list have no options, even where the command has one of that name.
            (
                "template add push", "\(field: "exercises[1].reps_to") is wrong",
                "exercises[1].reps_to is wrong"
            ),
            // Members themselves were typed.
            ("rpc timer.start {}", "\(field: "started_at") is wrong", "started_at is wrong"),
            (
                "atomic []", "after \(moment: "2026-11-23T18:00:00.000+00:00")",
                "after 2026-11-23T18:00:00.000+00:00"
            ),
        ] as [(String, RefusalText, String)])
    func slotsBecomeOptions(_ line: String, _ text: RefusalText, _ words: String) {
        #expect(message(line, text) == words)
    }

    /// What was typed comes back as it is, even if it looks like a member or a time.
    @Test(
        arguments: [
            "drop_of nothing", "started_at", "unit is needed", "event 6 was undone",
            "2026-11-23T18:00:00.000+00:00", "{\"field\":\"every\"}", "\\(field: \"at\")",
            "--start",
            "give block to say which, ", "'at' \"at\" [at] <at>",
            "not in seconds: give count instead",
        ],
        [
            "timer cancel x", "remind update x --every 5m", "log x 5", "exercise get x",
            "program get x", "run x", "train edit x", "workout edit x", "set delete x",
            "weight delete x", "rpc status",
        ])
    func textsStayAsTheyAre(_ text: String, _ line: String) {
        #expect(message(line, "no timer '\(text)'") == "no timer '\(text)'")
        let mixed = message(line, "\(text)\(field: "no_such") \(text)")
        #expect(mixed?.hasPrefix(text) == true && mixed?.hasSuffix(" " + text) == true)
    }

    /// Older daemons give the message alone.
    @Test func messagesWithoutSlotsStayAsTheyAre() throws {
        let error: WireError = try Sample.read(
            #"""
            {"code":-32602,"message":"started_at is wrong",\#
            "data":{"kind":"invalid_params","field":"started_at"}}
            """#)
        let failure = Failure(ClientError.refused(error), line: ["workout", "edit"])
        #expect(failure.message == "started_at is wrong")
        #expect(failure.hint == "give it with --start")
    }

    /// The table holds options that some command has.
    @Test func allOptionsOfTheTableExist() throws {
        func names(_ command: HelpDump.Command) -> [String] {
            command.visibleArguments.flatMap(\.spellings)
                + command.visibleSubcommands.flatMap(names)
        }
        let known = Set(names(try HelpDump(of: Trackerctl.self).command))
        for (member, option) in FieldWords.options { #expect(known.contains(option), "\(member)") }
    }

    private func files(in folder: String) -> [String] {
        File.names(in: Checkout.path(folder)).flatMap { name in
            name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : files(in: "\(folder)/\(name)")
        }
    }
}
