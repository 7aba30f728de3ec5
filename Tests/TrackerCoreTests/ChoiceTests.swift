import TestSupport
import Testing
import TrackerCore

struct ChoiceTests {
    private struct Order: Codable {
        var size: Timer.OnSuspend?
        var sizes: [Timer.OnSuspend]?
    }

    private func refusal(of json: String) -> Rejection? {
        do {
            _ = try decode(Order.self, json)
            return nil
        } catch {
            return error as? Rejection
        }
    }

    @Test(arguments: ["\"stop\"", "\"Pause\"", "\"\"", "5", "true", "[]", "{}", "\" pause\""])
    func anythingElseIsRefusedWithTheWords(_ value: String) {
        let expected = Rejection.invalid("size", "size must be one of: continue, pause, cancel")
        #expect(refusal(of: "{\"size\":\(value)}") == expected)
    }

    @Test func inAListTheMemberIsNamed() {
        #expect(refusal(of: "{\"sizes\":[\"pause\",\"stop\"]}")?.field == "sizes")
    }
}
