/// A row as a person's machines share it: its columns, and for each part of them the stamp of its last change.
///
/// Joining rows is commutative, associative and idempotent, so that the same rows in any order, late, or more than
/// once make the same row on every machine.
package struct SharedRow: Sendable, Hashable {
    /// Columns by name, without those that mean nothing elsewhere.
    package var columns: [String: Cell]
    /// The stamp of each part of the columns.
    package var stamps: Stamps
    /// The latest stamps that a deletion has seen; empty where nobody has deleted the row.
    package var deleted: Stamps
    /// Of a part, the latest stamp of another machine that the edits of its writer have replaced.
    package var replaced: Stamps

    package init(
        columns: [String: Cell], stamps: Stamps, deleted: Stamps = Stamps(),
        replaced: Stamps = Stamps()
    ) {
        self.columns = columns
        self.stamps = stamps
        self.deleted = deleted
        self.replaced = replaced
    }

    /// Whether the deletion has seen all that is known of the row. An edit that it didn't know survives it.
    package var isDeleted: Bool {
        !deleted.isEmpty
            && Set(stamps.parts).union(deleted.parts).allSatisfy { stamps[$0] <= deleted[$0] }
    }

    /// Whether a person has had a hand in it. What is just as it came with the program isn't shared.
    package var isSaid: Bool { stamps.parts.contains { stamps[$0] > .zero } || !deleted.isEmpty }

    /// The row without what came with the program, and without what edits have replaced.
    package var said: SharedRow {
        var row = self
        row.replaced = Stamps()
        row.columns = row.columns.filter { stamps.stamp(ofColumn: $0.key) > .zero }
        return row
    }

    /// The latest stamp of the row.
    package var latest: Stamp {
        max(stamps.latest ?? .zero, deleted.latest ?? .zero, replaced.latest ?? .zero)
    }

    /// Whether these are the row's columns, beside others that this version doesn't know.
    package func holds(_ columns: [String: Cell]) -> Bool {
        columns.allSatisfy { self.columns[$0.key] == $0.value }
    }

    // MARK: Changes made here

    /// Takes in a change that was made on this machine. The parts that it leaves alone stay as they are shared.
    ///
    /// - Parameters:
    ///   - former: the columns before the change, as this machine has them; `nil` for those that are shared.
    ///   - columns: the columns as they are now.
    ///   - stamp: the stamp of the change; `nil` where the program has made it, whose work gives way to all else.
    ///   - isNew: whether the row is new, or was deleted until now.
    package mutating func change(
        from former: [String: Cell]? = nil, to columns: [String: Cell], _ stamp: Stamp?,
        isNew: Bool, _ parts: SharedParts, known: Set<String>
    ) {
        let former = former ?? self.columns
        let present = Self.columns(self.columns, parts, known)
        let changed = Self.columns(columns, parts, known)
        stamps = stamps.spread(over: Set(present.keys).union(changed.keys))
        for (part, names) in changed {
            let isChanged =
                isNew || present[part] == nil
                || (names + (present[part] ?? [])).contains { columns[$0] != former[$0] }
            guard isChanged else { continue }
            for name in present[part] ?? [] { self.columns[name] = nil }
            for name in names { self.columns[name] = columns[name] }
            guard let stamp, stamp > stamps[part] else { continue }
            let former = stamps[part]
            if let writer = former.writer, writer != stamp.writer {
                replaced[part] = max(replaced.own(part) ?? .zero, former)
            }
            stamps[part] = stamp
        }
        guard isNew, let stamp else { return }
        // What this version doesn't know lives again, too.
        for part in present.keys where changed[part] == nil { stamps[part] = stamp }
    }

    /// Deletes the row as it is known here.
    package mutating func delete() { deleted.raise(to: stamps) }

    // MARK: Rows of other machines

    /// Joins another machine's row into this one.
    ///
    /// - Parameter known: columns of the kind in this version.
    /// - Returns: the parts that are the other machine's now.
    @discardableResult
    package mutating func join(
        _ other: SharedRow, _ parts: SharedParts, known: Set<String>
    ) -> Set<String> {
        let mine = Self.columns(columns, parts, known)
        let theirs = Self.columns(other.columns, parts, known)
        var taken: Set<String> = []
        stamps = stamps.spread(over: Set(mine.keys))
        for (part, names) in theirs {
            let isTheirs = wins(part, names, of: other, over: mine[part] ?? [], parts.precedence)
            guard isTheirs else { continue }
            taken.insert(part)
            for name in mine[part] ?? [] { columns[name] = nil }
            for name in names { columns[name] = other.columns[name] }
            stamps[part] = other.stamps[part]
            replaced.remove(part)
            if let known = other.replaced.own(part) { replaced[part] = known }
        }
        if !other.deleted.isEmpty { deleted.raise(to: other.deleted) }
        return taken
    }

    private func wins(
        _ part: String, _ names: [String], of other: SharedRow, over mine: [String],
        _ precedence: SharedParts.Precedence
    ) -> Bool {
        let (stamp, own) = (other.stamps[part], mine.isEmpty ? .zero : stamps[part])
        // What came with the program says nothing, where there is anything at all.
        if stamp == .zero { return mine.isEmpty }
        if own == .zero { return true }
        if part == SharedParts.others {
            switch precedence {
            case .none: break
            case .states(let states):
                let (theirs, mine) = (Self.rank(other, states), Self.rank(self, states))
                if theirs != mine { return theirs > mine }
            case .earlier:
                if stamp != own { return stamp < own }
            }
        }
        if stamp != own { return stamp > own }
        // Only a machine whose id another one has too makes the same stamp for two things.
        return Self.text(of: self, mine).utf8.lexicographicallyPrecedes(
            Self.text(of: other, names).utf8)
    }

    private static func rank(_ row: SharedRow, _ states: [String]) -> Int {
        guard case .text(let state)? = row.columns["state"] else { return -1 }
        return states.firstIndex(of: state) ?? -1
    }

    private static func text(of row: SharedRow, _ names: [String]) -> String {
        Self.json(row.columns.filter { names.contains($0.key) })
    }

    /// The names of columns by part.
    private static func columns(
        _ columns: [String: Cell], _ parts: SharedParts, _ known: Set<String>
    ) -> [String: [String]] {
        Dictionary(grouping: columns.keys) { parts.part(of: $0, known: known) }
    }

    // MARK: Text

    /// The columns as a JSON object, sorted by name, the empty ones among them.
    package static func json(_ columns: [String: Cell]) -> String {
        let sorted = columns.sorted { $0.key < $1.key }
        let row = EntityRow(names: sorted.map(\.key), cells: sorted.map(\.value))
        // A number that JSON can't express is no row's: its check refuses it.
        return (try? JSONText.object(row, withEmpty: true)) ?? "{}"
    }

    /// The columns of a JSON object.
    ///
    /// - Throws: as `JSONText.row` does.
    package static func columns(fromJSON text: String) throws -> [String: Cell] {
        let row = try JSONText.row(from: text)
        return Dictionary(zip(row.names, row.cells)) { first, _ in first }
    }
}
