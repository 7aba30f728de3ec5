extension Model {
    /// The thing with an exact id, else a name, else a unique prefix, else what `last` stands for.
    func found<Value>(
        _ text: String, field: String, among all: [Value], id: (Value) -> String?,
        isNamed: (Value) -> Bool = { _ in false }, last: @autoclosure () -> Value? = nil
    ) throws -> Value {
        try require(!text.isEmpty, .invalid(field))
        if let exact = all.first(where: { id($0) == text }) { return exact }
        if let named = all.first(where: isNamed) { return named }
        if let only = try beginning(text, of: all, field: field, id: id) { return only }
        guard text == "last", let last = last() else { throw Refusal("not_found", field: field) }
        return last
    }

    /// The value whose id begins with the text, where the text has 4 letters or more; `nil` for none.
    func beginning<Value>(
        _ text: String, of values: [Value], field: String, id: (Value) -> String?
    ) throws -> Value? {
        guard text.count >= 4 else { return nil }
        let matches = values.filter { id($0)?.hasPrefix(text) ?? false }
        guard matches.count > 1 else { return matches.first }
        throw Refusal(
            "ambiguous", field: field, matches: Array(matches.compactMap(id).sorted().prefix(10)))
    }
}
