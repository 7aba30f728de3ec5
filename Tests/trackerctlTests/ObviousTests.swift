import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// A newcomer's words are understood.
@Suite struct ObviousTests {
    private func method(_ line: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let command = try Trackerctl.command(for: words)
        let methods = (type(of: command) as? any DaemonCommand.Type)?.methods
        return try #require(methods?.first)
    }

    @Test(arguments: [
        ("rest 90", "rest.start"), ("timer 25m tea", "timer.start"),
        ("timer tea 25m", "timer.start"), ("train plank 120", "training.start"),
        ("train again", "training.start"), ("log plank 90s", "log.add"),
        ("log 20 push-ups", "log.add"), ("log squats", "log.add"),
        ("log 10 squats --at yesterday", "log.add"), ("remind add stand", "reminder.create"),
        ("remind add stand --between 9-17 --days weekdays", "reminder.create"),
        ("remind add pills --at 8am", "reminder.create"), ("run tabata", "run.start"),
        ("log list --from monday", "log.list"), ("log list today", "log.list"),
        ("logs yesterday", "log.list"), ("workouts --from monday", "workout.list"),
        ("train history monday", "training.list"), ("pause 1h", "live.pause"),
        ("remind pause tomorrow", "do_not_disturb.set"), ("undo --list", "journal.undo"),
    ])
    func isUnderstood(_ line: String, _ method: String) throws {
        #expect(try self.method(line) == method)
    }

    /// A group alone shows what is on, in the singular and in the plural.
    @Test(arguments: [
        ("rest", "rest.get"), ("log", "log.list"), ("run", "run.get"), ("workout", "workout.get"),
        ("remind", "reminder.list"), ("timer", "timer.list"), ("train", "training.get"),
        ("logs", "log.list"), ("runs", "run.list"), ("workouts", "workout.list"),
        ("reminders", "reminder.list"), ("reminder", "reminder.list"), ("timers", "timer.list"),
        ("programs", "program.list"), ("program", "program.list"), ("presets", "preset.list"),
        ("preset", "preset.list"), ("templates", "template.list"), ("template", "template.list"),
        ("exercises", "exercise.list"), ("exercise", "exercise.list"), ("records", "record.list"),
        ("reports", "report.get"), ("report", "report.get"), ("streaks", "streak.get"),
        ("streak", "streak.get"), ("challenges", "challenge.list"), ("level", "level.get"),
        ("challenge", "challenge.list"), ("achievements", "achievement.list"),
        ("record", "record.list"), ("settings", "settings.get"), ("sounds", "config.get"),
        ("sync", "sync.status"),
    ])
    func aGroupAlone(_ line: String, _ method: String) throws {
        #expect(try self.method(line) == method)
    }

    @Test func aListTakesADay() throws {
        func list(_ line: String) throws -> LogList {
            let command = try Trackerctl.command(for: line.split(separator: " ").map(String.init))
            return try #require(command as? LogCommands.List).request()
        }
        let day = try list("log list 2026-03-01 --limit 5")
        #expect(day.from?.time.text == "2026-03-01" && day.to?.time.text == "2026-03-01")
        #expect(day.limit == 5)
        for wrong in ["log list today --from monday", "log list 10:00", "log list soon"] {
            #expect(throws: (any Error).self) { try list(wrong) }
        }
    }

    /// Words for days are understood wherever one is given.
    @Test(arguments: ["today", "yesterday", "tomorrow", "monday", "Friday", "2026-03-01"])
    func days(_ word: String) throws {
        let now = ClockNotation.Now(date: "2026-03-01", time: "09:30")
        #expect(try #require(ClockNotation.dayOrMoment(word, now: now)).isDay)
        #expect(throws: Never.self) { try Trackerctl.command(for: ["volume", "--from", word]) }
    }
}
