import GRDB
import TrackerCore

extension Settings: StoredEntity {}

extension Transaction {
    /// As they were set, else the defaults.
    package func settings() throws -> Settings.Traits {
        try Settings.fetch(db, id: Settings.onlyID)?.traits ?? Settings.Traits()
    }
}
