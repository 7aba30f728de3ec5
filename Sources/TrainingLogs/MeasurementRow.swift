import TrackerCore

/// Reads one measurement of the body from a row.
struct MeasurementRow {
    let row: FileRow

    func measurement(
        _ clock: inout FileClock, _ findings: inout Findings
    ) throws(LeftOut) -> TrainingLog.Measurement {
        let name = FileText.name(row[.measurement])
        guard !name.isEmpty else { throw LeftOut("the row has no measurement") }
        guard FileText.isShort(name) else {
            throw LeftOut(
                "the measurement's name is longer than \(Text.maximumNameLength) characters")
        }
        guard let value = try row.number(.value) else { throw LeftOut("the row has no value") }
        let word = row[.weightUnit].trimmed
        let unit = Units.ofBody(word)
        guard unit != nil || word.isEmpty else {
            throw row.fault(
                .weightUnit,
                "'\(word.prefix(40))' isn't a unit of measurements: kg, lb, cm, in, % or bpm")
        }
        let start = try clock.start(row, &findings)
        if !row[.note].trimmed.isEmpty {
            findings.warn("the comment was dropped: measurements have none", at: row.line)
        }
        let isWeight = Self.weights.contains(name.lowercased().filter { $0 != " " })
        return TrainingLog.Measurement(
            line: row.line, what: isWeight ? Measurement.weight : name,
            value: FileNumber.rounded(value), unit: unit, atMs: start.ms)
    }

    /// Names of the body weight, without blanks.
    private static let weights: Set<String> = ["bodyweight", "weight"]
}
