import ArgumentParser
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Lines that say by how much something is extended, and nothing else.
@Suite struct AddedTimeTests {
    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    @Test(arguments: [
        ("eggs +1m", "extend -- eggs +1m"), ("green tea +5", "extend -- green tea +5"),
        ("eggs -1m", "extend -- eggs -1m"), ("eggs +1m --quiet", "extend --quiet -- eggs +1m"),
        ("timer +1m eggs", "timer extend -- +1m eggs"),
        ("timers eggs +1:30", "timer extend -- eggs +1:30"),
        ("timer extend tea -5m", "timer extend -- tea -5m"), ("rest +15", "rest extend -- +15"),
        ("rest -15 --json", "rest extend --json -- -15"), ("run +30s", "run extend -- +30s"),
        ("extend -30s", "extend -- -30s"), ("extend tea +1h30", "extend -- tea +1h30"),
    ])
    func whatIsMeant(_ line: String, _ command: String) {
        #expect(AddedTime.named(words(line)) == words(command))
    }

    @Test(arguments: [
        "+1m", "-5m", "timer 5m tea", "timer start +5m", "timer -- -5m coffee", "eggs 1m",
        "log squats 5 --at -10m", "log list --from -7d", "set bench +2.5", "pause -1h",
        "rest start -5", "timer extend tea -- -5m", "eggs +soon", "foo --at -5m", "timer tea + 5m",
    ])
    func whatIsNot(_ line: String) { #expect(AddedTime.named(words(line)) == words(line)) }

    @Test(arguments: [
        ("snooze until 3pm", "reminder.answer"), ("snooze move until 15:00", "reminder.answer"),
        ("dnd", "do_not_disturb.set"), ("dnd on", "do_not_disturb.set"),
        ("pause until monday 9am", "do_not_disturb.set"), ("report last week", "report.get"),
        ("report last monday", "report.get"), ("snooze for 5m", "reminder.answer"),
        ("rest stop", "rest.skip"), ("calendar last month", "calendar.month"),
        ("timer until tomorrow 9am", "timer.start"),
    ])
    func everydayWords(_ line: String, _ method: String) throws {
        let command = try Trackerctl.command(for: words(line))
        let methods = (type(of: command) as? any DaemonCommand.Type)?.methods
        #expect(methods?.contains(method) == true)
    }
}
