import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Templates that come with trackerd: their list, and copying.
@Suite struct TemplateCopyTests {
    private static func shipped() throws -> TemplateList.Response {
        func template(_ name: String, _ plan: String) -> String {
            Sample.push.replacing(
                #""name":"push""#, with: "\"name\":\"\(name)\",\"plan\":\"\(plan)\"")
        }
        let all = [template("5x5 A", "5x5"), template("5x5 B", "5x5"), template("Push", "PPL")]
        return try Sample.read("{\"templates\":[\(all.joined(separator: ","))]}")
    }

    private func chosen(_ name: String) throws -> [String] {
        try TemplateCopy.parse([name]).chosen(from: Self.shipped().templates).map(\.name)
    }

    @Test func aPlanIsAllOfItsTemplates() throws {
        #expect(try chosen("5x5") == ["5x5 A", "5x5 B"])
        #expect(try chosen("ppl") == ["Push"])
        #expect(try chosen("5X5-b") == ["5x5 B"])
    }

    @Test func anUnknownOneIsNamedWithWhatIsAlike() throws {
        let refusal = try #require(throws: Refusal.self) { try chosen("pushh") }
        #expect(refusal.message == "no shipped plan or template 'pushh'")
        #expect(refusal.hint?.hasPrefix("did you mean Push? ") == true)
    }

    @Test func allAreCopiedOrNone() throws {
        let shipped = try JSONText.of(Self.shipped())
        let copies = "{\"results\":[\(Sample.push),\(Sample.push)]}"
        let server = try FakeServer([
            [.read, .send(Sample.result(shipped)), .read, .send(Sample.result(copies, id: 2))]
        ])
        try TemplateCopy.parse(["5x5", "--socket", server.path, "--quiet"]).run()
        #expect(server.received[0].contains(#""shipped":true"#))
        #expect(server.received[1].contains(#""method":"atomic""#))
        #expect(server.received[1].contains(#"{"name":"5x5 A","from":"5x5 A"}"#))
        #expect(server.received[1].contains(#"{"name":"5x5 B","from":"5x5 B"}"#))
    }

    @Test func theListGoesByPlans() throws {
        let text = try Self.shipped().text(in: .plain)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.first == "5x5")
        #expect(lines.contains("PPL"))
        #expect(lines.filter { $0.hasPrefix("5x5 ") }.count == 2)
        #expect(lines.last == "To make one yours: trackerctl template copy '5x5'")
    }
}
