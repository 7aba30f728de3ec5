import TrackerAPI
import TrackerCore
import TrackerStore

/// The ways in which a request can refer to an entity of one kind.
struct Address<E: StoredEntity> {
    /// Name of the parameter; also the noun for the kind, unless `noun` is given.
    let field: String
    /// Plural noun for the kind.
    let plural: String
    /// Noun for the kind; `nil` where the parameter's name is the noun.
    var noun: String?
    /// True where a request may refer to the entity.
    var isMeant: (E) -> Bool = { _ in true }
    /// Finds the entity with a name; `nil` for kinds without names.
    var named: ((_ name: String) throws -> E?)?
    /// Finds the entity that `last` stands for; `nil` for kinds without a last one.
    var last: (() throws -> E?)?
    /// The end of the `not_found` message: a suggestion, or the place to look.
    var advice: (_ text: String) throws -> String = { _ in "" }
}

extension Context {
    /// The entity that a text refers to: by its exact id, else its name, else the beginning of its id, else
    /// `last`.
    ///
    /// - Parameter field: the name of the parameter, where it differs from that of the kind.
    /// - Throws: `invalid_params` for an empty text, `ambiguous` for the beginning of several ids,
    ///   `not_found`.
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
                field, "\(field: field) is empty: give \(all.joined(separator: " or "))")
        }
        if Identifier.isWhole(text), let thing = try transaction.entity(E.self, id: text),
            address.isMeant(thing)
        {
            return thing
        }
        // A text beyond this length can't be a name, and may be huge.
        let text = String(text.prefix(Text.maximumNameLength + 1))
        if let thing = try address.named?(text) { return thing }
        if let thing = try beginning(with: text, address, field: field) { return thing }
        if text == Text.last, let last = address.last {
            if let thing = try last() { return thing }
            throw Rejection(.notFound, "there are no \(address.plural)", field: field)
        }
        throw Rejection(
            .notFound,
            "no \(address.noun ?? address.field) '\(text.prefix(Text.maximumNameLength))'\(try address.advice(text))",
            field: field)
    }

    /// The entity whose id begins with the text; `nil` where there is none, or the text is too short to stand
    /// for an id.
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
            "'\(text)' matches several \(address.plural): give more of the id",
            field: field, matches: matches.map(\.id))
    }

    /// A suggestion such as `; did you mean Tabata?`; empty where no name is near.
    func advice(insteadOf text: String, among names: [String]) -> String {
        let byKey = Dictionary(names.map { (NameKey.of($0), $0) }) { first, _ in first }
        return Spelling.nearest(to: NameKey.of(text), among: byKey.keys.sorted())
            .flatMap { byKey[$0] }.map { "; did you mean \($0)?" } ?? ""
    }
}

extension String {
    /// Names that equal this text apart from case.
    func sameButForCase(among names: [String]) -> [String] {
        let plain = lowercased()
        return names.filter { $0.lowercased() == plain }
    }
}

extension [String] {
    /// Most words that may name things in one request.
    private static var mostWords: Int { 20 }

    /// These words as names: as many of them as make one are joined, with a blank between them.
    ///
    /// - Parameters:
    ///   - field: the name of the parameter.
    ///   - isName: whether a text names something.
    /// - Returns: the names in their order; a word that names nothing stands alone.
    func splitIntoNames(
        field: String, isName: (String) throws -> Bool
    ) throws -> [String] {
        guard !isEmpty else {
            throw Rejection.invalid(field, "\(field: field) is empty: give a name or an id")
        }
        guard count <= Self.mostWords else {
            throw Rejection(
                .tooLarge, "\(field: field) has more than \(Self.mostWords) words", field: field)
        }
        var names: [String] = []
        var rest = self[...]
        while !rest.isEmpty {
            var length = rest.count
            while try length > 1 && !isName(rest.prefix(length).joined(separator: " ")) {
                length -= 1
            }
            names.append(rest.prefix(length).joined(separator: " "))
            rest = rest.dropFirst(length)
        }
        return names
    }

    /// Things that these words refer to, each once: a thing takes as many of them as make a name.
    ///
    /// - Parameters:
    ///   - field: the name of the parameter.
    ///   - named: finds the thing that a text refers to.
    func things<E: StoredEntity>(
        field: String, named: (_ text: String) throws -> E
    ) throws -> [E] {
        let names = try splitIntoNames(field: field) { text in
            do {
                _ = try named(text)
                return true
            } catch let error as Rejection where error.kind == .notFound {
                return false
            }
        }
        var things: [E] = []
        for name in names {
            let thing = try named(name)
            if !things.contains(where: { $0.id == thing.id }) { things.append(thing) }
        }
        return things
    }

    /// These texts with commas between them; of more than `limit`, the first ones and how many follow.
    func listed(atMost limit: Int) -> String {
        guard count > limit else { return joined(separator: ", ") }
        return prefix(limit).joined(separator: ", ") + " and \(count - limit) more"
    }
}
