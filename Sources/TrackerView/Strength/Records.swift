import TrackerAPI
import TrackerCore

/// Personal records as a table, exercise by exercise.
package struct RecordText {
    package let records: [RecordView]
    /// Whether only one exercise was asked for, so that there is more room.
    package let isOfOne: Bool
    /// Whether to show the most reps at every load.
    package let isWhole: Bool

    package init(records: [RecordView], isOfOne: Bool, isWhole: Bool) {
        self.records = records
        self.isOfOne = isOfOne
        self.isWhole = isWhole
    }

    private static let mostReps = Records.Kind.mostReps.rawValue

    package func text(in style: Style) -> String {
        guard !records.isEmpty else {
            return style.faint("no records yet: warm-ups and partial sets don't count") + "\n"
        }
        var table = Table("~EXERCISE", "RECORD", ">VALUE", "?BY", "ON", "?")
        for group in groups {
            let shown = shown(of: group)
            let hidden = group.count - shown.count
            for (index, record) in shown.enumerated() {
                let isLast = index == shown.count - 1
                table.rows.append(
                    row(
                        of: record, isFirst: index == 0,
                        more: isLast && hidden > 0 && !isOfOne ? hidden : 0, in: style))
            }
        }
        let bests = isOfOne ? BestLoads(records).map { "\n" + $0.text(in: style) } : nil
        return table.text(in: style) + (bests ?? "")
    }

    /// Records grouped by exercise, in the order of the result.
    private var groups: [[RecordView]] {
        var groups: [[RecordView]] = []
        for record in records {
            if groups.last?.first?.exercise == record.exercise {
                groups[groups.count - 1].append(record)
            } else {
                groups.append([record])
            }
        }
        return groups
    }

    /// The records to show: first the other kinds, then the most reps at each load, heaviest first. The list
    /// of all exercises shows only the load with the most reps.
    private func shown(of group: [RecordView]) -> [RecordView] {
        let others = group.filter { $0.kind != Self.mostReps }
        let loads = group.filter { $0.kind == Self.mostReps }
        return others + (isWhole || isOfOne ? loads : loads.suffix(1))
    }

    private func row(
        of record: RecordView, isFirst: Bool, more: Int, in style: Style
    ) -> [Table.Cell] {
        [
            .init(isFirst ? record.exerciseName.forTerminal : "", style.strong),
            .init(Self.name(ofKind: record.kind)),
            .init(FigureText.of(record.value, record.unit), style.good),
            .init(Self.set(of: record)), .init(style.date(String(record.at.prefix(10)))),
            .init(
                more > 0
                    ? "and \(counted(more, "other load"))"
                    : record.withoutBody == true
                        ? "added load only" : record.first ? "first" : "", style.faint),
        ]
    }

    /// Name of a kind; an unknown kind keeps its own name.
    package static func name(ofKind kind: String) -> String {
        Records.Kind(rawValue: kind)?.title ?? kind.forTerminal
    }

    /// The set that made the record, as it is typed, such as `5x100kg`. If body weight counts, it comes
    /// before the load: `5x82.5kg+10kg`.
    private static func set(of record: RecordView) -> String {
        guard let reps = record.reps else { return "" }
        if let body = record.bodyWeight, let unit = record.bodyWeightUnit {
            let sign = record.loadMode == WorkoutSet.LoadMode.assisted.rawValue ? "-" : "+"
            let load = record.load.flatMap { $0 > 0 ? $0 : nil }.map {
                "\(sign)\(NumberText.short($0))\(record.loadUnit?.forTerminal ?? "")"
            }
            return "\(reps)x\(NumberText.short(body))\(unit.forTerminal)\(load ?? "")"
        }
        guard let load = record.load, load > 0 else { return counted(reps, "rep") }
        let sign = record.loadMode.flatMap(WorkoutSet.LoadMode.init(rawValue:))?.sign ?? ""
        return "\(reps)x\(sign)\(NumberText.short(load))\(record.loadUnit?.forTerminal ?? "")"
    }
}
