import TrackerCore
import UserFiles

/// Entries of a shipped file and of a person's own file in the same form: a table each, whose key is
/// the id. Faulty entries are left out with a warning.
package struct Definitions<Entry: Sendable>: Sendable {
    /// The form of such files.
    struct Form {
        /// The word for an entry, with its article, such as `an achievement`.
        let thing: String
        /// An id, for messages.
        let example: String
        /// Keys that an entry may have.
        let keys: [String]
        /// Most entries of both files.
        let maximum: Int
        let entry: (_ id: String, _ table: TextTable) throws(TextProblem) -> Entry
    }

    private var byID: [String: Entry] = [:]
    /// In the order of their places.
    package private(set) var warnings: [TextProblem] = []

    /// In the order of their ids.
    package var entries: [Entry] { byID.sorted { $0.key < $1.key }.map(\.value) }

    /// - Parameters:
    ///   - shipped: the text of the shipped file.
    ///   - name: the name of the shipped file in warnings.
    init(_ form: Form, shipped: String, name: String, own: UserFile) {
        if let warning = own.warning { warnings.append(warning) }
        read(shipped, file: name, form, besides: [])
        read(own.text, file: own.path, form, besides: Set(byID.keys))
        warnings.sort { ($0.file ?? "", $0.line ?? 0) < ($1.file ?? "", $1.line ?? 0) }
    }

    /// - Parameter taken: ids of the shipped entries.
    private mutating func read(
        _ text: String, file: String, _ form: Form, besides taken: Set<String>
    ) {
        let root: TextTable
        do throws(TextProblem) {
            root = try TextTable(text, file: file)
        } catch {
            warnings.append(error)
            return
        }
        for id in root.keys {
            do throws(TextProblem) {
                try read(id, of: root, form, besides: taken)
            } catch {
                warnings.append(error)
            }
        }
    }

    private mutating func read(
        _ id: String, of root: TextTable, _ form: Form, besides taken: Set<String>
    ) throws(TextProblem) {
        guard TextFile.isSlug(id) else {
            throw root.problem(
                id, "isn't a valid key for \(form.thing): use a-z, 0-9 and -, as in \(form.example)"
            )
        }
        guard !taken.contains(id) else {
            throw root.problem(
                id, "is the key of \(form.thing) that comes with the program: choose another key")
        }
        guard let table = try root.table(id) else { return }
        warnings += table.unknown(besides: form.keys)
        guard byID.count < form.maximum else {
            throw root.problem(id, "is one too many: at most \(form.maximum)")
        }
        byID[id] = try form.entry(id, table)
    }
}

extension TextTable {
    /// A name or a sentence on one line, trimmed; `nil` where the key is missing.
    func line(_ key: String) throws(TextProblem) -> String? {
        guard let given = try string(key) else { return nil }
        do throws(Rejection) {
            return try Text.name(given, field: key)
        } catch {
            throw problem(error, otherwise: key)
        }
    }

    /// The value of a key that mustn't be missing.
    ///
    /// - Parameter thing: what is missing, with its article, such as `a name`.
    func needed<Value>(_ value: Value?, _ thing: String) throws(TextProblem) -> Value {
        guard let value else { throw problem("", "needs \(thing)") }
        return value
    }
}
