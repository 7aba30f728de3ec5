import ArgumentParser
import Testing
import TrackerAPI
import TrackerCore

@testable import trackerctl

/// Times that are typed in front of a reminder's name, and ends of a pause.
@Suite struct OnceTests {
    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    @Test(arguments: [
        ("6 pm dinner", "18:00", "dinner"), ("6:30 PM call mum", "18:30", "call mum"),
        ("1:30 nap", "01:30", "nap"), ("at 1:30 nap", "01:30", "nap"),
        ("18:30 call mum", "18:30", "call mum"), ("at 18:30 supper", "18:30", "supper"),
        ("20m laundry", "20m", "laundry"), ("in 20m soup", "20m", "soup"),
        ("1h 30m bread", "1h30m", "bread"), ("20 laundry", "20m", "laundry"),
        ("2099-03-05 9am dentist", "2099-03-05 9am", "dentist"),
        ("on 2099-03-05 9:30 am dentist", "2099-03-05 9:30 am", "dentist"),
        ("9 pm 2099-03-05 x1", "9 pm 2099-03-05", "x1"), ("noon nap", "12:00", "nap"),
    ])
    func aTimeAndAName(_ line: String, _ time: String, _ name: String) throws {
        let read = try OnceTime.split(words(line))
        #expect(read.time == time && read.name == name)
        let command = try ReminderCommands.Once.parse(words(line))
        let request = try command.request()
        #expect(request.name == name)
    }

    /// The option of an edit.
    @Test func aTimeAlone() throws {
        for (text, time) in [("1:30", "01:30"), ("90", "1h30m"), ("fri 9am", "fri 9am")] {
            #expect(try OnceTime.read(text) == time)
        }
    }

    @Test(arguments: [
        ("6 pm", "no name given: trackerctl remind once 6 pm NAME"),
        ("tomorrow 9am", "no name given: trackerctl remind once tomorrow 9am NAME"),
        ("fri dentist", "give a time of that day, too: trackerctl remind once 'fri 9am' NAME"),
        ("soon dentist", "give a duration such as 20m, or a time such as 18:30"),
        ("in 18:30 x", "give a duration such as 20m, or a time such as 18:30"),
        ("at 6 x", "give a duration such as 20m, or a time such as 18:30"),
        ("at 20m x", "give a duration such as 20m, or a time such as 18:30"),
    ])
    func whatIsRefused(_ line: String, _ message: String) {
        let refusal = #expect(throws: ValidationError.self) { try OnceTime.split(words(line)) }
        #expect(refusal?.message.hasPrefix(message) == true, "\(refusal?.message ?? "")")
    }

    @Test(
        arguments: [
            ("1h", 3_600_000, nil), ("for 1h", 3_600_000, nil), ("for 1:30", 90_000, nil),
            ("5", 300_000, nil), ("until 1:30", nil, "1:30"), ("till 17:30", nil, "17:30"),
            ("UNTIL 5 pm", nil, "5 pm"), ("until 2099-03-05 9am", nil, "2099-03-05 9am"),
            ("until 9am 2099-03-05", nil, "9am 2099-03-05"),
        ] as [(String, Int64?, String?)])
    func aPause(_ line: String, _ ms: Int64?, _ time: String?) throws {
        let set = try #require(try DoNotDisturbSet(words: words(line)))
        #expect(set.for?.ms == ms && set.until?.time.text == time)
    }

    @Test(arguments: ["until 25:00", "until 5", "until 30", "till 30m", "until dinner"])
    func noEndOfAPause(_ line: String) {
        #expect(throws: ValidationError.self) { try DoNotDisturbSet(words: words(line)) }
    }
}
