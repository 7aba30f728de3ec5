import TrackerAPI
import TrackerCore

extension SetView: Sentence {
    var isWarmup: Bool { type == WorkoutSet.Kind.warmup.rawValue }
    /// Whether it goes on from another set.
    var isDrop: Bool { dropOf != nil || type == WorkoutSet.Kind.drop.rawValue }
    /// Whether it stands for a set of a target: warm-ups and drop sets come beside those.
    var isPlannable: Bool { !isWarmup && !isDrop }

    /// The weight that its reps move; `nil` for a mode or a unit that this version doesn't know.
    var moved: MovedWeight? {
        guard let mode = WorkoutSet.LoadMode(rawValue: loadMode) else { return nil }
        func weight(_ value: Double?, _ unit: String?) -> Load? {
            guard let value, let unit = unit.flatMap(Load.Unit.init(rawValue:)) else { return nil }
            return try? Load(value, unit)
        }
        return MovedWeight(
            weight(load, loadUnit), mode, body: weight(bodyWeight, bodyWeightUnit))
    }

    package var title: String { exerciseName.forTerminal + place }

    /// The block and the number of the set, behind the exercise's name.
    var place: String { "\(BlockText.of(block)) \(index)" }

    /// The weight as it is shown, to 3 decimals, since kilograms converted from pounds have more than
    /// anybody lifts. `nil` for none, and for a weight of 0 on a hold or a distance.
    package var weight: SetNotation.Weight? {
        guard var weight = SetNotation(self)?.weight, weight.value != 0 || reps != nil else {
            return nil
        }
        weight.value = (weight.value * 1000).rounded() / 1000
        return weight
    }

    /// The notation of the set, followed by details outside of the notation: `5x100kg@8, warm-up`.
    package var notation: String {
        var parts: [String] = []
        var notation = SetNotation(self)
        notation?.weight = weight
        if let notation { parts.append(notation.text) }
        // Beside reps or a time, the notation has no room for a distance or a time.
        if let distanceM, notation?.distance == nil { parts.append(Self.distance(distanceM)) }
        if let seconds, reps != nil {
            parts.append("in \(DurationText.text(ms: SetNotation.ms(seconds)))")
        }
        switch type {
        case "working": break
        case "warmup": parts.append("warm-up")
        default: parts.append(type.forTerminal)
        }
        return parts.joined(separator: ", ")
    }

    private static func distance(_ metres: Double) -> String {
        metres < 1000
            ? "\(NumberText.exact(metres)) m"
            : "\(NumberText.exact(metres / 1000)) km"
    }

    package func sentence(in style: Style) -> String {
        var text = "\(notation), \(style.time(at))"
        if let note { text += ", \(note.forTerminal)" }
        text += " " + style.faint("[\(id.forTerminal)]")
        return style.line(naming: exerciseName.forTerminal) {
            "\(style.strong($0 + place)): \(text)"
        }
    }
}

/// The words behind the name of an exercise that tell its blocks in a workout apart.
enum BlockText {
    /// ` (2)` for the second block; empty for the first, for which a result has no number.
    static func of(_ block: Int64?) -> String { block.map { " (\($0))" } ?? "" }
}

/// Pairs sets with those of the last workout: warm-ups with warm-ups, drop sets with drop sets, and others with
/// others, each by its place among its kind.
struct SetPairs {
    package let former: [SetView]

    /// - Parameter sets: all sets of its block in the workout, including this one.
    func partner(of set: SetView, among sets: [SetView]) -> SetView? {
        func isLike(_ other: SetView) -> Bool {
            other.isWarmup == set.isWarmup && other.isDrop == set.isDrop
        }
        let like = former.filter(isLike)
        let place = sets.count { isLike($0) && $0.index < set.index }
        return place < like.count ? like[place] : nil
    }
}

/// The output for logged sets.
package enum SetText {
    /// A line for each set with its counterpart of the last workout, below it the records that it made, and
    /// at the end the rest that has begun.
    ///
    /// - Parameter part: the exercise within the workout, from before or after the logging; `nil` where it
    ///   isn't known.
    package static func answers(
        _ answers: [SetLog.Response], in part: WorkoutView.Exercise?, _ style: Style
    ) -> String {
        let logged = answers.map(\.set)
        let before = (part?.sets ?? []).filter { set in !logged.contains { $0.id == set.id } }
        let pairs = SetPairs(former: part?.previous ?? [])
        var table = Table("~", "", "", "")
        table.rows = answers.map { answer in
            let set = answer.set
            let former = pairs.partner(of: set, among: before + logged)
            return [
                .init(set.title, style.strong), .init(set.notation),
                .init(former.map { "last time \($0.notation)" } ?? "", style.faint),
                .init("[\(set.id.forTerminal)]", style.faint),
            ]
        }
        let lines = zip(table.text(in: style).split(separator: "\n"), answers).map { line, answer in
            let records = "  " + records(answer.records, of: answer.set)
            guard records != "  " else { return line + "\n" }
            // Where nothing is drawn, a program may read it line by line.
            let text = style.sheet() == nil ? records + "\n" : style.wrapped(records, indent: 4)
            return line + "\n"
                + text.split(separator: "\n").map { style.good(String($0)) + "\n" }.joined()
        }
        let rest = answers.last?.rest.map { $0.sentence(in: style) + "\n" } ?? ""
        return lines.joined() + rest
    }

    /// The line for sets of a workout that is over: which workout that is.
    package static func place(in workout: WorkoutView, _ style: Style) -> String {
        style.faint("  in \(workout.name.forTerminal), \(style.time(workout.startedAt))") + "\n"
    }

    /// The records, such as `record: heaviest load 100 kg (97.5 before), most reps with 100kg 5`; for the
    /// first set only that it is the first.
    package static func records(_ records: [RecordMadeView], of set: SetView) -> String {
        guard !records.isEmpty else { return "" }
        guard !records.allSatisfy(\.first) else { return "the first: records begin with it" }
        let texts = records.unrepeated.map { record in
            name(of: record.kind, set) + " " + value(record.value, record, hasUnit: true)
                + remark(on: record)
        }
        return "\(texts.count > 1 ? "records" : "record"): \(texts.joined(separator: ", "))"
    }

    /// The records of a workout, a line for each, the exercise before its first one.
    package static func records(_ records: [RecordMadeView], in style: Style) -> String {
        var exercises: [String] = []
        for record in records {
            guard let exercise = record.exercise, !exercises.contains(exercise) else { continue }
            exercises.append(exercise)
        }
        var table = Table("~", "~")
        table.rows = exercises.flatMap { exercise -> [[Table.Cell]] in
            let own = records.filter { $0.exercise == exercise }
            let texts = own.unrepeated.map { record in
                name(of: record) + " " + value(record.value, record, hasUnit: true)
                    + remark(on: record)
            }
            let title = (own.first?.exerciseName ?? "").forTerminal
            return (own.allSatisfy(\.first) ? ["the first"] : texts).enumerated().map {
                [.init($0.offset == 0 ? title : "", style.strong), .init($0.element, style.good)]
            }
        }
        return table.text(in: style)
    }

    /// What was to be beaten, and whether the body's weight is left out: ` (97.5 before, added load only)`.
    private static func remark(on record: RecordMadeView) -> String {
        let remarks = [
            record.previous.map { "\(value($0, record)) before" },
            record.withoutBody == true ? "added load only" : nil,
        ].compactMap(\.self)
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    }

    private static func name(of record: RecordMadeView) -> String {
        guard record.kind == Records.Kind.mostReps.rawValue, let load = record.load, load > 0 else {
            return name(of: record.kind, load: nil)
        }
        let sign = record.loadMode.flatMap(WorkoutSet.LoadMode.init(rawValue:))?.sign ?? ""
        let unit = record.loadUnit?.forTerminal ?? ""
        return name(of: record.kind, load: "\(sign)\(NumberText.short(load))\(unit)")
    }

    private static func name(of kind: String, _ set: SetView) -> String {
        name(of: kind, load: set.weight?.text)
    }

    private static func name(of kind: String, load: String?) -> String {
        switch kind {
        case "heaviest_load": "heaviest load"
        case "most_reps": load.map { "most reps with \($0)" } ?? "most reps"
        case "best_1rm": "best estimated 1RM"
        case "set_work": "most work in a set"
        case "workout_work": "most work in a workout"
        case "longest_hold": "longest hold"
        default: kind.replacing("_", with: " ").forTerminal
        }
    }

    private static func value(
        _ value: Double, _ record: RecordMadeView, hasUnit: Bool = false
    ) -> String {
        switch record.unit {
        case "seconds": DurationText.text(ms: SetNotation.ms(value))
        case "reps": NumberText.short(value)
        default: NumberText.short(value) + (hasUnit ? " \(record.unit.forTerminal)" : "")
        }
    }
}

extension [RecordMadeView] {
    /// Records that aren't said by another one: the heaviest load was never lifted before.
    fileprivate var unrepeated: [RecordMadeView] {
        guard contains(where: { $0.kind == Records.Kind.heaviestLoad.rawValue }) else {
            return self
        }
        return filter { $0.kind != Records.Kind.mostReps.rawValue || $0.previous != nil }
    }
}

extension SetUpdate.Response: Shown {
    package func text(in style: Style) -> String { set.sentence(in: style) + "\n" }
    package var ids: [String] { [set.id] }
}
