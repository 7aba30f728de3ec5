import GRDB
import TrackerCore

// Local days for rows and events that are older than the columns of local days.

extension Zone {
    /// The SQL functions that migrations call: `local_day(ms, start_minute)` and `local_offset_s(ms)`, of
    /// instants in UTC milliseconds, `name_key(name)` and `derived_id(text)`.
    var migrationFunctions: [DatabaseFunction] {
        [
            DatabaseFunction("local_day", argumentCount: 2) { values in
                guard let instant = Int64.fromDatabaseValue(values[0]),
                    let startMinute = Int64.fromDatabaseValue(values[1])
                else { return nil }
                var days = Days(zone: self, startMinute: startMinute)
                return days.number(ofMs: instant)
            },
            DatabaseFunction("local_offset_s", argumentCount: 1) { values in
                guard let instant = Int64.fromDatabaseValue(values[0]) else { return nil }
                var days = Days(zone: self, startMinute: 0)
                return days.local(ofMs: instant).day.offsetS
            },
            DatabaseFunction("name_key", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(NameKey.of)
            },
            DatabaseFunction("derived_id", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(Identifier.derived)
            },
        ]
    }
}

extension Transaction {
    /// The local day of an instant, for a row from before rows kept their day. The entity's present day is
    /// used where the entity still has that instant, and otherwise the day in the present zone.
    func olderDay(_ present: (any StoredEntity)? = nil) -> (_ atMs: Int64) -> LocalDay? {
        let present = present as? any Dated
        return { instant in
            if let present, present.datedMs == instant { return present.day }
            return self.localDay(ofMs: instant)
        }
    }

    private func localDay(ofMs instant: Int64) -> LocalDay? {
        guard let settings = try? settings() else { return nil }
        var days = Days(zone: zone, startMinute: settings.dayStartMinute)
        return days.local(ofMs: instant).day
    }
}
