import GRDB
import TrackerCore

extension Settings: StoredEntity {}

extension Transaction {
    /// The settings as they were set, or else the defaults.
    package func settings() throws -> Settings.Fields {
        try Settings.fetch(db, id: Settings.onlyID)?.fields ?? Settings.Fields()
    }
}
