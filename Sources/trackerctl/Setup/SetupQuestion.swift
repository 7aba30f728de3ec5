import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct SetupQuestion {
    let text: String
    /// The answer for an empty line.
    let usual: String
    /// Carries out an answer, and returns what was done. Throws a `ValidationError` if the answer can't be
    /// read, so that the question is asked again.
    let act: (_ answer: String) throws -> String

    static func all(_ client: Client) throws -> [SetupQuestion] {
        let settings = try client.call(SettingsGet())
        let configuration = try client.call(ConfigGet(), as: Known.self)
        let hasReminder = try client.call(ReminderList()).reminders.contains {
            NameKey.of($0.name) == standing
        }
        let reminder = self.reminder(configuration.reminders ?? .init(), client)
        return [
            unit(settings, client), hasReminder ? nil : reminder, bar,
            sounds(configuration.sounds ?? .init(), client), report(settings.reports, client),
        ].compactMap(\.self)
    }

    /// The relevant parts of the configuration; older daemons lack some.
    private struct Known: Decodable {
        let reminders: Configuration.Reminders?
        let sounds: Configuration.Sounds?
    }

    private static let standing = "stand"

    // MARK: The questions

    private static func unit(_ settings: SettingsView, _ client: Client) -> SetupQuestion {
        SetupQuestion(text: "Do you lift in kg or lb?", usual: settings.unit) { answer in
            guard let unit = Load.Unit(rawValue: answer) else {
                throw ValidationError("answer kg or lb")
            }
            var request = SettingsSet()
            request.unit = unit
            if answer != settings.unit { _ = try client.call(request) }
            return "loads are in \(answer)"
        }
    }

    private static func reminder(
        _ usual: Configuration.Reminders, _ client: Client
    ) -> SetupQuestion {
        let request = ReminderCreate(name: standing, usual: true, ReminderParameters())
        let when = usual.completing(ReminderParameters().schedule).text
        return SetupQuestion(text: "A reminder to stand up, \(when)?", usual: "yes") { answer in
            guard try isYes(answer) else { return "no reminder created" }
            let reminder = try client.call(request)
            return reminder.creation(in: .ofOutput(isColored: false))
                + "when it goes off, answer with: trackerctl done"
        }
    }

    private static var bar: SetupQuestion {
        let known = BarStyle.allCases.filter { $0.configuration(program: "") != nil }
            .map(\.rawValue)
        let text = "Which status bar: \(known.joined(separator: ", ")), none?"
        return SetupQuestion(text: text, usual: RunningBar.style?.rawValue ?? "none") { answer in
            guard answer != "none", !noes.contains(answer) else {
                return "no bar; to see how to add one later: trackerctl bar --help"
            }
            guard known.contains(answer), let style = BarStyle(rawValue: answer),
                let text = style.configuration(program: BarCommand.program)
            else {
                throw ValidationError("answer one of \(known.joined(separator: ", ")), or none")
            }
            return
                "Put this into its configuration yourself; trackerctl doesn't change it:\n\n" + text
        }
    }

    private static func sounds(_ present: Configuration.Sounds, _ client: Client) -> SetupQuestion {
        SetupQuestion(
            text: "Play short sounds when something ends?", usual: present.enabled ? "yes" : "no"
        ) { answer in
            let isOn = try isYes(answer)
            if isOn != present.enabled { try SoundSwitch.set(isOn, client) }
            return isOn ? "sounds are on; to hear them: trackerctl sound test" : "sounds are off"
        }
    }

    private static func report(_ present: SettingsView.Reports, _ client: Client) -> SetupQuestion {
        let isOff = !present.daily && !present.weekly && !present.monthly
        return SetupQuestion(
            text: "When should the evening's report come? A time, or no:",
            usual: isOff ? "no" : present.at
        ) { answer in
            var request = SettingsSet()
            if noes.contains(answer) {
                request.reports = .init(daily: false, weekly: false, monthly: false)
            } else if let time = ClockNotation.timeOfDay(answer) {
                request.reports = .init(daily: isOff ? true : nil, at: time)
            } else {
                throw ValidationError("answer a time such as 20:00 or 8pm, or no")
            }
            let reports = try client.call(request).reports
            return reports.daily || reports.weekly || reports.monthly
                ? "the report comes at \(reports.at); to see it now: trackerctl report"
                : "no report will come by itself; to see it: trackerctl report"
        }
    }

    private static let noes = ["n", "no", "off"]

    private static func isYes(_ answer: String) throws -> Bool {
        if ["y", "yes", "on"].contains(answer) { return true }
        guard noes.contains(answer) else { throw ValidationError("answer yes or no") }
        return false
    }
}
