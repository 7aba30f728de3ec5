import TrackerAPI
import TrackerCore
import TrackerStore

extension SettingsGet: Performable {
    func perform(in context: Context) throws -> SettingsView {
        SettingsView(try context.transaction.settings())
    }
}

extension SettingsSet: Answerable {
    func answer(in context: Context) throws -> String {
        guard unit != nil || rest != nil || bar != nil || plates != nil || dayStartsAt != nil
        else {
            throw Rejection.invalid(
                "unit", "nothing to change: give unit, rest, bar, plates or day_starts_at")
        }
        var traits = try context.transaction.settings()
        if let unit, unit != traits.unit { try turn(&traits, to: unit) }
        if let rest { traits.restMs = rest.ms }
        if let bar { traits.bar = bar }
        if let plates { traits.plates = plates.plates }
        if let dayStartsAt { traits.dayStartMinute = try Settings.dayStart(dayStartsAt) }
        let settings = try Settings(traits)
        return try context.record(
            .settingsChanged, subject: settings.id, data: SettingsView(settings.traits),
            [settings])
    }

    /// A bar of 20 kg isn't one of 20 lb, so that only the usual ones turn into the other unit's.
    private func turn(_ traits: inout Settings.Traits, to unit: Load.Unit) throws {
        guard bar != nil || traits.bar == traits.unit.usualBar else {
            throw Rejection.invalid(
                "bar", "bar is \(traits.bar) \(traits.unit.rawValue): give it in \(unit), too")
        }
        guard plates != nil || traits.plates == traits.unit.usualPlates else {
            throw Rejection.invalid(
                "plates", "plates are in \(traits.unit.rawValue): give them in \(unit), too")
        }
        traits.bar = unit.usualBar
        traits.plates = unit.usualPlates
        traits.unit = unit
    }
}
