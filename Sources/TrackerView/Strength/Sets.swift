import TrackerAPI
import TrackerCore

extension SetView: Sentence {
    var isWarmup: Bool { type == WorkoutSet.Kind.warmup.rawValue }
    /// Whether the set continues another set.
    var isDrop: Bool { dropOf != nil || type == WorkoutSet.Kind.drop.rawValue }
    /// Whether the set can count as one of the planned sets. Warm-ups and drop sets can't.
    var isPlannable: Bool { !isWarmup && !isDrop }

    /// Weight that the reps move; `nil` for a mode or unit that this version doesn't know.
    var moved: MovedWeight? {
        guard let mode = WorkoutSet.LoadMode(rawValue: loadMode) else { return nil }
        func weight(_ value: Double?, _ unit: String?) -> Load? {
            guard let value, let unit = unit.flatMap(Load.Unit.init(rawValue:)) else { return nil }
            return try? Load(value, unit)
        }
        return MovedWeight(
            weight(load, loadUnit), mode, body: weight(bodyWeight, bodyWeightUnit),
            isPair: pair == true)
    }

    /// The two weights of a pair, such as `, 2 x 30 kg`; empty for a set without.
    private var both: String {
        guard pair == true, let weight, weight.value > 0 else { return "" }
        return ", 2 x \(NumberText.short(weight.value)) \(loadUnit.forTerminal)"
    }

    /// Notation of the set, with both weights of a pair.
    fileprivate var wholeNotation: String { notation + both }

    package var title: String { exerciseName.forTerminal + place }

    /// Block and number of the set, written after the exercise's name.
    var place: String { "\(BlockText.of(block)) \(index)" }

    /// The weight to show, to 3 decimals, because kilograms converted from pounds have more than anyone
    /// needs. `nil` for none, and for a weight of 0 on a hold or a distance.
    package var weight: SetNotation.Weight? {
        guard var weight = SetNotation(self)?.weight, weight.value != 0 || reps != nil else {
            return nil
        }
        weight.value = (weight.value * 1000).rounded() / 1000
        return weight
    }

    /// Notation of the set, followed by details that it can't express: `5x100kg@8, warm-up`.
    package var notation: String {
        var parts: [String] = []
        var notation = SetNotation(self)
        notation?.weight = weight
        if case .distance(let metres)? = notation?.amount {
            notation?.amount = .distance(Self.shown(metres))
        }
        if let metres = notation?.distanceBeside { notation?.distanceBeside = Self.shown(metres) }
        if let notation { parts.append(notation.text) }
        // With reps or a time, the notation has no room for a distance or another time.
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

    /// The distance, from a kilometre on in whole metres, since a mile has millimetres that nobody measured.
    private static func shown(_ metres: Double) -> Double {
        metres < 1000 ? metres : metres.rounded()
    }

    private static func distance(_ metres: Double) -> String {
        metres < 1000
            ? "\(NumberText.exact(metres)) m"
            : "\(NumberText.exact(shown(metres) / 1000)) km"
    }

    package func sentence(in style: Style) -> String {
        var text = "\(wholeNotation), \(style.time(at))"
        if let note { text += ", \(note.forTerminal)" }
        text += style.id(id)
        return style.line(naming: exerciseName.forTerminal) {
            "\(style.strong($0 + place)): \(text)"
        }
    }
}

/// Text after an exercise's name that tells its blocks in a workout apart.
enum BlockText {
    /// Number of a block, such as ` (2)` for the second; empty for the first, which has no number in results.
    static func of(_ block: Int64?) -> String { block.map { " (\($0))" } ?? "" }
}

/// Pairing of sets with those of the last workout: warm-ups with warm-ups, drop sets with drop sets, others
/// with others, each by its place in its kind.
struct SetPairs {
    package let former: [SetView]

    /// - Parameter sets: all sets of the same block, including this one.
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
    /// A line for each set with its counterpart in the last workout, then the records it made, and finally
    /// the rest that has started.
    ///
    /// - Parameter part: the exercise in the workout, from before or after logging; `nil` if it isn't known.
    package static func answers(
        _ answers: [SetLog.Response], in part: WorkoutView.Exercise?, _ style: Style
    ) -> AnswerText {
        let logged = answers.map(\.set)
        let before = (part?.sets ?? []).filter { set in !logged.contains { $0.id == set.id } }
        let pairs = SetPairs(former: part?.previous ?? [])
        var table = Table("~", "", "", "")
        table.rows = answers.map { answer in
            let set = answer.set
            let former = pairs.partner(of: set, among: before + logged)
            return [
                .init(set.title, style.strong), .init(set.wholeNotation),
                .init(former.map { "last time \($0.notation)" } ?? "", style.faint),
                .init(style.idText(set.id), style.faint),
            ]
        }
        let lines = zip(table.text(in: style).split(separator: "\n"), answers).map { line, answer in
            let records = "  " + records(answer.records, of: answer.set)
            guard records != "  " else { return line + "\n" }
            // Without a terminal, a program may read the output line by line.
            let text = style.sheet() == nil ? records + "\n" : style.wrapped(records, indent: 4)
            return line + "\n"
                + text.split(separator: "\n").map { style.good(String($0)) + "\n" }.joined()
        }
        let rest = answers.last?.rest.map { $0.sentence(in: style) + "\n" } ?? ""
        return AnswerText(lines.joined(), scene: rest)
    }

    /// Line that names the workout, for sets added to a finished one.
    package static func place(in workout: WorkoutView, _ style: Style) -> String {
        style.faint("  in \(workout.name.forTerminal), \(style.time(workout.startedAt))") + "\n"
    }

    /// Records, such as `record: heaviest load 100 kg (97.5 before), most reps with 100kg 5`; for a first
    /// set, only that it is the first.
    package static func records(_ records: [RecordMadeView], of set: SetView) -> String {
        guard !records.isEmpty else { return "" }
        guard !records.allSatisfy(\.first) else { return "first set: records start here" }
        let texts = records.unrepeated.map { record in
            name(of: record.kind, set) + " " + value(record.value, record, hasUnit: true)
                + remark(on: record)
        }
        return "\(texts.count > 1 ? "records" : "record"): \(texts.joined(separator: ", "))"
    }

    /// Records of a workout, one per line, with the exercise before its first record.
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
            return (own.allSatisfy(\.first) ? ["first set"] : texts).enumerated().map {
                [.init($0.offset == 0 ? title : "", style.strong), .init($0.element, style.good)]
            }
        }
        return table.text(in: style)
    }

    /// Remark with the previous value, and whether body weight is left out: ` (97.5 before, added load
    /// only)`.
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
    /// Records that another record doesn't imply: a new heaviest load is always also the most reps at that
    /// load.
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
