import TrackerAPI
import TrackerCore
import TrackerStore

extension SettingsGet: Performable {
    func perform(in context: Context) throws -> SettingsView {
        SettingsView(try context.transaction.settings())
    }
}

extension SettingsSet: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        guard unit != nil || rest != nil || bar != nil || plates != nil || dayStartsAt != nil
        else {
            throw Rejection.invalid(
                "unit", "nothing to change: give unit, rest, bar, plates or day_starts_at")
        }
        var fields = try context.transaction.settings()
        if let unit, unit != fields.unit { try turn(&fields, to: unit) }
        if let rest { fields.restMs = rest.ms }
        if let bar { fields.bar = bar }
        if let plates { fields.plates = plates.plates }
        if let dayStartsAt { fields.dayStartMinute = try Settings.dayStart(dayStartsAt) }
        let settings = try Settings(fields)
        return try context.append(
            .settingsChanged, subject: settings.id, data: SettingsView(settings.fields),
            [settings])
    }

    /// Changes the unit. The bar and the plates change to the other unit's usual ones only where they are
    /// the usual ones; otherwise they must be given, since a bar of 20 kg isn't one of 20 lb.
    private func turn(_ fields: inout Settings.Fields, to unit: Load.Unit) throws {
        guard bar != nil || fields.bar == fields.unit.defaultBar else {
            throw Rejection.invalid(
                "bar", "bar is \(fields.bar) \(fields.unit.rawValue): give it in \(unit), too")
        }
        guard plates != nil || fields.plates == fields.unit.defaultPlates else {
            throw Rejection.invalid(
                "plates", "plates are in \(fields.unit.rawValue): give them in \(unit), too")
        }
        fields.bar = unit.defaultBar
        fields.plates = unit.defaultPlates
        fields.unit = unit
    }
}
