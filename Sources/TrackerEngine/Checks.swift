import TrackerCore
import TrackerStore

extension Engine {
    /// Whether the database answers.
    package func answers(at now: Moment) -> Bool {
        (try? store.read(at: now) { try $0.meta(.device, as: String.self) }) != nil
    }

    /// Looks the database through after it was left open, and salvages it where it is damaged.
    ///
    /// - Returns: what was found; nothing where all is well. What comes of the salvage is published by the
    ///   next batch.
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
        suffer(
            .damaged, StoreError.badCopy(path: store.path, finding: "after a crash"), at: now,
            &unclaimed)
    }
}
