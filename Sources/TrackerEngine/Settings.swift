import TrackerAPI
import TrackerCore
import TrackerStore

extension SettingsGet: Performable {
    func perform(in context: Context) throws -> SettingsView {
        SettingsView(try context.transaction.settings(), today: try context.presentDay())
    }
}

extension SettingsSet: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        guard !isEmpty else {
            throw Rejection.invalid(
                "unit",
                """
                nothing to change: give \(field: "unit"), \(field: "rest"), \(field: "bar"), \
                \(field: "plates"), \(field: "day_starts_at"), \(field: "week_starts"), \
                \(field: "active_days"), \(field: "streak"), \(field: "achievements"), \
                \(field: "xp"), \(field: "challenges") or \(field: "reports")
                """)
        }
        var fields = try context.transaction.settings()
        if let unit, unit != fields.unit { try turn(&fields, to: unit) }
        if let rest { fields.restMs = rest.ms }
        if let bar { fields.bar = bar }
        if let plates { fields.plates = plates.plates }
        if let dayStartsAt { fields.dayStartMinute = try Settings.dayStart(dayStartsAt) }
        let today = try context.presentDay()
        try change(&fields, today: today)
        let settings = try Settings(fields)
        return try context.record(
            .settingsChanged, settings, as: SettingsView(settings.fields, today: today))
    }

    private var isEmpty: Bool {
        unit == nil && rest == nil && bar == nil && plates == nil && dayStartsAt == nil
            && weekStarts == nil && activeDays == nil && streak == nil && achievements == nil
            && xp == nil && challenges == nil && reports?.isEmpty ?? true
    }

    /// Changes the fields about progress.
    private func change(
        _ fields: inout Settings.Fields, today: Int
    ) throws(Rejection) {
        if let weekStarts { fields.weekStarts = weekStarts }
        if let activeDays {
            let days = try Schedule.days(activeDays, field: "active_days")
            fields.activeDays.choose(days, from: today)
        }
        fields.streak = streak ?? fields.streak
        fields.achievements = achievements ?? fields.achievements
        fields.xp = xp ?? fields.xp
        fields.challenges = challenges ?? fields.challenges
        guard let reports else { return }
        fields.reports.daily = reports.daily ?? fields.reports.daily
        fields.reports.weekly = reports.weekly ?? fields.reports.weekly
        fields.reports.monthly = reports.monthly ?? fields.reports.monthly
        if let at = reports.at { try fields.reports.tell(at: at) }
    }

    /// Changes the unit. The bar and the plates change to the other unit's usual ones only where they are
    /// the usual ones; otherwise they must be given, since a bar of 20 kg isn't one of 20 lb.
    private func turn(_ fields: inout Settings.Fields, to unit: Load.Unit) throws {
        guard bar != nil || fields.bar == fields.unit.defaultBar else {
            throw Rejection.invalid(
                "bar",
                "\(field: "bar") is \(fields.bar) \(fields.unit.rawValue): give it in \(unit) as well"
            )
        }
        guard plates != nil || fields.plates == fields.unit.defaultPlates else {
            throw Rejection.invalid(
                "plates",
                "\(field: "plates") are in \(fields.unit.rawValue): give them in \(unit) as well")
        }
        fields.bar = unit.defaultBar
        fields.plates = unit.defaultPlates
        fields.unit = unit
    }
}
