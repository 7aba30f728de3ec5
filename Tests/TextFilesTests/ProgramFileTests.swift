import TestSupport
import Testing
import TextFiles
import TrackerAPI
import TrackerCore
import UserFiles

struct ProgramFileTests {
    private func view(
        _ name: String, icon: String? = nil, sound: String? = nil, ringAgainMs: Int64? = nil,
        _ parts: [ProgramPart]
    ) throws -> ProgramView {
        let fields = Program.Fields(
            name: name, icon: icon, sound: sound, ringAgainMs: ringAgainMs, parts: parts)
        return ProgramView(try Program(id: "p1", fields: fields))
    }

    private func refusal(_ text: String) -> TextProblem? {
        do throws(TextProblem) {
            _ = try ProgramFile.read(text)
            return nil
        } catch { return error }
    }

    @Test func asItIsWritten() throws {
        let program = try view(
            "Tab\"ata\" 🏃 é",
            icon: "timer", sound: "rest-warning", ringAgainMs: 60_000,
            [
                .interval(Interval(label: "Get ready", durationMs: 10_000, kind: .prepare)),
                .group(
                    repeats: 8,
                    [
                        .interval(Interval(label: "Work", durationMs: 20_000)),
                        .group(
                            repeats: 2,
                            [
                                .interval(
                                    Interval(
                                        label: "Back\\slash", durationMs: 90_500, kind: .rest,
                                        confirmation: .manual, cues: [.start, .end],
                                        ringAgainMs: 90_000))
                            ]),
                    ]),
                .interval(
                    Interval(label: "Off", durationMs: 100, cues: [], sound: "/home/me/a b.wav")),
            ])
        let text = ProgramFile.text(of: program)
        #expect(
            text == """
                name = "Tab\\"ata\\" 🏃 é"
                icon = "timer"
                sound = "rest-warning"
                ring_again = "1m"

                intervals = [
                    { label = "Get ready", duration = "10s", kind = "prepare" },
                    { repeat = 8, intervals = [
                        { label = "Work", duration = "20s" },
                        { repeat = 2, intervals = [
                            { label = "Back\\\\slash", duration = "1m30.5s", kind = "rest", \
                confirmation = "manual", cues = ["start", "end"], ring_again = "1m30s" },
                        ] },
                    ] },
                    { label = "Off", duration = "0.1s", cues = [], sound = "/home/me/a b.wav" },
                ]

                """)
        let read = try ProgramFile.read(text)
        #expect(read.name == program.name && read.icon == program.icon)
        #expect(read.sound == program.sound && read.ringAgain?.ms == 60_000)
        #expect(read.intervals.parts == program.intervals)
    }

    /// Any valid program is read back from its file unchanged.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func roundTrips(_ seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        let labels = ["a", "\u{e9}\u{1F3CB}", "it's \"so\"", "\\n", "x = [ {} ] # no", "a\u{a0}b"]
        func parts(_ depth: Int) -> [ProgramPart] {
            (0..<Int.random(in: 1...3, using: &dice)).map { _ in
                if depth < 3, Bool.random(using: &dice) {
                    return .group(
                        repeats: Int.random(in: 1...2, using: &dice), parts(depth + 1))
                }
                let confirmation = Interval.Confirmation.allCases.randomElement(using: &dice)
                let isRinging = confirmation == .manual && Bool.random(using: &dice)
                return .interval(
                    Interval(
                        label: labels.randomElement(using: &dice) ?? "",
                        durationMs: Int64.random(in: 100...300_000, using: &dice),
                        kind: Interval.Kind.allCases.randomElement(using: &dice) ?? .work,
                        confirmation: confirmation ?? .automatic,
                        cues: Interval.Cue.allCases.filter { _ in Bool.random(using: &dice) },
                        sound: [nil, "rest-warning", "/a/\"b\".wav"].randomElement(using: &dice)
                            ?? nil,
                        ringAgainMs: isRinging
                            ? Int64.random(in: Ringing.spans, using: &dice) : nil))
            }
        }
        let open = ProgramPart.interval(
            Interval(
                label: "20 push-ups", durationMs: 0, confirmation: .manual, exercise: "push-ups",
                count: 20))
        let loop = ProgramPart.group(repeats: nil, [open] + parts(1))
        let program = try view(labels.randomElement(using: &dice) ?? "", parts(0) + [loop])
        let read = try ProgramFile.read(ProgramFile.text(of: program))
        #expect(read.name == program.name && read.icon == nil)
        #expect(read.intervals.parts == program.intervals)
    }

    @Test func tablesDoAsWellAsInlineOnes() throws {
        let read = try ProgramFile.read(
            """
            # A comment.
            name = 'HIIT'
            [[intervals]]
            label = "Warm up"
            duration = "1m30s"
            [[intervals]]
            repeat = 0x3
            [[intervals.intervals]]
            label = "Go"
            duration = "20s"
            """)
        #expect(read.intervals.parts.totalMs == 150_000 && read.intervals.parts.stepCount == 4)
    }

    static let wrong: [(text: String, line: Int?, key: String?, message: String)] = [
        ("name = \"x\"", nil, "intervals", "intervals is missing"),
        ("intervals = []", nil, "name", "name is missing"),
        ("name = \"x\"\nintervals = []", 2, "intervals", "intervals is empty"),
        ("name = \"x\"\nring_again = 60\nintervals = []", 2, "ring_again", "with its unit"),
        ("name = \"x\"\nintervals = [\n", 2, nil, "not valid TOML"),
        ("name = \"x\"\n[:b]\n", 2, nil, "a table's name begins with"),
        ("name = 5\nintervals = []", 1, "name", "name must be a string"),
        ("name = \"x\"\ncolour = 1\nintervals = []", 2, "colour", "colour is unknown"),
        (
            "name = \"x\"\nintervals = [{ label = \"a\", durration = \"5s\" }]", 2,
            "intervals[0].durration", "did you mean duration?"
        ),
        (
            "name = \"x\"\nintervals = [{ repeat = 2, intervals = [{ label = \"a\", duration = \"5\" }] }]",
            2, "intervals[0].intervals[0].duration", "a duration with its unit, such as \"45s\""
        ),
        (
            "name = \"x\"\nintervals = [{ label = \"a\", duration = 300 }]", 2,
            "intervals[0].duration", "a duration with its unit"
        ),
        (
            "name = \"x\"\nintervals = [{ label = \"a\", duration = 1.5 }]", 2,
            "intervals[0].duration", "a duration with its unit"
        ),
        (
            "name = \"x\"\nintervals = [{ label = \"a\", duration = nan }]", 2,
            "intervals[0].duration", "a duration with its unit"
        ),
        (
            "name = \"x\"\nintervals = [{ label = \"a\", duration = \"-5s\" }]", 2,
            "intervals[0].duration", "100 ms"
        ),
        (
            "name = \"x\"\nintervals = [{ label = \"a\\u0001\", duration = \"5s\" }]", 2,
            "intervals[0].label", "control characters"
        ),
        (
            "name = \"stop\"\nintervals = [{ label = \"a\", duration = \"5s\" }]", 1, "name",
            "a subcommand of"
        ),
    ]

    @Test(arguments: wrong.indices) func whatIsWrongIsNamed(_ index: Int) throws {
        let (text, line, key, message) = Self.wrong[index]
        let error = try #require(refusal(text))
        #expect(error.line == line && error.key == key, "\(error)")
        #expect(error.message.contains(message), "\(error)")
        #expect(error.description.hasPrefix("line 2: ") == (line == 2))
    }

    @Test func whatIsNoTextIsRefused() {
        for broken in [[0xE9], [0]] as [[UInt8]] {
            let bytes = Array("name = \"x\"\n# caf".utf8) + broken + Array("\nintervals = []".utf8)
            let error = #expect(throws: TextProblem.self) { try ProgramFile.read(bytes) }
            #expect(error?.description == "line 2: is not UTF-8 text; save the file as UTF-8")
        }
        let good = Array("name = \"Café\"\nintervals = [{ label = \"é\", duration = \"1s\" }]".utf8)
        #expect((try? ProgramFile.read(good))?.name == "Café")
    }

    @Test func tooLong() {
        let text = String(repeating: "#", count: 1_048_577)
        #expect(refusal(text)?.message.contains("1 MiB") == true)
        #expect(refusal(String(repeating: "a.", count: 5000) + "a = 1") != nil)
        #expect(refusal("a = " + String(repeating: "[", count: 100_000)) != nil)
    }
}
