import Testing
import TrackerCore

struct EventTests {
    @Test(
        arguments: [
            (.request("timer.start"), "request:timer.start"),
            (.deadline("timer"), "deadline:timer"),
            (.daemon, "daemon"), (.request("a:b"), "request:a:b"),
        ] as [(Cause, String)])
    func causesAreKeptAsText(_ cause: Cause, _ text: String) {
        #expect(cause.text == text)
        #expect(Cause(text: text) == cause)
    }

    /// A newer daemon's journal may have causes that this version doesn't know.
    @Test(arguments: ["", "request", "request:", "deadline", "comet:1", ":", "daemon:x"])
    func unknownCausesAreTheDaemons(_ text: String) {
        #expect(Cause(text: text) == .daemon)
    }
}
