import Testing
import TrackerCore

@testable import TrackerView

@Suite struct LogNotationTests {
    @Test(
        arguments: [
            ("push-ups", "push-ups", nil, false), ("push-ups 20", "push-ups", 20, false),
            ("20 push-ups", "push-ups", 20, false),
            ("knee push ups 12", "knee push ups", 12, false),
            ("plank 90s", "plank", 90, true), ("1m30s plank", "plank", 90, true),
            ("plank 1:30", "plank", 90, true), ("7", "7", nil, false),
            ("0 squats", "squats", 0, false),
            ("k3v9 12", "k3v9", 12, false),
            ("lunges 20 reps", "lunges", 20, false), ("20 reps lunges", "lunges", 20, false),
            ("lunges 20reps", "lunges", 20, false), ("lunges 8/8", "lunges", 8, false),
            ("lunges 8/side", "lunges", 8, false), ("side plank 30s/30s", "side plank", 30, true),
            ("90/90 stretch 60s", "90/90 stretch", 60, true),
            ("90/90 stretch", "90/90 stretch", nil, false),
            ("lunges 8/7", "lunges 8/7", nil, false),
        ] as [(String, String, Int64?, Bool)])
    func whatWasDone(_ line: String, _ exercise: String, _ count: Int64?, _ isTime: Bool) throws {
        let notation = try LogNotation(line.split(separator: " ").map(String.init))
        #expect(notation.exercise == exercise && notation.count == count)
        #expect(notation.isTime == isTime)
    }

    @Test(arguments: [
        ("20 30", "both '20' and '30'"), ("20 push-ups 30", "both '20' and '30'"),
        ("push-ups -5", "negative"), ("-5 push-ups", "negative"), ("plank -90s", "negative"),
        ("plank 500ms", "whole seconds"),
    ])
    func whatCannotBeRead(_ line: String, _ words: String) {
        let rejection = #expect(throws: Rejection.self) {
            try LogNotation(line.split(separator: " ").map(String.init))
        }
        #expect(rejection?.message.contains(words) == true && rejection?.field == "count")
    }

    @Test(
        arguments: [
            ("25", 25, false), ("0", 0, false), ("5m", 300, true), ("90s", 90, true),
            ("1:30", 90, true), ("1h", 3600, true), ("1m30s", 90, true), ("+5", 5, false),
            ("many", nil, false), ("5x", nil, false), ("500ms", nil, true), ("-5m", nil, true),
            ("-5", nil, false), ("", nil, false), ("5.5", nil, false),
        ] as [(String, Int64?, Bool)])
    func aCountByItself(_ text: String, _ value: Int64?, _ isTime: Bool) {
        let count = try? LogNotation.Count.read(text)
        #expect(count?.value == value && (value == nil || count?.isTime == isTime))
    }
}
