import TrackerAPI
import TrackerCore
import TrackerStore

/// The ways in which a request can name a thing of one kind.
struct Address<E: StoredEntity> {
    /// The parameter that names it; also the kind's noun.
    let field: String
    /// The noun for several of the kind.
    let plural: String
    /// Whether a thing of the kind can be asked for at all.
    var isMeant: (E) -> Bool = { _ in true }
    /// The thing of a name; absent for kinds without names.
    var named: ((_ name: String) throws -> E?)?
    /// The thing that `last` means; absent for kinds that know no last one.
    var last: (() throws -> E?)?
    /// The rest of the message where there is none: what was perhaps meant, or where to look.
    var advice: (_ text: String) throws -> String = { _ in "" }
}

extension Context {
    /// The thing that a text means: exact id, else name, else the beginning of an id, else `last`.
    ///
    /// - Parameter field: the parameter, where it isn't called like the kind.
    /// - Throws: `invalid_params` for an empty text, `ambiguous` for the beginning of several ids, `not_found`.
    func resolve<E: StoredEntity>(
        _ text: String, _ address: Address<E>, field: String? = nil
    ) throws -> E {
        let field = field ?? address.field
        guard !text.isEmpty else {
            let ways = [
                "an id", address.named.map { _ in "a name" }, address.last.map { _ in "'last'" },
            ].compactMap(\.self)
            let others = ways.dropLast().joined(separator: ", ")
            let all = (others.isEmpty ? [] : [others]) + ways.suffix(1)
            throw Rejection.invalid(
                field, "\(field) is empty: give \(all.joined(separator: " or "))")
        }
        if Identifier.isWhole(text), let thing = try transaction.entity(E.self, id: text),
            address.isMeant(thing)
        {
            return thing
        }
        // A longer text is no name, and may be very long.
        let text = String(text.prefix(Text.maximumNameLength + 1))
        if let thing = try address.named?(text) { return thing }
        if let thing = try beginning(with: text, address, field: field) { return thing }
        if text == Text.last, let last = address.last {
            if let thing = try last() { return thing }
            throw Rejection(.notFound, "there are no \(address.plural)", field: field)
        }
        throw Rejection(
            .notFound,
            "no \(address.field) '\(text.prefix(Text.maximumNameLength))'\(try address.advice(text))",
            field: field)
    }

    /// The one whose id begins with a text that is long enough to stand for an id.
    ///
    /// - Throws: `ambiguous` where there are several, with their ids.
    func beginning<E: StoredEntity>(
        with text: String, _ address: Address<E>, field: String
    ) throws -> E? {
        guard text.utf8.count >= Identifier.shortestPrefix else { return nil }
        let matches = try transaction.entities(E.self, withPrefix: text).filter(address.isMeant)
        guard matches.count > 1 else { return matches.first }
        throw Rejection(
            .ambiguous,
            "'\(text)' is the beginning of several \(address.plural)' ids: give more of it",
            field: field, matches: matches.map(\.id))
    }

    /// `; did you mean Tabata?`, else what is said where nothing is near.
    ///
    /// - Parameter names: by their keys.
    func advice(
        insteadOf text: String, among names: [String: String], else other: String = ""
    ) -> String {
        Spelling.nearest(to: NameKey.of(text), among: names.keys.sorted())
            .flatMap { names[$0] }.map { "; did you mean \($0)?" } ?? other
    }
}

extension String {
    /// Those of some names that are this one but for case.
    func sameButForCase(among names: [String]) -> [String] {
        let plain = lowercased()
        return names.filter { $0.lowercased() == plain }
    }
}
