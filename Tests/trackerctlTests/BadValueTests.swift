import ArgumentParser
import Testing

@testable import TrackerView
@testable import trackerctl

/// The message for an invalid value: it names the value and is never wrong.
@Suite struct BadValueTests {
    /// The message for a wrong command line; `nil` for a correct one.
    private func complaint(_ words: [String]) -> String? {
        do {
            _ = try Trackerctl.command(for: words)
            return nil
        } catch {
            let failure = Failure(error)
            #expect(failure.status == 64, "\(words)")
            return failure.message ?? ""
        }
    }

    /// The message for wrong arguments of a command; `nil` for correct ones.
    private func complaint(of type: any ParsableCommand.Type, _ words: [String]) -> String? {
        do {
            _ = try type.parseAsRoot(words)
            return nil
        } catch {
            return type.message(for: error)
        }
    }

    private func complaint(_ line: String) -> String? {
        complaint(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        ("remind add x --every often", "--every"), ("remind add x --every 5,5", "--every"),
        ("remind add x --every 30m --follow-up often", "--follow-up"),
        ("remind add x --every 30m --follow-up 5,,9", "--follow-up"),
        ("remind add x --every 30m --grace often", "--grace"),
        ("remind add x --every 30m --snooze often", "--snooze"),
        ("remind add x --every 30m --count often", "--count"),
        ("remind add x --every 30m --anchor often", "--anchor"),
        ("remind add x --every 30m --missed often", "--missed"),
        ("remind add x --every 30m --when-idle later", "--when-idle"),
        ("remind edit x --every often", "--every"), ("remind answer snooze --for often", "--for"),
        ("remind history --state often", "--state"), ("remind upcoming --limit often", "--limit"),
        ("timer start 5 --on-suspend often", "--on-suspend"),
        ("rest start 5 --warn-at often", "--warn-at"), ("rest start 5 --warn-at 3,,1", "--warn-at"),
        ("settings set --rest often", "--rest"), ("settings set --bar often", "--bar"),
        ("settings set --week-starts often", "--week-starts"),
        ("settings set --streak often", "--streak"), ("settings set --xp often", "--xp"),
        ("report --date often", "--date"), ("report --as-of often", "--as-of"),
        ("streak pause --until often", "--until"), ("streak get --from often", "--from"),
        ("achievements --category often", "--category"), ("answers --to often", "--to"),
        ("settings set --plates often", "--plates"), ("settings set --unit often", "--unit"),
        ("train time --target often", "--target"), ("train time --rest often", "--rest"),
        ("train time --adjustment often", "--adjustment"), ("train start --mode often", "--mode"),
        ("set 5x100 --rpe often", "--rpe"), ("set 5x100 --rir often", "--rir"),
        ("set 5x100 --distance often", "--distance"), ("set 5x100 --rest often", "--rest"),
        ("set 5x100 --unit often", "--unit"), ("set 5x100 --at often", "--at"),
        ("set edit last --rpe often", "--rpe"), ("set edit last --rir often", "--rir"),
        ("set edit last --distance often", "--distance"), ("plates 100 --bar often", "--bar"),
        ("plates 100 --plates often", "--plates"), ("1rm 5x100 --formula often", "--formula"),
        ("log x --at often", "--at"), ("log list --from often", "--from"),
        ("log list --limit often", "--limit"), ("log edit last --count often", "--count"),
        ("progress x --metric often", "--metric"), ("volume --to often", "--to"),
        ("template edit x --rest often", "--rest"), ("template edit x --days often", "--days"),
        ("import x --map often", "--map"), ("import x --distance-unit often", "--distance-unit"),
        ("export --what often", "--what"), ("export --format often", "--format"),
        ("events list --since often", "--since"), ("watch --limit often", "--limit"),
        ("workout add x --position often", "--position"), ("workout start --at often", "--at"),
        ("exercise add x --unit often", "--unit"), ("exercise add x --count often", "--count"),
        ("status --color often", "--color"),
    ])
    func theOptionIsNamed(_ line: String, _ option: String) throws {
        let message = try #require(complaint(line), "\(line)")
        #expect(message.contains("invalid for '\(option)"), "\(line): \(message)")
    }

    /// Values that a daemon would refuse, and values that nobody can mean.
    @Test(arguments: [
        ("settings set --rest -5", "--rest"), ("settings set --rest=-5", "--rest"),
        ("settings set --bar -5", "--bar"), ("train time --target -5", "--target"),
        ("train time --target -2m", "--target"), ("train time --rest -5", "--rest"),
        ("train time --adjustment -5", "--adjustment"), ("set 5x100 --rest -5", "--rest"),
        ("rest start 5 --warn-at -5", "--warn-at"), ("rest start 5 --warn-at 3,-5", "--warn-at"),
        ("remind add x --every -5", "--every"), ("remind add x --every 30 --grace -5", "--grace"),
        ("remind add x --every 30 --follow-up 5,-5", "--follow-up"),
        ("remind answer snooze --for -5m", "--for"), ("template edit x --rest -5", "--rest"),
        ("plates 100 --bar -5", "--bar"), ("plates -5", "<load>"), ("plates -- -5kg", "<load>"),
        ("plates -5 --bar 20", "<load>"), ("rest start -5", "<duration>"),
        ("timer start -5m tea", "duration"), ("timer start -- -5m", "duration"),
        ("log push-ups -5", "count"), ("train done -5", "<count>"), ("train reps -5", "<count>"),
        ("remind done -5", "negative"), ("done move -5", "negative"),
        ("remind snooze -5m", "negative"), ("snooze -5m", "negative"), ("pause -5m", "negative"),
        ("remind pause -5m", "negative"), ("undo -5", "<event>"),
    ])
    func whatCantBeNegative(_ line: String, _ name: String) throws {
        let message = try #require(complaint(line), "\(line)")
        // An argument is told by its value, an option by its name.
        #expect(
            name.hasPrefix("<") ? message.hasPrefix("'-5") : message.contains(name),
            "\(line): \(message)")
        #expect(message.contains("negative"), "\(line): \(message)")
        #expect(!message.contains("Missing") && !message.contains("Unknown"), "\(line): \(message)")
    }

    @Test(arguments: [
        ("timer extend tea -5m", "trackerctl timer extend tea -- -5m"),
        ("timer extend tea -5m --json", "trackerctl timer extend tea --json -- -5m"),
        ("set 8 -15", "trackerctl set 8 -- -15"),
        ("rest extend -15s", "trackerctl rest extend -- -15s"),
        ("run extend -0.5", "trackerctl run extend -- -0.5"),
        ("workout note -5kg", "trackerctl workout note -- -5kg"),
    ])
    func whatMayBeNegativeStandsBehindTheDashes(_ line: String, _ wanted: String) throws {
        let message = try #require(complaint(line), "\(line)")
        #expect(message.contains("after '--'") && message.hasSuffix(wanted), "\(message)")
        let right = wanted.split(separator: " ").dropFirst().map(String.init)
        #expect(complaint(right) == nil)
    }

    @Test(arguments: [
        ("1rm 100x0", "at least one rep"), ("1rm 0x100", "reps must be a whole number from 1"),
        ("1rm 5x100@8", "don't use RPE: leave it out, as 5x100"),
        ("1rm bench", "'bench' isn't a lift: give at least one rep and its load"),
        ("1rm 100kgx0", "reps must be"), ("set bench -5x100", "'-5x100' isn't a set"),
        ("run jump -1", "the first step is 1"),
        ("timer nonsense -5", "the duration can't be negative"),
    ])
    func otherMessages(_ line: String, _ words: String) throws {
        let message = try #require(complaint(line), "\(line)")
        #expect(message.contains(words), "\(line): \(message)")
        #expect(!message.contains("above"), "\(line): \(message)")
    }

    /// A refused value is one line, without the parser's name for an argument.
    @Test(arguments: [
        ("rest soon", "'soon': give a duration such as 90s, 25m, 1h30m, 1:30 or 1:30:00"),
        (
            "set 5x100 --rpe often",
            "The value 'often' is invalid for '--rpe <number>': give 5 to 10 in steps of 0.5, such as 8.5"
        ),
        (
            "1rm 225x5",
            "225x5 reads as 225 reps with 5, and above 10 reps no formula works; for 5 reps "
                + "with 225 type 5x225 or 225kgx5"
        ),
    ])
    func aRefusedValueIsOneLine(_ line: String, _ message: String) {
        #expect(complaint(line) == message)
    }

    /// Anything that begins with a dash after an option is the option's value, valid or not.
    @Test func everyOptionTakesWhatBeginsWithADash() throws {
        for (path, type) in MethodCoverageTests.commands
        where type.configuration.subcommands.isEmpty {
            for option in try HelpDump(of: type).command.visibleArguments where option.takesValue {
                for name in option.spellings {
                    let message = complaint(of: type, [name, "-5"]) ?? ""
                    let isWrong = ["Missing value", "Unknown option"].contains {
                        message.contains($0)
                    }
                    #expect(!isWrong, "\(path) \(name) -5: \(message)")
                    let isRefused = message.contains("invalid for '-")
                    #expect(!isRefused || message.contains(name), "\(message)")
                }
            }
        }
    }
}
