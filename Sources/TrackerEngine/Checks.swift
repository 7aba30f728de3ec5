import TrackerCore
import TrackerStore

extension Engine {
    /// True where the database can be read, or where the person has to choose between two states: a restart
    /// would choose for them, by taking the file that is there.
    package func answers(at now: Moment) -> Bool {
        store.findPlace()
        return isLeftToPerson
            || (try? store.read(at: now) { try $0.meta(.device, as: String.self) }) != nil
    }

    /// Checks the database after a crash, and salvages it where it is damaged.
    ///
    /// - Returns: the findings, empty for a sound database. The next batch publishes the events of a
    ///   salvage.
    package func checkAfterCrash(at now: Moment) -> [String] {
        do {
            let findings = try store.check()
            if !findings.isEmpty { salvage(at: now) }
            return findings
        } catch {
            if StoreFault(error) == .damaged { salvage(at: now) }
            return ["\(error)"]
        }
    }

    private func salvage(at now: Moment) {
        handleStorageError(
            .damaged, StoreError.badCopy(path: store.path, finding: "after a crash"), at: now,
            &unclaimed)
    }
}
