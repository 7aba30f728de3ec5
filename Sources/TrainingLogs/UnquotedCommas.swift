/// Reads rows of FitNotes and Fitbod. They don't quote names and comments with commas, so a row may have more
/// values than the file has columns. The numbers and units between name and comment show which commas are text.
struct UnquotedCommas {
    private let columns: Columns

    init(_ columns: Columns) { self.columns = columns }

    /// The values of a row, one for each column; `nil` if they can't be told apart.
    func fields(of texts: [String]) -> [String]? {
        let extra = texts.count - columns.count
        guard extra != 0 else { return texts }
        // Spreadsheets may write further columns, all of them blank.
        if extra > 0, columns.format == .csv,
            texts.suffix(extra).allSatisfy({ $0.trimmed.isEmpty })
        {
            return Array(texts.prefix(columns.count))
        }
        guard extra > 0, [.fitnotes, .fitbod].contains(columns.format) else { return nil }
        for inName in stride(from: extra, through: 0, by: -1) {
            let fields = fields(of: texts, inName: inName, inNote: extra - inName)
            if let fields, fits(fields) { return fields }
        }
        return nil
    }

    /// The values if `inName` commas belong to the name and `inNote` to the comment; `nil` if there is no
    /// comment column for them.
    private func fields(of texts: [String], inName: Int, inNote: Int) -> [String]? {
        guard inNote == 0 || columns.place(of: .note) != nil else { return nil }
        var rest = texts[...]
        return (0..<columns.count).map { place in
            let commas =
                place == columns.place(of: .exercise)
                ? inName : place == columns.place(of: .note) ? inNote : 0
            defer { rest = rest.dropFirst(commas + 1) }
            return rest.prefix(commas + 1)
                .joined(separator: String(UnicodeScalar(columns.separator)))
        }
    }

    /// Whether numbers and units are in the right columns.
    private func fits(_ fields: [String]) -> Bool {
        func isBlank(_ meaning: Meaning, or isFine: (String) -> Bool) -> Bool {
            let text = columns.place(of: meaning).map { fields[$0].trimmed } ?? ""
            return text.isEmpty || isFine(text)
        }
        let numbers: [Meaning] = [.weight, .otherWeight, .reps, .distance, .value]
        let units: [Meaning] = [.weightUnit, .distanceUnit]
        return numbers.allSatisfy { isBlank($0) { FileNumber.value($0) != nil } }
            && units.allSatisfy { isBlank($0) { Units.isKnown($0.lowercased()) } }
            && isBlank(.seconds) { FileSpan.seconds($0) != nil }
            && isBlank(.warmup) { ["true", "false"].contains($0.lowercased()) }
    }
}
