import TrackerAPI
import TrackerCore
import TrackerStore

extension PlatesCalculate: Performable {
    func perform(in context: Context) throws -> Response {
        var owned = try context.transaction.settings()
        let gear = try exercise.map { try context.exercise($0, hasLoad: true) }?.gear ?? Gear()
        guard gear.stack == nil else {
            throw Rejection.invalid(
                "exercise",
                """
                this exercise uses a stack, which takes no plates: leave \(field: "exercise") out
                """)
        }
        if let unit = unit ?? gear.unit, unit != owned.unit {
            owned.unit = unit
            owned.bar = unit.defaultBar
            owned.plates = unit.defaultPlates
        }
        if let bar = bar ?? gear.bar?.entered(in: owned.unit).value { owned.bar = bar }
        if let plates { owned.plates = plates.plates }
        owned = try Settings(owned).fields
        let load = try Load(load, owned.unit)
        let loaded = try LoadedBar(load: load.value, bar: owned.bar, plates: owned.plates)
        return Response(loaded, unit: owned.unit, bar: owned.bar)
    }
}
