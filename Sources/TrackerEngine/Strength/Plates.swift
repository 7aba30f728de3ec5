import TrackerAPI
import TrackerCore
import TrackerStore

extension PlatesCalculate: Performable {
    func perform(in context: Context) throws -> Response {
        var owned = try context.transaction.settings()
        if let unit, unit != owned.unit {
            owned.unit = unit
            owned.bar = unit.defaultBar
            owned.plates = unit.defaultPlates
        }
        if let bar { owned.bar = bar }
        if let plates { owned.plates = plates.plates }
        owned = try Settings(owned).fields
        let load = try Load(load, owned.unit)
        let loaded = try LoadedBar(load: load.value, bar: owned.bar, plates: owned.plates)
        return Response(loaded, unit: owned.unit, bar: owned.bar)
    }
}
