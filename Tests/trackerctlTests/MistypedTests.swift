import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import trackerctl

/// Words and options that no command has.
@Suite struct MistypedTests {
    private func error(_ line: String) -> UsageError? {
        let words = line.split(separator: " ").map(String.init)
        return #expect(throws: UsageError.self) { try Trackerctl.command(for: words) }
    }

    @Test(arguments: [
        (
            "remind --foo", "'trackerctl remind' has no option '--foo'",
            "'trackerctl remind --help' lists them"
        ),
        (
            "remind --jsn", "'trackerctl remind' has no option '--jsn'",
            "did you mean 'trackerctl remind --json'?"
        ),
        (
            "timers --al", "'trackerctl timers' has no option '--al'",
            "did you mean 'trackerctl timers --all'?"
        ),
        (
            "log --lmit=5", "'trackerctl log' has no option '--lmit'",
            "did you mean 'trackerctl log --limit'?"
        ),
        (
            "log --ntoe x push-ups", "'trackerctl log' has no option '--ntoe'",
            "did you mean 'trackerctl log --note'?"
        ),
        (
            "rest --xyzzy", "'trackerctl rest' has no option '--xyzzy'",
            "'trackerctl rest --help' lists them"
        ),
        ("--xyzzy", "'trackerctl' has no option '--xyzzy'", "'trackerctl --help' lists them"),
    ])
    func anOptionThatIsNone(_ line: String, _ message: String, _ hint: String) {
        let error = error(line)
        #expect(error?.message == message && error?.hint == hint)
    }

    @Test(arguments: [
        ("remind pasue", "remind pause"), ("workout finsh", "workout finish"),
        ("timer lst", "timer list"), ("exercise serch", "exercise search"),
        ("program shwo", "program show"), ("preset lst", "preset list"), ("tmier", "timer"),
        ("template lits", "template list"), ("sound tset", "sound test"),
    ])
    func aWordThatIsNoCommand(_ line: String, _ meant: String) {
        #expect(error(line)?.hint == "did you mean 'trackerctl \(meant)'?")
    }

    /// The daemon finds no exercise or program of that name, where a command was meant.
    @Test(arguments: [
        ("train stpo", "train stop"), ("log lst", "log list"), ("run stpo", "run stop"),
        ("volume lst", "volume list"), ("rest skpi", "rest skip"), ("set delte", "set delete"),
        ("1rm estimte", "1rm estimate"),
    ])
    func aNameThatIsNone(_ line: String, _ meant: String) {
        let words = line.split(separator: " ").map(String.init)
        let missing = ClientError.refused(
            WireError(Rejection(.notFound, "no such thing", field: "exercise")))
        let failure = Failure(MistypedCommand.correcting(missing, words))
        #expect(failure.hint == "did you mean 'trackerctl \(meant)'?")
        #expect(failure.message == "no such thing" && failure.status == ExitStatus.refused)
    }

    @Test func othersAreLeftAsTheyAre() {
        let missing = ClientError.refused(
            WireError(Rejection(.notFound, "no such thing", field: "exercise")))
        let hint = Failure(MistypedCommand.correcting(missing, ["log", "zumba"])).hint
        #expect(hint?.contains("exercise search") == true)
        let conflict = ClientError.refused(WireError(Rejection(.conflict, "no")))
        #expect(Failure(MistypedCommand.correcting(conflict, ["train", "stpo"])).hint == nil)
    }

    @Test(arguments: ["log --limit 5", "timers --all", "log --at -5m squats 5", "remind --json"])
    func whatIsKnownIsUnderstood(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        #expect(throws: Never.self) { try Trackerctl.command(for: words) }
        #expect(MistypedCommand(words) == nil)
    }
}
