/// A weight of the body that a person noted.
package struct BodyWeight: Dated {
    package static let kilograms: ClosedRange<Int64> = 1...1000
    package static let maximumNumber = 50_000

    package static let table = "body_weight"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package let weight: Load
    /// Time at which it was so, UTC milliseconds.
    package let atMs: Int64
    package let day: LocalDay
    /// Number of the note in the order of noting: later notes have larger numbers.
    package let noteOrder: Int64

    /// - Parameters:
    ///   - time: now or a time in the past.
    ///   - order: a number larger than that of every earlier note.
    package init(
        id: String, weight: Load, time: LocalInstant, order: Int64, at now: Moment
    ) throws(Rejection) {
        self.id = id
        self.weight = weight
        atMs = time.ms
        day = time.day
        noteOrder = order
        try Self.check(weight)
        guard atMs >= 0 else { throw .invalid("at", "at is before 1970") }
        guard atMs <= now.wallMs else {
            throw .invalid("at", "at lies ahead: give a time that is over, or leave it out")
        }
    }

    package var datedMs: Int64 { atMs }

    fileprivate static func check(_ weight: Load) throws(Rejection) {
        let range = kilograms.lowerBound * 1_000_000_000...kilograms.upperBound * 1_000_000_000
        guard range.contains(weight.micrograms) else {
            throw .invalid("weight", "weight must be 1 to 1000 kg, or 2.3 to 2204 lb")
        }
    }

    package func check(at now: Moment) throws(Rejection) {
        try Self.check(weight)
        try Bounds.check(atMs, in: Bounds.times, "at_ms")
        try day.check(of: atMs)
        try Bounds.check(noteOrder, in: Bounds.orders(at: now), "note_order")
    }
}

// MARK: - Rules

extension BodyWeight {
    package static let rules = Rules<BodyWeight>(maximum: .init(maximumNumber))
}

// MARK: - Row

extension BodyWeight {
    package init(_ row: inout RowVisitor, writing entity: BodyWeight?) throws {
        id = try row.column("id", entity?.id)
        let value = try row.column("weight", entity?.weight.value)
        // The weight was checked when it was noted.
        weight = try Load(value, row.column("unit", entity?.weight.unit))
        atMs = try row.column("at_ms", entity?.atMs)
        noteOrder = try row.column("note_order", entity?.noteOrder)
        day = try row.day(entity?.day, of: atMs)
    }
}

// MARK: - Progress

extension BodyWeight {
    /// Work after it changes with it. Where zones differ, a later set may be of an earlier day.
    package static func firstDay(affectedFrom former: BodyWeight?, to new: BodyWeight?) -> Int? {
        [former?.day.number, new?.day.number].compactMap { $0 }.min().map { $0 - 2 }
    }
}

/// Weights of the body over some time.
package struct BodyWeights: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let atMs: Int64
        let weight: Load
    }

    private var entries: [Entry] = []

    package init() {}

    /// Adds a weight, in the order of their times.
    package mutating func add(_ weight: Load, atMs: Int64) {
        entries.append(Entry(atMs: atMs, weight: weight))
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// The last one noted at or before a moment in UTC milliseconds; `nil` where none was.
    package func weight(atMs: Int64) -> Load? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].atMs <= atMs { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[low - 1].weight : nil
    }
}
