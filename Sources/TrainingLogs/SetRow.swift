import TrackerCore

/// Reads one set from a row of any of the formats.
struct SetRow {
    let row: FileRow
    private(set) var warnings: [String] = []

    init(_ row: FileRow) { self.row = row }

    /// - Throws: `LeftOut` where the row has no set, or a value that no set can have.
    mutating func set(_ kind: WorkoutSet.Kind, note: String) throws(LeftOut) -> TrainingLog.Set {
        let reps = try reps()
        let seconds = try seconds()
        let distance = try distance()
        guard reps != nil || seconds != nil || distance != nil else {
            throw LeftOut("the set has no reps, no time and no distance")
        }
        return TrainingLog.Set(
            line: row.line, kind: kind, reps: reps, load: try load(), seconds: seconds,
            distance: distance, rpe: try rpe(), note: self.note(note), restMs: nil)
    }

    mutating func note(_ text: String) -> String? {
        let (note, change) = FileText.note(text)
        if let change { warnings.append(change) }
        return note
    }

    /// A number of the set; `nil` for a blank value and for 0, since files fill unused columns with zeros.
    private func figure(
        _ meaning: Columns.Meaning, _ name: String, to limit: Double
    ) throws(LeftOut) -> Double? {
        guard let value = try row.number(meaning, name), value != 0 else { return nil }
        guard value > 0, value <= limit else {
            throw LeftOut("\(name) \(plain(value)) is out of range: at most \(plain(limit))")
        }
        return value
    }

    private mutating func reps() throws(LeftOut) -> Int64? {
        guard let value = try figure(.reps, "reps", to: 10_000) else { return nil }
        let whole = value.rounded(.down)
        guard whole >= 1 else { throw LeftOut("reps \(plain(value)) is less than one") }
        if whole != value {
            warnings.append("reps \(plain(value)) was taken as \(plain(whole)): reps are whole")
        }
        return Int64(whole)
    }

    private func load() throws(LeftOut) -> TrainingLog.Weight? {
        guard let value = try row.number(.weight, "weight") else { return nil }
        guard abs(value) <= 10_000 else {
            throw LeftOut("weight \(plain(value)) is out of range: at most 10000")
        }
        let word = row[.weightUnit].trimmed
        guard let name = word.isEmpty ? row.columns.weightUnit : word else {
            return TrainingLog.Weight(value: FileNumber.rounded(value), unit: nil)
        }
        guard let unit = Units.load(name) else {
            throw LeftOut("the unit of weight '\(name.prefix(40))' is unknown: kg or lb")
        }
        return TrainingLog.Weight(value: FileNumber.rounded(value), unit: unit)
    }

    private mutating func seconds() throws(LeftOut) -> Double? {
        let text = row[.seconds].trimmed
        guard !text.isEmpty else { return nil }
        guard let value = FileSpan.seconds(text) else {
            throw LeftOut("the time '\(text.prefix(40))' is none such as 90 or 0:01:30")
        }
        guard value != 0 else { return nil }
        guard value >= 0.1, value <= 86_400 else {
            throw LeftOut("the time of \(plain(value)) s is out of range: at most 24 hours")
        }
        return (value * 1e3).rounded() / 1e3
    }

    private func distance() throws(LeftOut) -> TrainingLog.Distance? {
        guard let value = try figure(.distance, "distance", to: 1e9) else { return nil }
        let word = row[.distanceUnit].trimmed
        guard let name = word.isEmpty ? row.columns.distanceUnit : word else {
            return .unknown(value)
        }
        guard let metres = Units.metres(value, name), !Units.isOfLoad(name) else {
            throw LeftOut("the unit of distance '\(name.prefix(40))' is unknown: m, km, mi or ft")
        }
        guard metres > 0, metres <= 1_000_000 else {
            throw LeftOut("the distance of \(plain(metres)) m is out of range: at most 1000 km")
        }
        return .metres(metres)
    }

    private mutating func rpe() throws(LeftOut) -> Double? {
        guard let value = try row.number(.rpe, "RPE"), value != 0 else { return nil }
        let half = (value * 2).rounded() / 2
        guard (5...10).contains(half) else {
            warnings.append("RPE \(plain(value)) was dropped: it goes from 5 to 10")
            return nil
        }
        if half != value {
            warnings.append("RPE \(plain(value)) was taken as \(plain(half)): it goes by halves")
        }
        return half
    }
}

/// The number as a text, without a fraction where it is whole.
func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
