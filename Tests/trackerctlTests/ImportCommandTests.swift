import ArgumentParser
import Foundation
import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Runs a body with a file that lives as long.
func withFile<Result>(
    _ bytes: some Sequence<UInt8>, _ body: (String) throws -> Result
) throws -> Result {
    let folder = try TemporaryFolder()
    let path = folder.file("file")
    try File.write(Array(bytes), to: path)
    return try body(path)
}

@Suite struct TextPiecesTests {
    /// Cuts bytes into pieces of a size, and joins the texts of the pieces.
    private func read(_ bytes: [UInt8], by size: Int) throws -> String {
        var pieces = TextPieces()
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: size) {
            text += try pieces.push(bytes[start..<min(start + size, bytes.count)])
        }
        try pieces.finish()
        return text
    }

    private func wrong(_ bytes: [UInt8], by size: Int) -> TextPieces.Wrong? {
        #expect(throws: TextPieces.Wrong.self) { try read(bytes, by: size) }
    }

    @Test(arguments: 1...9) func cutBetweenCharacters(_ size: Int) throws {
        let text = "\u{feff}Date,Übung\n1,散步 👩‍👩‍👧 e\u{301}\r\n"
        #expect(try read(Array(text.utf8), by: size) == text)
        #expect(try read([], by: size) == "")
        #expect(try read([0x41], by: size) == "A")
    }

    @Test(arguments: [1, 2, 3, 5, 100]) func otherEncodings(_ size: Int) {
        let latin = wrong(Array("a\nb\nJ".utf8) + [0xe9, 0x2c, 0x31, 0x0a], by: size)
        #expect(latin?.message == "line 3 isn't UTF-8; the file may be Latin-1")
        #expect(latin?.hint.contains("iconv -f ISO-8859-1") == true)
        let cut = wrong(Array("a\nb".utf8) + [0xc3], by: size)
        #expect(cut?.message.hasPrefix("line 2 isn't UTF-8") == true)
    }

    @Test(arguments: [4, 100]) func utf16(_ size: Int) {
        for bytes: [UInt8] in [
            [0xff, 0xfe, 0x44, 0, 0x61, 0], [0xfe, 0xff, 0, 0x44, 0, 0x61], [0x44, 0, 0x61, 0],
            [0, 0x44, 0, 0x61],
        ] {
            #expect(wrong(bytes, by: size)?.message.hasPrefix("this is UTF-16") == true)
        }
    }

    @Test func noText() {
        #expect(wrong([0x50, 0x4b, 3, 4, 9, 9], by: 100)?.message.contains("ZIP") == true)
        let binary = wrong([0x41, 0x42, 0x43, 0x44, 0, 0xff], by: 100)
        #expect(binary?.message == "this isn't a text file")
    }
}

@Suite struct ImportCommandTests {
    private static let open =
        #"{"import":"1mp0rt000001","workouts":0,"sets":0,"rests":0,"#
        + #""skipped":[],"warnings":[],"duplicates":[],"changed":[]}"#
    private static let whole = """
        {"import":"1mp0rt000001","format":"strong","workouts":2,"sets":30,"rests":0,\
        "first_at":"2025-03-01T09:00:00.000+01:00","last_at":"2026-03-01T09:00:00.000+01:00",\
        "skipped":[],"warnings":[],"duplicates":[],"changed":[]}
        """
    private static let none = """
        {"import":"1mp0rt000001","format":"strong","workouts":0,"sets":0,"rests":0,"skipped":[],\
        "warnings":[],"duplicates":[{"line":2,"workout":"w9rk00000001","name":"Push",\
        "at":"2026-03-01T09:00:00.000+01:00"}],"changed":[]}
        """

    private static func result(_ json: String, _ id: Int) -> FakeServer.Step {
        .send(Sample.result(json, id: id))
    }

    private static func needs(_ field: String, _ id: Int) -> FakeServer.Step {
        .send(
            """
            {"jsonrpc":"2.0","id":\(id),"error":{"code":-32602,"message":"\(field) is needed",\
            "data":{"kind":"invalid_params","field":"\(field)"}}}
            """)
    }

    /// The answers of a person, who may not be there.
    private final class Person {
        var answers: [String]
        var questions: [String] = []

        init(_ answers: [String]) { self.answers = answers }

        func talk(canAsk: Bool = true) -> Dialogue {
            Dialogue(canAsk: canAsk) { [self] question in
                questions.append(question)
                return answers.isEmpty ? nil : answers.removeFirst()
            }
        }
    }

    /// Runs `import` on a file, against a daemon that follows these steps.
    private func run(
        _ options: [String], _ steps: [FakeServer.Step], _ talk: Dialogue,
        file: String = "Date,Exercise\n", isQuiet: Bool = true
    ) throws -> (lines: [String], failure: Failure?) {
        let server = try FakeServer([steps])
        return try withFile(file.utf8) { path in
            let words = [path, "--socket", server.path] + (isQuiet ? ["-q"] : []) + options
            var failure: Failure?
            do {
                try ImportCommands.File.parse(words).run(talk)
            } catch {
                failure = Failure(error)
            }
            return (server.received, failure)
        }
    }

    private func method(_ line: String) -> String? {
        (try? Sample.read(line, as: JSONValue.self))?["method"]?.string
    }

    private var steps: [FakeServer.Step] {
        [
            .read, Self.result(Self.open, 1), .read, Self.result(Self.open, 2), .read,
            Self.result(Self.whole, 3), .read, Self.result(Self.whole, 4),
        ]
    }

    @Test func agreedTo() throws {
        let person = Person(["Y"])
        let done = try run(
            ["--map", "Bench (Barbell)=bench"], steps, person.talk(), isQuiet: false)
        #expect(done.failure == nil)
        #expect(
            done.lines.map(method) == [
                "import.open", "import.append", "import.preview", "import.commit",
            ])
        #expect(done.lines[1].contains(#""text":"Date,Exercise\n""#))
        for line in done.lines.suffix(2) {
            #expect(line.contains(#""map":{"Bench (Barbell)":"bench"}"#))
        }
        #expect(person.questions == ["Import it? [y/N] "])
    }

    /// One that isn't sure is asked for once, and then looked at again.
    @Test func whatIsNotSureIsAskedFor() throws {
        let names = #""name":"Runs","exercise":"r3nn1ng00001","called":"Running","sets":3,"#
        let whole = Self.whole.dropLast() + ",\"exercises\":[{\(names)"
        let unsure = whole + #""why":"except for: s","sure":false}]}"#
        let sure = whole + #""why":"as you said","sure":true}]}"#
        let begun = Array(steps.prefix(5)) + [Self.result(String(unsure), 3), .read]
        let yes = Person(["y", "y"])
        let done = try run(
            [], begun + [Self.result(String(sure), 4), .read, Self.result(String(sure), 5)],
            yes.talk(), isQuiet: false)
        #expect(done.failure == nil)
        #expect(
            yes.questions == ["Is 'Runs' in the file your Running? [y/N] ", "Import it? [y/N] "])
        for line in done.lines.suffix(2) {
            #expect(line.contains(#""map":{"Runs":"r3nn1ng00001"}"#))
        }
        let no = Person(["n", "y"])
        let new = try run([], begun + [Self.result(String(unsure), 4)], no.talk(), isQuiet: false)
        #expect(new.lines.count == 4 && new.lines.last?.contains("map") == false)
        let nobody = Person([])
        let taken = try run(
            ["--yes"], begun + [Self.result(String(unsure), 4)], nobody.talk(canAsk: false))
        #expect(taken.failure == nil && nobody.questions.isEmpty)
    }

    @Test func notAgreedTo() throws {
        for answers in [["n"], ["what"], []] {
            let done = try run(
                [], Array(steps.prefix(6)), Person(answers).talk(), isQuiet: false)
            #expect(done.failure?.status == 1)
            #expect(done.failure?.message == "nothing was imported")
            #expect(done.lines.count == 3)
        }
        let nobody = try run([], Array(steps.prefix(6)), Person([]).talk(canAsk: false))
        #expect(nobody.failure?.status == 1)
        #expect(nobody.failure?.hint == "if the above is right, add --yes")
        #expect(nobody.lines.count == 3)
    }

    /// Without seeing the preview nobody can tell whether it is right.
    @Test(arguments: ["--quiet", "--json"]) func nobodyIsAskedBlind(_ option: String) throws {
        let person = Person(["y"])
        let done = try run(
            [option], Array(steps.prefix(6)), person.talk(), isQuiet: false)
        #expect(done.failure?.hint == "if the above is right, add --yes")
        #expect(done.lines.count == 3 && person.questions.isEmpty)
    }

    @Test func aDryRunOnlyLooks() throws {
        let person = Person([])
        let done = try run(["--dry-run"], Array(steps.prefix(6)), person.talk())
        #expect(done.failure == nil && done.lines.count == 3 && person.questions.isEmpty)
    }

    @Test func unitsAreAskedFor() throws {
        let person = Person(["stone", "KG", "mi", "y"])
        let steps: [FakeServer.Step] = [
            .read, Self.result(Self.open, 1), .read, Self.result(Self.open, 2), .read,
            Self.needs("unit", 3), .read, Self.needs("distance_unit", 4), .read,
            Self.result(Self.whole, 5), .read, Self.result(Self.whole, 6),
        ]
        let done = try run([], steps, person.talk(), isQuiet: false)
        #expect(done.failure == nil)
        #expect(
            person.questions.map { $0.split(separator: "[").last } == [
                "kg/lb] ", "kg/lb] ", "m/km/mi] ", "y/N] ",
            ])
        let commit = try #require(done.lines.last)
        #expect(commit.contains(#""unit":"kg""#) && commit.contains(#""distance_unit":"mi""#))
    }

    private static let needsBoth = """
        {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"unit and distance_unit are needed",\
        "data":{"kind":"invalid_params","field":"unit",\
        "text":[{"field":"unit"}," and ",{"field":"distance_unit"}," are needed"]}}}
        """

    @Test func bothUnitsAreAskedForAtOnce() throws {
        let person = Person(["kg", "lb km", "y"])
        let steps: [FakeServer.Step] = [
            .read, Self.result(Self.open, 1), .read, Self.result(Self.open, 2), .read,
            .send(Self.needsBoth), .read, Self.result(Self.whole, 4), .read,
            Self.result(Self.whole, 5),
        ]
        let done = try run([], steps, person.talk(), isQuiet: false)
        #expect(done.failure == nil)
        #expect(
            person.questions.map { $0.split(separator: "[").last } == [
                "kg m/kg km/kg mi/lb m/lb km/lb mi] ", "kg m/kg km/kg mi/lb m/lb km/lb mi] ",
                "y/N] ",
            ])
        let commit = try #require(done.lines.last)
        #expect(commit.contains(#""unit":"lb""#) && commit.contains(#""distance_unit":"km""#))
        let nobody = try run(["--yes"], Array(steps.prefix(6)), Person([]).talk(canAsk: false))
        #expect(nobody.failure?.status == 1)
        #expect(nobody.failure?.message == "--unit and --distance-unit are needed")
        #expect(nobody.failure?.hint?.contains("--unit kg or --unit lb, and") == true)
    }

    @Test(arguments: [
        (
            "date=Datum,exercise=Übung, reps = Wdh",
            ["date": "Datum", "exercise": "Übung", "reps": "Wdh"]
        ),
        ("load=Weight, in kg", ["load": "Weight, in kg"]),
        ("note=a=b", ["note": "a=b"]),
    ])
    func columns(_ text: String, _ columns: [String: String]) throws {
        #expect(try ImportParameterOptions.columns(text) == columns)
    }

    @Test(arguments: ["", "Datum", "=Datum", "date=", "date=a, date=b"])
    func columnsThatAreNone(_ text: String) {
        #expect(throws: ValidationError.self) { try ImportParameterOptions.columns(text) }
    }

    @Test func columnsGoWithTheFile() throws {
        let done = try run(
            ["--dry-run", "--columns", "date=Datum, exercise=Was"], Array(steps.prefix(6)),
            Person([]).talk())
        #expect(
            done.lines.first?.contains(#""columns":{"date":"Datum","exercise":"Was"}"#) == true
                || done.lines.first?.contains(#""columns":{"exercise":"Was","date":"Datum"}"#)
                    == true
        )
    }

    /// A program that reads JSON gets some, whatever the outcome.
    @Test func aProgramHearsThatAllOfItIsHere() throws {
        let none: [FakeServer.Step] = [Self.result(Self.none, 3), .read, Self.result(Self.none, 4)]
        let done = try run(
            ["--yes", "--json"], steps.prefix(5) + none, Person([]).talk(), isQuiet: false)
        #expect(done.failure == nil)
        #expect(done.lines.map(method).suffix(2) == ["import.preview", "import.preview"])
    }

    /// The outcome is unknown: the file may have been imported completely.
    @Test func theOutcomeIsOpen() throws {
        let unknown = Sample.error("unknown").replacing(#""id":1"#, with: #""id":4"#)
        // When asked once more, this daemon is gone.
        for (answer, status) in [(unknown, CInt(69)), ("what?", 70)] {
            let asked = Array(steps.prefix(7))
            let again: [FakeServer.Step] = [.send(answer), .read]
            let done = try run(["--yes"], asked + again, Person([]).talk())
            #expect(done.failure?.status == status, "\(done.failure?.message ?? "")")
            let hint = done.failure?.hint
            #expect(hint?.contains("been imported: check with 'trackerctl events list") == true)
        }
        let storage = Sample.error("storage").replacing(#""id":1"#, with: #""id":4"#)
        let refused = try run(["--yes"], steps.prefix(7) + [.send(storage)], Person([]).talk())
        #expect(refused.failure?.hint?.hasPrefix("nothing was changed") == true)
    }

    @Test func filesThatAreNone() throws {
        #expect(throws: (any Error).self) { try SourceFile("/no/such") }
        let empty = try run(["--yes"], steps, Person([]).talk(), file: "")
        #expect(empty.failure?.status == 1 && empty.lines.isEmpty)
        #expect(empty.failure?.message?.hasSuffix(" is empty") == true)
    }

    @Test func largeFilesGoInPieces() throws {
        let file = String(repeating: "12345678é\n", count: 40_000)
        let count = (file.utf8.count + 131_071) / 131_072
        var steps: [FakeServer.Step] = [.read, Self.result(Self.open, 1)]
        for piece in 1...count { steps += [.read, Self.result(Self.open, piece + 1)] }
        steps += [.read, Self.result(Self.whole, count + 2)]
        let done = try run(["--dry-run"], steps, Person([]).talk(), file: file)
        #expect(done.failure == nil)
        let texts = try done.lines.dropFirst().dropLast().map { line in
            try Sample.read(line, as: JSONValue.self)["params"]?["text"]?.string ?? ""
        }
        #expect(texts.count == count && texts.joined() == file)
    }
}
