import TOMLKit
import TrackerCore
import UserFiles

/// A table of a TOML text that a person has written, or the whole text. Values are checked as they are read,
/// and problems have their lines.
///
/// Every TOML text is read by this type, since the bare parser ends the whole process on some texts.
package struct TextTable {
    private let file: String?
    private let lines: KeyLines
    private let table: TOMLTable
    /// Path of the table, such as `limits` or `hooks[0]`; empty for the whole text.
    private let path: String

    /// The whole text.
    ///
    /// - Parameter file: the name of the file in problems; `nil` for a text from elsewhere.
    package init(_ text: String, file: String?) throws(TextProblem) {
        func invalid(_ line: Int?, _ reason: String) -> TextProblem {
            TextProblem(file: file, line: line, message: "not valid TOML: \(reason)")
        }
        let lines = KeyLines(text)
        if let (line, reason) = lines.unbearable { throw invalid(line, reason) }
        do {
            self.init(
                file: file, lines: lines, table: try TOMLTable(string: text), path: "")
        } catch let error as TOMLParseError {
            throw invalid(error.source.begin.line, error.description)
        } catch {
            throw invalid(nil, "\(error)")
        }
    }

    private init(file: String?, lines: KeyLines, table: TOMLTable, path: String) {
        self.file = file
        self.lines = lines
        self.table = table
        self.path = path
    }

    // MARK: Values; `nil` where the key is missing

    package var keys: [String] { table.keys }

    package func int(_ key: String, in range: ClosedRange<Int>) throws(TextProblem) -> Int? {
        guard let value = table[key] else { return nil }
        guard let number = value.int, range.contains(number) else {
            let allowed = "an integer from \(range.lowerBound) to \(range.upperBound)"
            throw mismatch(key, allowed, value)
        }
        return number
    }

    package func string(_ key: String) throws(TextProblem) -> String? {
        guard let value = table[key] else { return nil }
        guard let text = value.string else { throw mismatch(key, "a string", value) }
        return text
    }

    package func bool(_ key: String) throws(TextProblem) -> Bool? {
        guard let value = table[key] else { return nil }
        guard let bool = value.bool else { throw mismatch(key, "true or false", value) }
        return bool
    }

    /// One of the values of a type.
    package func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(TextProblem) -> Value? {
        guard let value = table[key] else { return nil }
        guard let choice = value.string.flatMap(Value.init(rawValue:)) else {
            let allowed = Value.allCases.map { "\"\($0.rawValue)\"" }
            throw mismatch(key, allowed.joined(separator: " or "), value)
        }
        return choice
    }

    /// A span of time in milliseconds.
    package func span(_ key: String, in range: ClosedRange<Int64>) throws(TextProblem) -> Int64? {
        guard let value = table[key] else { return nil }
        guard let ms = Self.milliseconds(value) else { throw mismatch(key, Self.spans, value) }
        guard range.contains(ms) else {
            let from = DurationText.text(ms: range.lowerBound)
            let to = DurationText.text(ms: range.upperBound)
            throw mismatch(key, "a duration from \(from) to \(to)", value)
        }
        return ms
    }

    /// Whether the value is `false`, which can stand for none where another type is expected.
    package func isFalse(_ key: String) -> Bool { table[key]?.bool == false }

    package func spans(_ key: String) throws(TextProblem) -> [Int64]? {
        guard let values = try array(key, "an array of durations such as [\"10s\", \"3s\"]") else {
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

    package func strings(_ key: String, such as: String) throws(TextProblem) -> [String]? {
        guard let values = try array(key, "an array of strings such as \(`as`)") else { return nil }
        var strings: [String] = []
        for (index, value) in values.enumerated() {
            guard let text = value.string else {
                throw mismatch("\(key)[\(index)]", "a string", value)
            }
            strings.append(text)
        }
        return strings
    }

    /// Some of the values of a type, each once, in their own order.
    package func choices<Value: RawRepresentable<String> & CaseIterable & Equatable>(
        _ key: String
    ) throws(TextProblem) -> [Value]? {
        let known = Value.allCases.map { "\"\($0.rawValue)\"" }
        let allowed = "an array of " + known.joined(separator: " and ")
        guard let values = try array(key, allowed) else { return nil }
        var chosen: [Value] = []
        for (index, value) in values.enumerated() {
            guard let choice = value.string.flatMap(Value.init(rawValue:)) else {
                throw mismatch("\(key)[\(index)]", known.joined(separator: " or "), value)
            }
            chosen.append(choice)
        }
        return Value.allCases.filter(chosen.contains)
    }

    package func table(_ key: String) throws(TextProblem) -> TextTable? {
        guard let value = table[key] else { return nil }
        guard let inner = value.table else {
            throw mismatch(key, "a table: [\(fullPath(key))]", value)
        }
        return TextTable(file: file, lines: lines, table: inner, path: fullPath(key))
    }

    package func tables(_ key: String) throws(TextProblem) -> [TextTable] {
        let allowed = "an array of tables: [[\(fullPath(key))]]"
        guard let values = try array(key, allowed) else { return [] }
        var tables: [TextTable] = []
        for (index, value) in values.enumerated() {
            let place = "\(key)[\(index)]"
            guard let inner = value.table else { throw mismatch(place, "a table", value) }
            let path = fullPath(place)
            tables.append(
                TextTable(file: file, lines: lines, table: inner, path: path))
        }
        return tables
    }

    /// The table as JSON.
    var json: String {
        // Without these options some texts and numbers would be written in a form that JSON doesn't have.
        table.convert(to: .json, options: [.allowUnicodeStrings, .quoteInfinitesAndNaNs])
    }

    // MARK: Problems

    /// A warning for each key that isn't among the known ones.
    package func unknown(besides known: [String]) -> [TextProblem] {
        unknownKeys(besides: known).map { key, advice in
            problem(key, "is unknown and has no effect; \(advice)")
        }
    }

    /// Refuses keys that aren't among the known ones.
    package func refuseUnknown(besides known: [String]) throws(TextProblem) {
        guard let (key, advice) = unknownKeys(besides: known).first else { return }
        throw problem(key, "is unknown: \(advice)")
    }

    private func unknownKeys(besides known: [String]) -> [(key: String, advice: String)] {
        table.keys.filter { !known.contains($0) }.map { key in
            let near = Spelling.nearest(to: key, among: known)
            let all = known.joined(separator: ", ")
            return (key, near.map { "did you mean \($0)?" } ?? "known keys: \(all)")
        }
    }

    /// A problem of a key of this table; of the table itself, if the key is empty.
    ///
    /// - Parameter message: the fault, as a text that follows the key's name.
    package func problem(_ key: String, _ message: String) -> TextProblem {
        let path = key.isEmpty ? path : fullPath(key)
        return problem(at: path, "\(path) \(message)")
    }

    /// A problem that a check of this table's values has found.
    ///
    /// - Parameter other: the key that is at fault where the check names none of this table.
    package func problem(_ rejection: Rejection, otherwise other: String) -> TextProblem {
        let key = rejection.field.flatMap { keys.contains($0) ? $0 : nil } ?? other
        let prefix = path.isEmpty ? "" : "\(path)."
        return problem(at: fullPath(key), prefix + rejection.message)
    }

    /// A problem at a path from the beginning of the text.
    func problem(at path: String?, _ message: String) -> TextProblem {
        TextProblem(
            file: file, line: path.flatMap { lines.line(of: $0) }, key: path, message: message)
    }

    /// The path of a key from the beginning of the text.
    private func fullPath(_ key: String) -> String { KeyLines.child(key, of: path) }

    private func array(
        _ key: String, _ allowed: String
    ) throws(TextProblem) -> [any TOMLValueConvertible]? {
        guard let value = table[key] else { return nil }
        guard let array = value.array else { throw mismatch(key, allowed, value) }
        return array.map { $0 }
    }

    private func mismatch(
        _ key: String, _ allowed: String, _ value: any TOMLValueConvertible
    ) -> TextProblem {
        problem(key, "must be \(allowed), not \(Self.describe(value))")
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
