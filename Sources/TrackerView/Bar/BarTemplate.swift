import TrackerCore

/// A person's own template for the text of a bar: words and fields such as `{name}`.
package struct BarTemplate: Sendable, Hashable {
    package enum Field: String, CaseIterable, Sendable {
        case text, name, time, kind, state, more, percentage, today
    }

    private enum Part: Sendable, Hashable {
        case words(String)
        case field(Field)
    }

    private var parts: [Part] = []

    /// - Throws: a refusal that lists the fields, for an unknown field or an unmatched brace.
    package init(_ text: String) throws(Rejection) {
        var rest = text[...]
        while let start = rest.firstIndex(where: { "{}".contains($0) }) {
            let after = rest.index(after: start)
            if start > rest.startIndex { parts.append(.words(String(rest[..<start]))) }
            // A doubled brace stands for one brace.
            if after < rest.endIndex, rest[after] == rest[start] {
                parts.append(.words(String(rest[start])))
                rest = rest[rest.index(after: after)...]
                continue
            }
            guard rest[start] == "{", let end = rest[after...].firstIndex(of: "}") else {
                throw .invalid("format", "a brace has no match: write {{ or }} for a literal brace")
            }
            guard let field = Field(rawValue: String(rest[after..<end])) else {
                let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
                throw .invalid(
                    "format", "there is no field \(rest[start...end]): the fields are \(known)")
            }
            parts.append(.field(field))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.words(String(rest))) }
    }

    /// Text for a face; empty if the face has no text, so that the bar hides it.
    package func text(of face: BarFace) -> String {
        guard !face.text.isEmpty else { return "" }
        return parts.map { part in
            switch part {
            case .words(let words): words
            case .field(let field): Self.value(of: field, face)
            }
        }.joined()
    }

    private static func value(of field: Field, _ face: BarFace) -> String {
        switch field {
        case .text: face.text
        case .name: face.name
        case .time: face.figure
        case .kind: face.kind
        case .state: face.state
        case .more: face.more > 0 ? "+\(face.more)" : ""
        case .percentage: face.percentage.map { "\($0)" } ?? ""
        case .today: face.tooltip.first { $0.hasPrefix("today: ") } ?? ""
        }
    }
}
