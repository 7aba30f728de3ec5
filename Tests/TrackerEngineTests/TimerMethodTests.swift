import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct TimerMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// A sound is a name or a file, which must be readable at first and may be gone later.
    @Test func aTimerHasASoundOfItsOwn() throws {
        bench.dependencies.soundFault = { $0 == "/gone.wav" ? "No such file or directory" : nil }
        let eggs = try bench.call(
            "timer.start", #"{"duration":"4m","name":"eggs","sound":"/home/me/gong.wav"}"#)
        #expect(eggs["sound"] == .string("/home/me/gong.wav"))
        let tea = try bench.call("timer.start", #"{"duration":"5m","sound":"rest-warning"}"#)
        #expect(tea["sound"] == .string("rest-warning"))
        for (sound, word) in [
            ("gong", "a sound's name"), ("run-interval-started", "a sound's name"),
            ("~/gong.wav", "a sound's name"), ("", "a sound's name"),
            ("/gone.wav", "/gone.wav can't be read: No such file or directory"),
            ("/a\\u0007b", "isn't a path"),
            ("/" + String(repeating: "x", count: 4095), "isn't a path"),
        ] {
            let refusal = try bench.refusal(
                "timer.start", #"{"duration":"4m","sound":"\#(sound)"}"#)
            #expect(refusal.kind == .invalidParams && refusal.field == "sound")
            #expect(refusal.message.contains(word), "\(refusal.message)")
        }
        bench.dependencies.soundFault = { _ in "No such file or directory" }
        bench.advance(ms: 300_000)
        #expect(bench.alerts.map(\.chosenSound) == ["/home/me/gong.wav", "rest-warning"])
        #expect(bench.alerts.map(\.sound) == [.timerFinished, .timerFinished])
        #expect(bench.alerts.map(\.themeSound) == ["alarm-clock-elapsed", "dialog-warning"])
        let again = try bench.call("timer.restart", #"{"timer":"eggs"}"#)
        #expect(again["sound"] == .string("/home/me/gong.wav"))
        try bench.verify()
    }

    // MARK: Until a time

    private func end(_ until: String) throws -> String? {
        let params = "{\"until\":\"\(until)\"}"
        return try bench.call("timer.start", params)["due_at"]?.string
    }
}
