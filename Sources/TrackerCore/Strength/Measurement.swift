/// A number of a person at a time: body weight, waist, resting pulse, hours of sleep.
package struct Measurement: Dated {
    /// Name of the body weight among the measurements, and its key.
    package static let weight = "weight"
    package static let weightKilograms: ClosedRange<Int64> = 1...1000
    package static let maximumNumber = 50_000

    package static let table = "measurement"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    /// Name of what was measured, as it was first written.
    package let what: String
    package let quantity: Quantity
    /// Time of the measuring, UTC milliseconds.
    package let atMs: Int64
    package let day: LocalDay
    /// Number of the measurement in the order of noting: later measurements have larger numbers.
    package let noteOrder: Int64

    /// - Parameters:
    ///   - time: now or a time in the past.
    ///   - order: a number larger than that of every earlier measurement.
    ///   - field: the parameter that has the value, for a rejection.
    package init(
        id: String, what: String, quantity: Quantity, time: LocalInstant, order: Int64,
        field: String = "value", at now: Moment
    ) throws(Rejection) {
        self.id = id
        self.what = try Text.name(what, field: "what")
        self.quantity = quantity
        atMs = time.ms
        day = time.day
        noteOrder = order
        try checkQuantity(field: field)
        try now.check(past: atMs)
    }

    package var datedMs: Int64 { atMs }

    /// Key by which measurements of the same thing are found.
    package var key: String { NameKey.of(what) }

    /// The body weight; `nil` for a measurement of anything else.
    package var bodyWeight: Load? {
        guard key == Self.weight, let unit = quantity.unit?.load else { return nil }
        // The value was checked when it was noted.
        return try? Load(quantity.value, unit)
    }

    private func checkQuantity(field: String) throws(Rejection) {
        guard key == Self.weight else {
            return try quantity.check(in: quantity.dimension.bounds, of: what, field: field)
        }
        guard quantity.dimension == .mass else {
            throw .invalid("unit", quantity.mismatch(with: .mass, of: what))
        }
        let kilogram = Load.Unit.kg.micrograms
        let range = Self.weightKilograms
        try quantity.check(
            in: (
                range.lowerBound * kilogram...range.upperBound * kilogram,
                "1 to 1000 kg, or 2.3 to 2204 lb"
            ), of: what, field: field)
    }

    package func check(at now: Moment) throws(Rejection) {
        try Text.checkName(what, field: "what")
        try quantity.checkDecimals(of: what, field: "value")
        try checkQuantity(field: "value")
        try Bounds.check(atMs, in: Bounds.times, "at_ms")
        try day.check(of: atMs)
        try Bounds.check(noteOrder, in: Bounds.orders(at: now), "note_order")
    }
}

// MARK: - Rules

extension Measurement {
    /// Rules of measurements. All of one thing have one dimension, so that they can be compared.
    package static let rules = Rules<Measurement>(
        maximum: .init(maximumNumber),
        agreement: .init(among: "what_key", \.key) { entry, other in
            guard entry.quantity.dimension != other.quantity.dimension else { return nil }
            let text = entry.quantity.mismatch(with: other.quantity.dimension, of: other.what)
            return Mismatch(
                field: "unit", state: "unit", text, reason: text,
                advice: other.quantity.unit == nil
                    ? "leave out the unit, or delete the earlier values" : nil)
        })
    package static let sharing: Sharing<Measurement>? = Sharing()
}

// MARK: - Row

extension Measurement {
    package init(_ row: inout RowVisitor, writing entity: Measurement?) throws {
        id = try row.column("id", entity?.id)
        // Up to schema 15 there were body weights alone, with the value in a column of that name.
        what = try row.column("what", entity?.what, absent: Self.weight)
        row.derived("what_key", entity?.key)
        let value =
            try row.optional("value", entity?.quantity.value) ?? row.column("weight", nil)
        quantity = try Quantity(stored: value, row.optional("unit", entity?.quantity.unit))
        atMs = try row.column("at_ms", entity?.atMs)
        noteOrder = try row.column("note_order", entity?.noteOrder)
        day = try row.day(entity?.day, of: atMs)
    }
}

// MARK: - Progress

extension Measurement {
    /// Two days before the body weight's day, since the work of later sets changes with it. Where zones
    /// differ, a later set may have an earlier day. No figures rest on other measurements.
    package static func firstDay(affectedFrom former: Measurement?, to new: Measurement?) -> Int? {
        [former, new].compactMap { $0?.bodyWeight == nil ? nil : $0?.day.number }.min()
            .map { $0 - 2 }
    }
}
