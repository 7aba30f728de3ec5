import TrackerCore

/// Error for a row that is skipped, or for the whole file.
struct LeftOut: Error {
    let reason: String
    /// Whether the rest of the file can't be trusted either.
    let isFatal: Bool

    init(_ reason: String, isFatal: Bool = false) {
        self.reason = reason
        self.isFatal = isFatal
    }
}

/// One row of a file of sets, with its values by their meaning.
struct FileRow {
    let line: Int
    let columns: Columns
    private let fields: [String]

    /// - Throws: `LeftOut` if the row doesn't match the header's columns, or isn't text.
    init(_ row: CSVRows.Row, _ columns: Columns, isCutOff: Bool) throws(LeftOut) {
        line = row.line
        self.columns = columns
        let texts = try row.texts()
        guard let fields = UnquotedCommas(columns).fields(of: texts) else {
            let count = "\(texts.count) column\(texts.count == 1 ? "" : "s")"
            throw LeftOut(
                "the row has \(count) where the header has \(columns.count)"
                    + (isCutOff ? ": the file was cut off here" : ""))
        }
        guard !row.isMalformed else {
            throw LeftOut("a value has text after its closing quote")
        }
        self.fields = fields
    }

    /// - Throws: `LeftOut` if a number of a file of no known program can be read two ways.
    func checkClear(_ text: some StringProtocol, _ meaning: Meaning) throws(LeftOut) {
        guard columns.format == .csv, FileNumber.isAmbiguous(String(text)) else { return }
        throw fault(
            meaning, "'\(text.prefix(40))' can be read two ways: write it without a comma")
    }

    /// The value in a column; empty if there is no such column.
    subscript(_ meaning: Meaning) -> String {
        columns.place(of: meaning).map { fields[$0] } ?? ""
    }

    /// Error for a column's value.
    func fault(_ meaning: Meaning, _ what: String) -> LeftOut {
        LeftOut("column \(columns.name(of: meaning)): \(what)")
    }

    /// The number in a column; `nil` if the value is blank.
    func number(_ meaning: Meaning) throws(LeftOut) -> Double? {
        let text = self[meaning].trimmed
        guard !text.isEmpty else { return nil }
        try checkClear(text, meaning)
        guard let value = FileNumber.value(text) else {
            throw fault(meaning, "'\(text.prefix(40))' isn't a number")
        }
        return value
    }

    /// The number in a column, with the word behind it: `82,5 kg`, `12 Wiederholungen`; `nil` if the value is blank.
    func amount(_ meaning: Meaning) throws(LeftOut) -> (value: Double, word: String)? {
        let text = self[meaning].trimmed
        guard !text.isEmpty else { return nil }
        let figures = text.prefix { !$0.isLetter && !$0.isWhitespace }
        try checkClear(figures, meaning)
        if let value = FileNumber.value(text) { return (value, "") }
        let word = String(text.dropFirst(figures.count)).trimmed
        guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0 == "." }),
            let value = FileNumber.value(String(figures))
        else { throw fault(meaning, "'\(text.prefix(40))' isn't a number") }
        return (value, word)
    }

    /// The exercise's name exactly as the file has it, blanks included; a row without a name is skipped. A
    /// name that is too long isn't cut, so that different exercises never become the same.
    func exercise() throws(LeftOut) -> String {
        let raw = self[.exercise]
        let name = FileText.name(raw)
        guard !name.isEmpty else { throw LeftOut("the row has no exercise") }
        guard FileText.isShort(name), raw.utf8.count <= Text.maximumNameLength * 64 else {
            throw LeftOut(
                "the exercise's name is longer than \(Text.maximumNameLength) characters")
        }
        return raw
    }
}

extension CSVRows.Row {
    /// The row's values as texts. A file in another encoding is refused as a whole, since none of it could be
    /// trusted.
    func texts() throws(LeftOut) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(fields.count)
        for field in fields {
            guard let text = String(validating: field, as: UTF8.self) else {
                throw LeftOut("this isn't UTF-8: save the file as UTF-8", isFatal: true)
            }
            texts.append(text)
        }
        return texts
    }
}
