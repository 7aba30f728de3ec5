import Testing
import TrackerCore

struct TextTests {
    private func refusal(ofName text: String) -> Rejection? {
        do throws(Rejection) { try Text.checkName(text, field: "name") } catch { return error }
        return nil
    }

    private func refusal(ofMessage text: String) -> Rejection? {
        do throws(Rejection) { try Text.checkMessage(text, field: "note") } catch { return error }
        return nil
    }

    @Test(arguments: [
        "a", "tea", "Tee & Größe", "散步", "👩🏽‍💻", "a b", "-", "last", "<b>", "\u{a0}", "\u{200d}",
        String(repeating: "x", count: 200), String(repeating: "é", count: 200),
        String(repeating: "e\u{301}", count: 200),
        // Characters of many bytes: 28 for the flag, 35 for the kiss.
        String(repeating: "🏴󠁧󠁢󠁳󠁣󠁴󠁿", count: 200),
        String(repeating: "👩🏽‍❤️‍💋‍👨🏽", count: 200),
    ])
    func goodNames(_ name: String) {
        #expect(refusal(ofName: name) == nil)
    }

    @Test(arguments: [
        "a\nb", "\n", "a\r\nb", "a\tb", "\u{0}", "a\u{0}", "\u{1b}[31m", "\u{7f}", "\u{85}",
        "\u{9b}",
        "a\u{2028}b", "a\u{2029}b",
    ])
    func namesWithControlCharacters(_ name: String) {
        let refusal = refusal(ofName: name)
        #expect(refusal?.kind == .invalidParams && refusal?.field == "name")
        #expect(refusal?.message.contains("control characters") == true)
    }

    @Test(arguments: [
        (" tea ", "tea"), ("\u{a0}\u{200b}tea\u{feff}", "tea"), ("a  b", "a  b"),
        ("\u{2003}散步", "散步"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿 ", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("👩🏽‍💻", "👩🏽‍💻"), ("❤️", "❤️"), ("last", "last"),
        (String(repeating: " ", count: 300) + "x", "x"),
    ])
    func namesAreTrimmed(_ text: String, _ name: String) throws {
        let kept = try Text.name(text, field: "name")
        #expect(Array(kept.unicodeScalars) == Array(name.unicodeScalars))
    }

    @Test(arguments: [
        "", " ", "\u{a0}", "\u{200b}", "\u{feff}\u{2060}", "\u{2003} \u{200d}", "\u{3164}",
        "\u{2800}", "\u{115f}", "\u{fe0f}", "\u{ad}",
    ])
    func blankNames(_ text: String) {
        let refusal = #expect(throws: Rejection.self) { try Text.name(text, field: "label") }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "label")
        #expect(refusal?.message.hasPrefix("label is blank: give 1 to 200 characters") == true)
    }

    @Test(arguments: ["\n", " \t", "tea\n"]) func controlCharactersStay(_ text: String) {
        let refusal = #expect(throws: Rejection.self) { try Text.name(text, field: "name") }
        #expect(refusal?.message.contains("control characters") == true)
    }

    @Test func anEmptyName() {
        #expect(
            refusal(ofName: "")
                == .invalid("name", "name is empty: give 1 to 200 characters"))
    }

    @Test(arguments: [
        String(repeating: "x", count: 201), String(repeating: "散", count: 201),
        String(repeating: "x", count: 10_240), String(repeating: "\n", count: 201),
        // One character of any length.
        "e" + String(repeating: "\u{301}", count: 100_000),
    ])
    func longNames(_ name: String) {
        #expect(
            refusal(ofName: name)
                == Rejection(
                    .tooLarge, "name is too long: at most 200 characters", field: "name"))
    }

    @Test(arguments: [
        "", "\n", "line 1\nline 2\n\ttabbed", String(repeating: "x\n", count: 2000),
        String(repeating: "🏴󠁧󠁢󠁳󠁣󠁴󠁿", count: 4000),
    ])
    func goodMessages(_ text: String) {
        #expect(refusal(ofMessage: text) == nil)
    }

    @Test(arguments: ["\u{0}", "a\u{1b}b", "\u{7f}", "a\rb", "a\r\nb", "\u{2028}", "\u{9d}"])
    func messagesWithControlCharacters(_ text: String) {
        let refusal = refusal(ofMessage: text)
        #expect(refusal?.kind == .invalidParams && refusal?.field == "note")
        #expect(refusal?.message.contains("only newlines and tabs") == true)
    }

    @Test func bytesThatAreNoText() throws {
        #expect(try Text.read(Array("é\n\u{FEFF}🏃".utf8)) == "é\n\u{FEFF}🏃")
        #expect(try Text.read([]) == "")
        let broken: [([UInt8], Int)] = [
            ([0xE9], 1), ([0x61, 0], 1), ([0x0A, 0x0A, 0xC3, 0x0A, 0xA9], 3),
        ]
        for (bytes, line) in broken {
            let error = #expect(throws: NotUTF8.self) { try Text.read(bytes) }
            #expect(error?.line == line)
        }
    }
}
