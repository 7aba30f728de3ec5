import TestSupport
import TrackerAPI

struct ProgressSettings: Hashable {
    struct Choice: Hashable {
        let from: Int64
        let days: Set<Int64>
    }

    static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    static let switches = ["streak", "achievements", "xp", "challenges"]

    var weekStarts = "mon"
    /// Days of the week, with the number of the day from which on they hold.
    private var choices: [Choice] = []
    private var off: Set<String> = []
    private var reportsOff: Set<String> = []
    private var reportMinute: Int64 = 1200

    func isOn(_ name: String) -> Bool { !off.contains(name) }

    private func days(on day: Int64) -> Set<Int64> {
        choices.last { $0.from <= day }?.days ?? Set(0..<5)
    }

    func members(today: Int64) -> [String: Json] {
        var members: [String: Json] = [
            "week_starts": .text(weekStarts),
            "active_days": .list(days(on: today).sorted().map { .text(Self.names[Int($0)]) }),
            "reports": [
                "daily": .bool(!reportsOff.contains("daily")),
                "weekly": .bool(!reportsOff.contains("weekly")),
                "monthly": .bool(!reportsOff.contains("monthly")),
                "at": .text(SettingsModel.time(reportMinute)),
            ],
        ]
        for name in Self.switches { members[name] = .bool(isOn(name)) }
        return members
    }

    fileprivate mutating func change(_ params: Params, today: Int64) throws {
        weekStarts = try params.weekStart() ?? weekStarts
        if let words = try params.activeDays() {
            let chosen = ScheduleModel.days(words)
            try require(!chosen.isEmpty, .invalid("active_days"))
            choices.removeAll { $0.from >= today }
            if chosen != days(on: today) { choices.append(Choice(from: today, days: chosen)) }
        }
        for name in Self.switches {
            guard let isOn = try params.optionalTruth(name) else { continue }
            if isOn { off.remove(name) } else { off.insert(name) }
        }
        for (name, value) in try params.reports() ?? [:] {
            switch value {
            case .bool(let isOn):
                if isOn { reportsOff.remove(name) } else { reportsOff.insert(name) }
            default:
                let parts = (value.text ?? "").split(separator: ":").compactMap { Int64($0) }
                try require(
                    parts.count == 2 && parts[0] < 24 && parts[1] < 60, .invalid("reports.at"))
                reportMinute = parts[0] * 60 + parts[1]
            }
        }
    }
}

extension SettingsModel {
    mutating func changeProgress(_ params: Params, today: Int64) throws {
        try progress.change(params, today: today)
    }
}

extension Params {
    fileprivate func weekStart() throws -> String? {
        try choice("week_starts", ["mon", "sat", "sun"])
    }

    fileprivate func activeDays() throws -> [String]? {
        guard let value = given("active_days") else { return nil }
        try require(value.text != nil || value.texts != nil, .invalid("active_days"))
        return value.words
    }

    fileprivate func reports() throws -> [String: Json]? {
        guard let value = given("reports") else { return nil }
        guard case .object(let reports) = value else { throw Refusal.invalid("reports") }
        return reports
    }

    func hasProgressSettings() throws -> Bool {
        let switches = try ProgressSettings.switches.map { try optionalTruth($0) }
        return try weekStart() != nil || activeDays() != nil || reports()?.isEmpty == false
            || switches.contains { $0 != nil }
    }
}

extension Dice {
    /// Members of `settings.set` about progress. Features are switched on more often than off.
    mutating func progressSettings() -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(20) { params["week_starts"] = choice(["mon", "sat", "sun"]) }
        if chance(40) {
            let right: [Json] = ["mon-fri", "daily", ["sat", "sun"], "mon,wed,fri"]
            params["active_days"] = pick(spoils(8) ? ["someday", [], 5, [5]] : right)
        }
        for name in ProgressSettings.switches where chance(15) {
            params[name] = spoils(3) ? "yes" : .bool(chance(75))
        }
        if chance(20) {
            let right: [Json] = [
                ["daily": false], ["daily": true, "weekly": true], ["monthly": false],
                ["at": "06:30"], ["at": "20:00", "daily": true], ["at": "02:00"], [:],
            ]
            params["reports"] = pick(spoils(8) ? [["at": "25:00"], 5, "all"] : right)
        }
        return params
    }
}
