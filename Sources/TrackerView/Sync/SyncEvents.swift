import TrackerAPI
import TrackerCore

/// Events of sharing, in words.
enum SyncEvents {
    /// Details of an event beyond its type; `nil` for events of other areas.
    static func detail(of event: EventView) -> String? {
        let data = event.data
        switch EventType(rawValue: event.type) {
        case .syncEnabled: return data["folder"]?.string.map { "in \($0)" }
        case .syncMachine: return data["state"]?.string
        case .syncMerged:
            guard let merged: SyncMerged = try? data.decoded() else { return nil }
            return "\(amount(of: merged)) from \(merged.machines.joined(separator: ", "))"
        case .syncOverridden, .syncTaken:
            guard let conflict: SyncConflict = try? data.decoded() else { return nil }
            let machine = conflict.machine.map { " (\($0))" } ?? ""
            return "\(conflict.thing): \(conflict.sides.mine)\(machine)"
        case .syncIdentity:
            guard let identity: SyncIdentity = try? data.decoded() else { return nil }
            return "now \(identity.to), since \(identity.why.words)"
        case .syncProblem, .syncRecovered: return data["detail"]?.string
        default: return nil
        }
    }

    /// Amount of what arrived, such as `3 rows and 1 deletion`.
    private static func amount(of merged: SyncMerged) -> String {
        let rows = merged.rows.values.reduce(0, +)
        let parts = [(rows, "row"), (merged.deleted, "deletion")].filter { $0.0 > 0 }
            .map { counted($0.0, $0.1) }
        guard parts.isEmpty else { return parts.joined(separator: " and ") }
        return "\(counted(merged.held, "row")) that can't be used yet"
    }
}

extension SyncIdentity.Reason {
    /// Reason a machine took a new id, as the end of a sentence.
    fileprivate var words: String {
        switch self {
        case .stamps: "a backup was restored"
        case .life: "a copy of its state is in use elsewhere"
        case .salvaged: "its state was damaged"
        case .machine: "its state came from another machine"
        }
    }
}
