import Testing
import UserFiles

@testable import TrackerDaemon

private func load(_ text: String) throws -> LoadedConfiguration {
    try ConfigurationFile.parse(Array(text.utf8), file: "config.toml")
}

private func refusal(of text: String) -> TextProblem? {
    do {
        _ = try load(text)
        return nil
    } catch {
        return error as? TextProblem
    }
}

/// Texts on which the parser would end the whole process.
struct NamelessTableTests {
    @Test(arguments: ["[:s]", "[.limits]", "[=]", "[[,]]", "[[ #", "[é]", "[\n", "["])
    func itIsRefusedWithItsLine(header: String) throws {
        let text = "[limits]\nin_flight = 3\na = \"\"\"\n[:b]\n\"\"\"\n\(header)\nx = 1\n"
        let error = try #require(refusal(of: text))
        #expect(error.line == 6)
        #expect(error.message.contains("name"))
    }

    @Test(arguments: ["[a]", "[ 'a' ]", "[\"\"]", "[-]", "[[ _ ]]", "[0.1]", "[ a . b ]"])
    func othersAreNot(header: String) throws {
        #expect(try load(header).warnings.count == 1)
    }

    @Test(arguments: ["a = ", "[[a]]\na = "])
    func valuesTooDeepAreRefused(start: String) {
        #expect(refusal(of: start + String(repeating: "[", count: 500_000)) != nil)
        #expect(refusal(of: start + String(repeating: "{a=", count: 300_000)) != nil)
    }
}
