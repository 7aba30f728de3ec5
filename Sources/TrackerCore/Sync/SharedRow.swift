/// Row as a person's machines share it: its columns, and the stamp of each part's last change.
///
/// Joining rows is commutative, associative and idempotent. The same rows make the same row on every machine, even
/// if they come in another order, late, or more than once.
package struct SharedRow: Sendable, Hashable {
    /// Columns by name, without the id and the columns that mean nothing elsewhere.
    package var columns: [String: Cell]
    /// Stamp of each part.
    package var stamps: Stamps
    /// Latest stamps that a deletion has seen; empty if nobody has deleted the row.
    package var deleted: Stamps
    /// For each part, the latest stamp of another machine that its writer's edits have replaced.
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

    /// Whether a deletion has seen everything that is known of the row. An edit that it hasn't seen survives it.
    package var isDeleted: Bool {
        !deleted.isEmpty
            && Set(stamps.parts).union(deleted.parts).allSatisfy { stamps[$0] <= deleted[$0] }
    }

    /// Whether the row was changed or deleted. A row that is still as it came with the program isn't shared.
    package var hasChanges: Bool {
        stamps.parts.contains { stamps[$0] > .zero } || !deleted.isEmpty
    }

    /// The row without the columns that came with the program, and without the replaced stamps.
    package var changed: SharedRow {
        var row = self
        for part in stamps.parts where stamps[part] == .zero { row.stamps.remove(part) }
        row.replaced = Stamps()
        row.columns = row.columns.filter { stamps.stamp(ofColumn: $0.key) > .zero }
        return row
    }

    /// Latest of all stamps of the row; `.zero` where it has none.
    package var latest: Stamp {
        max(stamps.latest ?? .zero, deleted.latest ?? .zero, replaced.latest ?? .zero)
    }

    /// Whether the row has these columns with these values. It may have others, which this version doesn't know.
    package func holds(_ columns: [String: Cell]) -> Bool {
        columns.allSatisfy { self.columns[$0.key] == $0.value }
    }

    // MARK: Changes made here

    /// Takes in a change that was made on this machine. Parts that the change leaves alone keep their shared values.
    ///
    /// - Parameters:
    ///   - former: the columns on this machine before the change; `nil` to compare with the shared ones.
    ///   - columns: the columns after the change.
    ///   - stamp: the stamp of the change; `nil` if the program made it, since that gives way to everything else.
    ///   - isNew: whether the row is new, or was deleted until now.
    package mutating func change(
        from former: [String: Cell]? = nil, to columns: [String: Cell], _ stamp: Stamp?,
        isNew: Bool, _ parts: SharedParts, known: Set<String>
    ) {
        let former = former ?? self.columns
        let present = Self.columns(self.columns, parts, known)
        let changed = Self.columns(columns, parts, known)
        stamps = stamps.expanded(to: Set(present.keys).union(changed.keys))
        for (part, names) in changed {
            let isChanged =
                isNew || present[part] == nil
                || (names + (present[part] ?? [])).contains { columns[$0] != former[$0] }
            // The program's work gives way to a person's, which stays as it is shared.
            guard isChanged, stamp != nil || stamps[part] == .zero else { continue }
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
        // Parts that this version doesn't know come back to life, too.
        for part in present.keys where changed[part] == nil { stamps[part] = stamp }
    }

    /// Gives a stamp to the parts that have none.
    ///
    /// - Parameter initial: the columns that a new row has, which need no stamp.
    package mutating func stampRest(
        _ stamp: Stamp, besides initial: [String: Cell], _ parts: SharedParts, known: Set<String>
    ) {
        let present = Self.columns(columns, parts, known)
        stamps = stamps.expanded(to: Set(present.keys))
        for (part, names) in present
        where stamps[part] == .zero && names.contains(where: { columns[$0] != initial[$0] }) {
            stamps[part] = stamp
        }
    }

    /// Deletes the row. The deletion has seen all stamps that are known here.
    package mutating func delete() { deleted.mergeLatest(of: stamps) }

    // MARK: Rows of other machines

    /// Joins another machine's row into this one.
    ///
    /// - Parameter known: the kind's columns in this version.
    /// - Returns: the parts that were taken from the other machine.
    @discardableResult
    package mutating func join(
        _ other: SharedRow, _ parts: SharedParts, known: Set<String>
    ) -> Set<String> {
        let mine = Self.columns(columns, parts, known)
        let theirs = Self.columns(other.columns, parts, known)
        var taken: Set<String> = []
        stamps = stamps.expanded(to: Set(mine.keys))
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
        if !other.deleted.isEmpty { deleted.mergeLatest(of: other.deleted) }
        return taken
    }

    private func wins(
        _ part: String, _ names: [String], of other: SharedRow, over mine: [String],
        _ precedence: SharedParts.Precedence
    ) -> Bool {
        let (stamp, own) = (other.stamps[part], mine.isEmpty ? .zero : stamps[part])
        // What came with the program counts only where there is nothing yet.
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
        // The same stamp on different values comes only from machines with the same id, after one was copied.
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

    /// Names of the columns in each part.
    private static func columns(
        _ columns: [String: Cell], _ parts: SharedParts, _ known: Set<String>
    ) -> [String: [String]] {
        Dictionary(grouping: columns.keys) { parts.part(of: $0, known: known) }
    }

    // MARK: Text

    /// Columns as a JSON object, sorted by name, with empty ones as `null`.
    package static func json(_ columns: [String: Cell]) -> String {
        let sorted = columns.sorted { $0.key < $1.key }
        let row = EntityRow(names: sorted.map(\.key), cells: sorted.map(\.value))
        // No valid row has a number that JSON can't express: its check refuses it.
        return (try? JSONText.object(row, withEmpty: true)) ?? "{}"
    }

    /// Columns of a JSON object.
    ///
    /// - Throws: the errors of `JSONText.row`.
    package static func columns(fromJSON text: String) throws -> [String: Cell] {
        let row = try JSONText.row(from: text)
        return Dictionary(zip(row.names, row.cells)) { first, _ in first }
    }
}
