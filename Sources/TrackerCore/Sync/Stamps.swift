/// Stamps by part.
package struct Stamps: Sendable, Hashable {
    private var byPart: [String: Stamp]

    package init(_ byPart: [String: Stamp] = [:]) { self.byPart = byPart }

    /// Stamps are the same where each part has the same, named or not.
    package static func == (left: Stamps, right: Stamps) -> Bool {
        left.isEmpty == right.isEmpty
            && Set(left.parts).union(right.parts).allSatisfy { left[$0] == right[$0] }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self[SharedParts.others]) }

    package var isEmpty: Bool { byPart.isEmpty }

    /// The parts that have a stamp of their own, `*` among them.
    package var parts: Dictionary<String, Stamp>.Keys { byPart.keys }

    package var latest: Stamp? { byPart.values.max() }

    /// The stamp of a part: its own, else that of `*`; `.zero` without either.
    package subscript(part: String) -> Stamp {
        get { byPart[part] ?? byPart[SharedParts.others] ?? .zero }
        set { byPart[part] = newValue }
    }

    /// The stamp of the part that a column is in, as far as the names of the parts tell.
    package func stamp(ofColumn column: String) -> Stamp {
        let part = byPart.keys.first { $0.split(separator: "+").contains { $0 == column } }
        return self[part ?? SharedParts.others]
    }

    /// The part's own stamp; `nil` where it has none.
    package func own(_ part: String) -> Stamp? { byPart[part] }

    package mutating func remove(_ part: String) { byPart[part] = nil }

    /// Stamps of exactly these parts, none of which stands for others any more.
    package func spread(over parts: Set<String>) -> Stamps {
        Stamps(Dictionary(uniqueKeysWithValues: parts.map { ($0, self[$0]) }))
    }

    /// Takes over the later stamp of each part.
    package mutating func raise(to other: Stamps) {
        byPart = Dictionary(
            uniqueKeysWithValues: Set(parts).union(other.parts).map {
                ($0, max(self[$0], other[$0]))
            })
    }

    // MARK: Text

    /// The stamps as JSON: one text where all parts have the same, else an object, in which `*` stands for the parts
    /// that it doesn't name.
    package var json: String {
        let base = byPart[SharedParts.others] ?? (byPart.isEmpty ? .zero : nil)
        if let base, byPart.values.allSatisfy({ $0 == base }) { return JSONText.quoted(base.text) }
        let named = byPart.filter { $0.key != SharedParts.others && $0.value != base }
        return Self.object(
            (base.map { [(SharedParts.others, $0)] } ?? [])
                + named.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// The stamps as a JSON object of exactly the parts that have one.
    package var object: String {
        Self.object(byPart.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private static func object(_ members: [(part: String, stamp: Stamp)]) -> String {
        let texts = members.map { "\(JSONText.quoted($0.part)):\(JSONText.quoted($0.stamp.text))" }
        return "{\(texts.joined(separator: ","))}"
    }

    /// Stamps from a cell of their JSON; `nil` where it holds none.
    package init?(_ cell: Cell) {
        switch cell {
        case .text(let text):
            guard let stamp = Stamp(text) else { return nil }
            byPart = [SharedParts.others: stamp]
        case .json(let text):
            guard let row = try? JSONText.row(from: text) else { return nil }
            byPart = [:]
            for (name, cell) in zip(row.names, row.cells) {
                guard case .text(let text) = cell, let stamp = Stamp(text) else { return nil }
                byPart[name] = stamp
            }
        default: return nil
        }
    }

    /// Stamps from their JSON; `nil` where it holds none.
    package init?(json: String) {
        self.init(
            json.first == "\"" ? .text(String(json.dropFirst().dropLast())) : .json(json))
    }
}
