import GRDB
import TrackerCore

extension Transaction {
    /// The settings as they were set, or else the defaults.
    package func settings() throws -> Settings.Fields {
        if let knownSettings { return knownSettings }
        let settings = try Settings.fetch(db, id: Settings.onlyID)?.fields ?? Settings.Fields()
        knownSettings = settings
        return settings
    }
}
