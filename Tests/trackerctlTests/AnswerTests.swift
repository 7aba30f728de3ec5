import ArgumentParser
import Testing
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Commands from their words to their answers, with a whole engine and no socket.
@Suite struct AnswerTests {
    private let wire: EngineWire

    init() throws { wire = try EngineWire() }

    private func answer(
        _ line: String, _ dialogue: Dialogue = .nobody
    ) throws -> (answer: Answer, delivery: Delivery) {
        let words = line.split(separator: " ").map(String.init)
        let command = try #require(Trackerctl.command(for: words) as? any AnsweringCommand)
        let asking = Asking(connect: { _ in Client(over: wire) }, dialogue: dialogue)
        return (try command.answer(asking), command.options.delivery)
    }

    private func printed(_ line: String, _ dialogue: Dialogue = .nobody) throws -> String {
        let (answer, delivery) = try answer(line, dialogue)
        return try delivery.output(of: answer)
    }

    @Test func aSetIsLoggedShownAndUndone() throws {
        _ = try printed("exercise add Hops")
        _ = try printed("workout start")
        let (answer, delivery) = try answer("set hops 5x100 --rest 90")
        let shown = try delivery.output(of: answer)
        #expect(shown.hasPrefix("Hops 1  5x100kg"))
        #expect(shown.contains("\nrest (Hops): running") && shown.contains("undo: trackerctl"))
        let notified = try answer.notified(in: Style.plain.forNotification)
        #expect(notified.contains("\nrest (Hops): running") && !notified.contains("undo: "))
        #expect(!notified.contains("[") && shown.contains("["))
        let told = try answer.told(in: Style.plain.forMessage)
        #expect(told.hasPrefix("Hops 1, 5x100kg") && !told.contains("rest (Hops)"))
        let undo = try self.answer("undo").answer
        let undone = try undo.told(in: Style.plain.forMessage)
        #expect(undone.hasPrefix("Undone: ") && undone.contains("logged Hops 1 5x100kg"))
        #expect(!undone.contains("To redo it"))
        #expect(try undo.printed(in: .plain).contains("\nTo redo it: trackerctl redo\n"))
    }

    @Test func everyFormOfAnAnswer() throws {
        #expect(try printed("exercise add Hops --quiet").count == 13)
        #expect(try printed("log hops 20").hasPrefix("Hops: 20 reps, "))
        #expect(try printed("log list --json").contains(#""entries":[{"#))
        #expect(try printed("log list --quiet").count == 13)
        #expect(throws: ClientError.self) { try printed("log nonsense 20") }
    }

    /// Whoever can be asked is asked, and nothing is lost without a yes.
    @Test func consentIsAskedForByTheSurroundings() throws {
        _ = try printed("train reps --target 50 --rest 0 --adjustment 0")
        _ = try printed("train done 12")
        #expect(throws: ClientError.self) { try printed("reset") }
        #expect(throws: Refusal.self) { try printed("reset", Dialogue(canAsk: true) { _ in "n" }) }
        let done = try printed("reset", Dialogue(canAsk: true) { _ in "y" })
        #expect(done.hasPrefix("discarded: 12 of 50 reps"))
    }
}
