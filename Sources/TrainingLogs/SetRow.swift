import TrackerCore

/// Reads one set from a row of any of the formats.
struct SetRow {
    let row: FileRow
    private(set) var warnings: [String] = []
    /// Reasons why values were dropped.
    private var faults: [String] = []

    init(_ row: FileRow) { self.row = row }

    /// The set of the row, without invalid values; each of them gets a warning.
    ///
    /// - Throws: `LeftOut` if no reps, time or distance are left, or if the load is invalid: without its
    ///   load, it would be a different set.
    mutating func set(_ kind: WorkoutSet.Kind, note: String) throws(LeftOut) -> TrainingLog.Set {
        let load = try load()
        let reps = kept { row throws(LeftOut) in try row.reps() }
        let seconds = kept { row throws(LeftOut) in try row.seconds() }
        let distance = kept { row throws(LeftOut) in try row.distance() }
        guard reps != nil || seconds != nil || distance != nil else {
            throw LeftOut(
                faults.isEmpty
                    ? "the set has no reps, no time and no distance"
                    : faults.joined(separator: "; "))
        }
        let rpe = kept { row throws(LeftOut) in try row.rpe() }
        warnings += faults.map(TrainingLog.dropped)
        return TrainingLog.Set(
            line: row.line, kind: kind, reps: reps, load: load, seconds: seconds,
            distance: distance, rpe: rpe, note: self.note(note), restMs: rest())
    }

    /// Number of equal sets that the row stands for.
    func count() throws(LeftOut) -> Int {
        guard let value = try row.number(.sets), value != 0 else { return 1 }
        guard let count = Int(exactly: value), (1...100).contains(count) else {
            throw row.fault(.sets, "\(plain(value)) is out of range, 1 to 100")
        }
        return count
    }

    /// Rest after the set, in milliseconds; `nil` if there is none.
    private mutating func rest() -> Int64? {
        let text = row[.rest].trimmed
        guard !text.isEmpty, FileSpan.seconds(text) != 0 else { return nil }
        guard let seconds = FileSpan.seconds(text), seconds >= 0.001, seconds <= 86_400 else {
            warnings.append(
                "column \(row.columns.name(of: .rest)): '\(text.prefix(40))' isn't a rest, so it "
                    + "was dropped")
            return nil
        }
        return Int64((seconds * 1000).rounded())
    }

    /// A value of the set; `nil`, with a fault recorded, if the value is invalid.
    private mutating func kept<Value>(
        _ read: (inout Self) throws(LeftOut) -> Value?
    ) -> Value? {
        do throws(LeftOut) {
            return try read(&self)
        } catch {
            faults.append(error.reason)
            return nil
        }
    }

    mutating func note(_ text: String) -> String? {
        let (note, change) = FileText.note(text)
        if let change { warnings.append(change) }
        return note
    }

    // Files fill unused columns with zeros, so 0 means no value.

    private mutating func reps() throws(LeftOut) -> Int64? {
        guard !hasTimeForReps, let (value, word) = try row.amount(.reps), value != 0 else {
            return nil
        }
        guard word.isEmpty || Self.countWords.contains(where: word.lowercased().hasPrefix) else {
            throw row.fault(.reps, "'\(row[.reps].trimmed.prefix(40))' isn't a number")
        }
        let whole = value.rounded(.down)
        guard (1...10_000).contains(whole) else {
            throw row.fault(.reps, "\(plain(value)) is out of range, 1 to 10000")
        }
        if whole != value {
            warnings.append(
                "reps \(plain(value)) was taken as \(plain(whole)): reps are whole numbers")
        }
        return Int64(whole)
    }

    /// Beginnings of words behind a number of reps.
    private static let countWords = ["rep", "wdh", "wiederh"]

    /// True if the column of the reps has a time in this row, as in GymBook.
    private var hasTimeForReps: Bool {
        row.columns.format == .gymbook && FileNumber.value(row[.reps].trimmed) == nil
            && FileSpan.seconds(row[.reps]) != nil
    }

    private func load() throws(LeftOut) -> TrainingLog.Weight? {
        var (meaning, usual) = (Meaning.weight, row.columns.weightUnit)
        if row[.weight].trimmed.isEmpty {
            (meaning, usual) = (.otherWeight, row.columns.otherWeightUnit)
        }
        guard !isBodyAlone(row[meaning]) else { return nil }
        guard let (value, behind) = try row.amount(meaning), !isDistance(behind) else { return nil }
        guard abs(value) <= 10_000 else {
            throw row.fault(meaning, "\(plain(value)) is out of range, at most 10000")
        }
        let word = behind.isEmpty ? row[.weightUnit].trimmed : behind
        guard let name = word.isEmpty ? usual : word else {
            return TrainingLog.Weight(value: FileNumber.rounded(value), unit: nil)
        }
        guard let unit = Units.load(name) else {
            throw row.fault(
                behind.isEmpty ? .weightUnit : meaning,
                "'\(name.prefix(40))' isn't a unit of weight: kg or lb")
        }
        return TrainingLog.Weight(value: FileNumber.rounded(value), unit: unit)
    }

    /// True if a load is a word for the body's weight alone, in a file of no known program.
    private func isBodyAlone(_ text: String) -> Bool {
        row.columns.format == .csv
            && ["bw", "bodyweight", "body weight"].contains(text.trimmed.lowercased())
    }

    /// True if the column of the loads has a distance in this row, as in GymBook.
    private func isDistance(_ unit: String) -> Bool {
        row.columns.format == .gymbook && Units.isKnown(unit.lowercased())
            && !Units.isOfLoad(unit.lowercased())
    }

    private mutating func seconds() throws(LeftOut) -> Double? {
        let text = row[hasTimeForReps ? .reps : .seconds].trimmed
        guard !text.isEmpty else { return nil }
        try row.checkClear(text, hasTimeForReps ? .reps : .seconds)
        guard let value = FileSpan.seconds(text) else {
            throw row.fault(.seconds, "'\(text.prefix(40))' isn't a time like 90 or 0:01:30")
        }
        guard value != 0 else { return nil }
        guard value >= 0.1, value <= 86_400 else {
            throw row.fault(.seconds, "\(plain(value)) s is out of range, at most 24 hours")
        }
        return (value * 1e3).rounded() / 1e3
    }

    private func distance() throws(LeftOut) -> TrainingLog.Distance? {
        if row.columns.format == .gymbook, let (value, unit) = try row.amount(.weight),
            isDistance(unit), let metres = Units.metres(value, unit), metres > 0
        {
            if let fault = fault(value, " \(unit)", metres: metres) { throw LeftOut(fault) }
            return .metres(metres)
        }
        guard let value = try row.number(.distance), value != 0 else { return nil }
        let word = row[.distanceUnit].trimmed
        guard let name = word.isEmpty ? row.columns.distanceUnit : word else {
            // Metres are the shortest unit that the file may use.
            if let fault = fault(value, "", metres: value) { throw LeftOut(fault) }
            return .unknown(value)
        }
        guard let metres = Units.metres(value, name), !Units.isOfLoad(name) else {
            throw row.fault(
                .distanceUnit, "'\(name.prefix(40))' isn't a unit of distance: m, km, mi or ft")
        }
        if let fault = fault(value, " \(name)", metres: metres) { throw LeftOut(fault) }
        return .metres(metres)
    }

    private func fault(_ value: Double, _ unit: String, metres: Double) -> String? {
        TrainingLog.fault(
            ofDistance: "\(plain(value))\(unit)", column: row.columns.name(of: .distance),
            metres: metres)
    }

    private mutating func rpe() throws(LeftOut) -> Double? {
        guard let value = try row.number(.rpe), value != 0 else { return try reserve() }
        let half = (value * 2).rounded() / 2
        guard (5...10).contains(half) else {
            warnings.append("RPE \(plain(value)) was dropped: it goes from 5 to 10")
            return nil
        }
        if half != value {
            warnings.append(
                "RPE \(plain(value)) was taken as \(plain(half)): it goes in steps of 0.5")
        }
        return half
    }

    /// RPE by the reps in reserve, of which 0 are the most effort.
    private mutating func reserve() throws(LeftOut) -> Double? {
        guard let value = try row.number(.rir) else { return nil }
        guard (0...5).contains(value), (value * 2).rounded() == value * 2 else {
            warnings.append("RIR \(plain(value)) was dropped: it goes from 0 to 5, in steps of 0.5")
            return nil
        }
        return 10 - value
    }
}

/// The number as text, without a fraction if it is whole.
package func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
