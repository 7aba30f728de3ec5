import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The one whose id begins with a text that is long enough to stand for an id.
    ///
    /// - Parameters:
    ///   - kinds: what to call several of the kind.
    ///   - isMeant: whether one can be asked for at all.
    /// - Throws: where there are several, the refusal names them.
    func beginning<E: StoredEntity>(
        _ kind: E.Type, with text: String, field: String, of kinds: String,
        where isMeant: (E) -> Bool = { _ in true }
    ) throws -> E? {
        guard text.utf8.count >= Identifier.shortestPrefix else { return nil }
        let matches = try transaction.entities(kind, withPrefix: text).filter(isMeant)
        guard matches.count > 1 else { return matches.first }
        throw Rejection(
            .ambiguous, "'\(text)' is the beginning of several \(kinds)' ids: give more of it",
            field: field, matches: matches.map(\.id))
    }
}

extension String {
    /// Those of some names that are this one but for case.
    func sameButForCase(among names: [String]) -> [String] {
        let plain = lowercased()
        return names.filter { $0.lowercased() == plain }
    }
}
