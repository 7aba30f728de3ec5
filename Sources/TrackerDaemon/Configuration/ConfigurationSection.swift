import TOMLKit
import TextFiles
import TrackerCore

/// One table of a file that a person writes, such as the configuration or the movements. The values are
/// checked as they are read, and errors give their line.
nonisolated struct ConfigurationSection {
    let file: String
    let lines: KeyLines
    private let table: TOMLTable
    /// Path of the table, such as `limits` or `hooks[0]`; empty for the whole document.
    let path: String

    /// The whole document as a section.
    init(_ text: String, file: String) throws(ConfigurationError) {
        do throws(InvalidTOML) {
            let document = try TOMLDocument(text)
            self.init(file: file, lines: document.lines, table: document.table, path: "")
        } catch {
            throw ConfigurationError(file: file, line: error.line, message: error.message)
        }
    }

    private init(file: String, lines: KeyLines, table: TOMLTable, path: String) {
        self.file = file
        self.lines = lines
        self.table = table
        self.path = path
    }

    var keys: [String] { table.keys }

    func int(_ key: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        guard let value = table[key] else { return nil }
        guard let number = value.int, range.contains(number) else {
            let allowed = "an integer from \(range.lowerBound) to \(range.upperBound)"
            throw mismatch(key, allowed, value)
        }
        return number
    }

    func string(_ key: String) throws(ConfigurationError) -> String? {
        guard let value = table[key] else { return nil }
        guard let text = value.string else { throw mismatch(key, "a text", value) }
        return text
    }

    func bool(_ key: String) throws(ConfigurationError) -> Bool? {
        guard let value = table[key] else { return nil }
        guard let bool = value.bool else { throw mismatch(key, "true or false", value) }
        return bool
    }

    /// One of the values of a type; `nil` where the key is missing.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(ConfigurationError) -> Value? {
        guard let value = table[key] else { return nil }
        guard let choice = value.string.flatMap(Value.init(rawValue:)) else {
            let allowed = Value.allCases.map { "\"\($0.rawValue)\"" }
            throw mismatch(key, allowed.joined(separator: " or "), value)
        }
        return choice
    }

    /// A span of time in milliseconds; `nil` where the key is missing.
    func span(_ key: String, in range: ClosedRange<Int64>) throws(ConfigurationError) -> Int64? {
        guard let value = table[key] else { return nil }
        guard let ms = Self.milliseconds(value) else { throw mismatch(key, Self.spans, value) }
        guard range.contains(ms) else {
            let from = DurationText.text(ms: range.lowerBound)
            let to = DurationText.text(ms: range.upperBound)
            throw mismatch(key, "a span from \(from) to \(to)", value)
        }
        return ms
    }

    func spans(_ key: String) throws(ConfigurationError) -> [Int64]? {
        guard let values = try array(key, "an array of spans such as [\"10s\", \"3s\"]") else {
            return nil
        }
        var spans: [Int64] = []
        for (index, value) in values.enumerated() {
            let place = "\(key)[\(index)]"
            guard let ms = Self.milliseconds(value) else {
                throw mismatch(place, Self.spans, value)
            }
            spans.append(ms)
        }
        return spans
    }

    func strings(_ key: String, such as: String) throws(ConfigurationError) -> [String]? {
        guard let values = try array(key, "an array of texts such as \(`as`)") else { return nil }
        var strings: [String] = []
        for (index, value) in values.enumerated() {
            guard let text = value.string else {
                throw mismatch("\(key)[\(index)]", "a text", value)
            }
            strings.append(text)
        }
        return strings
    }

    func section(_ key: String) throws(ConfigurationError) -> ConfigurationSection? {
        guard let value = table[key] else { return nil }
        guard let inner = value.table else {
            throw mismatch(key, "a table: [\(fullPath(key))]", value)
        }
        return ConfigurationSection(file: file, lines: lines, table: inner, path: fullPath(key))
    }

    func sections(_ key: String) throws(ConfigurationError) -> [ConfigurationSection] {
        let allowed = "an array of tables: [[\(fullPath(key))]]"
        guard let values = try array(key, allowed) else { return [] }
        var sections: [ConfigurationSection] = []
        for (index, value) in values.enumerated() {
            let place = "\(key)[\(index)]"
            guard let inner = value.table else { throw mismatch(place, "a table", value) }
            let path = fullPath(place)
            sections.append(
                ConfigurationSection(file: file, lines: lines, table: inner, path: path))
        }
        return sections
    }

    /// A warning for each key that isn't among the known ones.
    func warnings(besides known: [String]) -> [ConfigurationWarning] {
        table.keys.filter { !known.contains($0) }.map { key in
            let path = fullPath(key)
            let advice =
                Spelling.nearest(to: key, among: known).map { "; did you mean \($0)?" }
                ?? "; known here: \(known.joined(separator: ", "))"
            return ConfigurationWarning(
                file: file, line: lines.line(of: path), key: path,
                message: "\(path) is unknown and has no effect\(advice)")
        }
    }

    /// An error about a key of this table.
    ///
    /// - Parameter message: the fault, as a text that follows the key's name.
    func error(_ key: String, _ message: String) -> ConfigurationError {
        let path = key.isEmpty ? path : fullPath(key)
        return ConfigurationError(
            file: file, line: lines.line(of: path), key: path, message: "\(path) \(message)")
    }

    /// The path of a key from the beginning of the document.
    func fullPath(_ key: String) -> String { KeyLines.child(key, of: path) }

    private func array(
        _ key: String, _ allowed: String
    ) throws(ConfigurationError) -> [any TOMLValueConvertible]? {
        guard let value = table[key] else { return nil }
        guard let array = value.array else { throw mismatch(key, allowed, value) }
        return array.map { $0 }
    }

    private func mismatch(
        _ key: String, _ allowed: String, _ value: any TOMLValueConvertible
    ) -> ConfigurationError {
        error(key, "must be \(allowed), not \(Self.describe(value))")
    }

    private static let spans = "an integer in milliseconds or \(DurationText.allowed)"

    private static func milliseconds(_ value: any TOMLValueConvertible) -> Int64? {
        if let number = value.int { return Int64(number) }
        return value.string.flatMap { DurationText.milliseconds($0) }
    }

    private static func describe(_ value: any TOMLValueConvertible) -> String {
        switch value.type {
        case .table: "a table"
        case .array: "an array"
        case .string: "\"\((value.string ?? "").prefix(60))\""
        default: value.debugDescription
        }
    }
}
