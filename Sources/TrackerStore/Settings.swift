import GRDB
import TrackerCore

extension Settings: StoredEntity {}

extension Transaction {
    /// As they were set, else the defaults.
    package func settings() throws -> Settings.Fields {
        try Settings.fetch(db, id: Settings.onlyID)?.fields ?? Settings.Fields()
    }
}
