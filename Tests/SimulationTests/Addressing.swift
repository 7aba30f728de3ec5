extension Model {
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
