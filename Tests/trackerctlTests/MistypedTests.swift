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

    /// Options by other words for what they set.
    @Test(
        arguments: [
            ("train reps --bonus 2", "--adjustment"), ("train reps --bonus", "--adjustment"),
            ("train reps --bonus=2", "--adjustment"), ("train time --penalty 5", "--adjustment"),
            ("train push-ups 50 --bonus 3", "--adjustment"), ("train --penalty 3", "--adjustment"),
            ("preset save x --mode reps --bonus 2", "--adjustment"),
            ("exercise add X --default-count 5", "--count"),
            ("workout edit --started-at 8", "--start"),
            ("workout edit last --ended-at 8:00", "--end"), ("log --bonus 5 push-ups", nil),
            ("template add x y --days-per-week 3", "--days"),
        ] as [(String, String?)])
    func anOptionByAnotherWord(_ line: String, _ option: String?) {
        let hint = error(line)?.hint ?? ""
        if let option {
            #expect(hint.hasPrefix("did you mean '") && hint.hasSuffix("\(option)'?"), "\(hint)")
        } else {
            #expect(hint.hasSuffix("--help' lists them"), "\(hint)")
        }
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

    /// A name is made of no word that looks like a command.
    @Test(arguments: [
        ("timer exend 5m", "trackerctl timer extend 5m", "trackerctl timer start exend 5m"),
        ("timer cancle tea", "trackerctl timer cancel tea", "trackerctl timer start cancle tea"),
        ("timer puase", "trackerctl timer pause", "trackerctl timer start puase"),
        ("timer Extnd tea 5m", "trackerctl timer extend tea 5m", "timer start Extnd tea 5m"),
        ("timer stpo eggs", "trackerctl timer stop eggs", "timer start stpo eggs"),
        ("stopwatch pause", "trackerctl timer pause", "trackerctl stopwatch start pause"),
        ("stopwatch strt race", "trackerctl stopwatch start race", "stopwatch start strt race"),
        ("stopwatch list", "trackerctl timer list", "trackerctl stopwatch start list"),
    ])
    func noCommandBecomesAName(_ line: String, _ meant: String, _ named: String) {
        let hint = error(line)?.hint ?? ""
        #expect(hint.contains("'\(meant)'") && hint.contains(named), "\(hint)")
    }

    @Test(arguments: [
        "timer tea 5m", "timer 5m stop", "timer start exend 5m", "timer rest 4m", "timer pasta 9m",
        "timer egg 5m", "timer 25m", "stopwatch race", "stopwatch start pause", "timer nap 20m",
    ])
    func otherNamesAreFree(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(throws: Never.self) { try Trackerctl.command(for: words) }
    }

    @Test(
        arguments: [
            ("timer add eggs 1m", "eggs", 60_000), ("timer set z 10m", "z", 600_000),
            ("timer new 90 sec tea", "tea", 90_000),
        ] as [(String, String, Int64)])
    func timersAreAdded(_ line: String, _ name: String, _ ms: Int64) throws {
        let words = line.split(separator: " ").map(String.init)
        let command = try #require(Trackerctl.command(for: words) as? TimerCommands.Start)
        let request = try command.request()
        #expect(request.name == name && request.duration.ms == ms)
    }

    @Test func timersAreStopped() throws {
        let command = try Trackerctl.command(for: ["timer", "stop", "eggs"])
        #expect((command as? Command<TimerCancel>)?.request().target.timer == "eggs")
    }

    /// An unknown option is named before anything else that is wrong with the line.
    @Test(arguments: [
        ("log list --limti 3", "trackerctl log list", "--limti", "--limit"),
        ("timer extend tea --jsn", "trackerctl timer extend", "--jsn", "--json"),
        ("remind add x --evry 30m", "trackerctl remind add", "--evry", "--every"),
        ("rest 90 --labl=x", "trackerctl rest", "--labl", "--label"),
        ("set log bench 5x100 --rp 8", "trackerctl set log", "--rp", "--rpe"),
    ])
    func anUnknownOptionIsNamedFirst(
        _ line: String, _ command: String, _ option: String, _ meant: String
    ) {
        let error = error(line)
        #expect(error?.message == "'\(command)' has no option '\(option)'")
        #expect(error?.hint == "did you mean '\(meant)'?")
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
