/// Stamps of a row's parts.
package struct Stamps: Sendable, Hashable {
    private var byPart: [String: Stamp]

    package init(_ byPart: [String: Stamp] = [:]) { self.byPart = byPart }

    /// Whether each part has the same stamp in both, by its own name or through `*`.
    package static func == (left: Stamps, right: Stamps) -> Bool {
        left.isEmpty == right.isEmpty
            && Set(left.parts).union(right.parts).allSatisfy { left[$0] == right[$0] }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self[SharedParts.others]) }

    package var isEmpty: Bool { byPart.isEmpty }

    /// Parts that have a stamp of their own, which may include `*`.
    package var parts: Dictionary<String, Stamp>.Keys { byPart.keys }

    package var latest: Stamp? { byPart.values.max() }

    /// Stamp of a part: its own, or that of `*` if it has none; `.zero` without either.
    package subscript(part: String) -> Stamp {
        get { byPart[part] ?? byPart[SharedParts.others] ?? .zero }
        set { byPart[part] = newValue }
    }

    /// Stamp of the part that a column is in, judged by the names of the parts.
    package func stamp(ofColumn column: String) -> Stamp {
        let part = byPart.keys.first { $0.split(separator: "+").contains { $0 == column } }
        return self[part ?? SharedParts.others]
    }

    /// A part's own stamp; `nil` if it has none.
    package func own(_ part: String) -> Stamp? { byPart[part] }

    package mutating func remove(_ part: String) { byPart[part] = nil }

    /// Stamps of exactly these parts, each by its own name, so that `*` covers no other part.
    package func expanded(to parts: Set<String>) -> Stamps {
        Stamps(Dictionary(uniqueKeysWithValues: parts.map { ($0, self[$0]) }))
    }

    /// Takes the later stamp of each part.
    package mutating func mergeLatest(of other: Stamps) {
        byPart = Dictionary(
            uniqueKeysWithValues: Set(parts).union(other.parts).map {
                ($0, max(self[$0], other[$0]))
            })
    }

    // MARK: Text

    /// Stamps as JSON: one text if all parts have the same stamp, otherwise an object. In the object, `*` covers the
    /// parts that it doesn't name.
    package var json: String {
        let base = byPart[SharedParts.others] ?? (byPart.isEmpty ? .zero : nil)
        if let base, byPart.values.allSatisfy({ $0 == base }) { return JSONText.quoted(base.text) }
        let named = byPart.filter { $0.key != SharedParts.others && $0.value != base }
        return Self.object(
            (base.map { [(SharedParts.others, $0)] } ?? [])
                + named.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Stamps as a JSON object that names every part with a stamp of its own.
    package var object: String {
        Self.object(byPart.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private static func object(_ members: [(part: String, stamp: Stamp)]) -> String {
        let texts = members.map { "\(JSONText.quoted($0.part)):\(JSONText.quoted($0.stamp.text))" }
        return "{\(texts.joined(separator: ","))}"
    }

    /// Stamps from a cell with their JSON; `nil` if it isn't valid.
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

    /// Stamps from their JSON; `nil` if it isn't valid.
    package init?(json: String) {
        self.init(
            json.first == "\"" ? .text(String(json.dropFirst().dropLast())) : .json(json))
    }
}
