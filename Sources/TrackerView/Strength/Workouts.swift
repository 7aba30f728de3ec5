import TrackerAPI
import TrackerCore

extension WorkoutView: Sentence {
    package func text(in style: Style) -> String { details(in: style) }

    package var isOpen: Bool { state == .open }

    /// Newest set of all exercises; `nil` if there is none.
    package var newestSet: SetView? {
        let sets = exercises.flatMap(\.sets)
        let last = sets.map(\.at).compactMap(WireTime.ms).max()
        return sets.last { WireTime.ms($0.at) == last }
    }

    /// Totals without warm-up sets, such as `12 sets, 96 reps, 4800 kg`.
    package var totals: String {
        let counted = exercises.flatMap(\.sets).filter { $0.type != "warmup" }
        let volume =
            summary.map { "\(NumberText.short($0.volume)) \($0.unit.forTerminal)" }
            ?? Self.volume(of: counted)
        let reps = summary?.reps ?? counted.reduce(0) { $0 + ($1.reps ?? 0) }
        let warmups = exercises.flatMap(\.sets).count(where: \.isWarmup)
        let sets = summary?.sets ?? counted.count
        var parts = [
            sets == 0 && warmups > 0
                ? TrackerView.counted(warmups, "warm-up") : WorkoutView.counted(sets)
        ]
        if reps > 0 { parts.append(CountText.of(reps, "reps")) }
        if let volume, !volume.hasPrefix("0 ") { parts.append(volume) }
        return parts.joined(separator: ", ")
    }

    /// The name, with a word for a deload.
    fileprivate var title: String { name.forTerminal + (deload == nil ? "" : " (deload)") }

    private static func counted(_ sets: Int) -> String {
        sets == 0 ? "no sets" : TrackerView.counted(sets, "set")
    }

    /// Volume of an open workout, in the unit of its first load; the daemon gives no sum for it. `nil` if
    /// there is none.
    private static func volume(of sets: [SetView]) -> String? {
        let moved = sets.compactMap { set in
            set.moved.flatMap { $0.micrograms > 0 ? (reps: set.reps, weight: $0) : nil }
        }
        guard let unit = moved.first.flatMap({ ($0.weight.load ?? $0.weight.body)?.unit }) else {
            return nil
        }
        var work = Work()
        for (reps, weight) in moved {
            guard let reps, WorkoutSet.repCounts.contains(reps) else { continue }
            work += weight.work(reps: reps)
        }
        return "\(NumberText.short(work.value(in: unit))) \(unit.rawValue)"
    }

    package func sentence(in style: Style) -> String {
        var parts = [style.state(isOpen ? "on" : state.text, state.forTerminal)]
        if isOpen {
            parts[0] += machine.map { " on \($0.forTerminal)" } ?? ""
            parts[0] += " since \(style.time(startedAt))"
        } else {
            parts.append(style.time(startedAt))
        }
        if let deload { parts.append("deload \(NumberText.exact(deload))%") }
        parts.append(totals)
        if let summary { parts.append("took \(SpanText.elapsed(summary.durationMs))") }
        let last = isOpen ? newestSet : nil
        let names = [name, last?.exerciseName ?? ""].map(\.forTerminal)
        return style.line(naming: names) { names in
            let set = last.map { "last \(names[1])\($0.place): \($0.notation)" }
            return "\(style.strong(names[0])): "
                + (parts + [set].compactMap(\.self)).joined(separator: ", ")
                + style.id(id)
        }
    }

    /// The sentence, the notes, and a line for each set done or to come, with the last newline.
    package func details(in style: Style) -> String { answerText(in: style).whole }

    /// The same text; its sentence includes the workout's note.
    package func answerText(in style: Style) -> AnswerText {
        let line = sentence(in: style) + "\n" + (note.map(NoteText.lines) ?? "")
        return AnswerText(line, details: table(in: style))
    }

    private func table(in style: Style) -> String {
        var text = ""
        if isOpen, backdated == true {
            text +=
                style.faint("past workout: each set follows the last one, without a rest") + "\n"
        }
        text += summary?.details(in: style) ?? ""
        text += missingMaxes(in: style)
        guard !exercises.isEmpty else { return text }
        var table = Table(
            "~EXERCISE", ">#", "DONE", "TARGET", "?LAST TIME", "?AT", ">?REST", "ID", "~NOTE")
        let ids = ShortIDs(exercises.flatMap(\.sets).map(\.id), atLeast: ShortIDs.ofHistory)
        table.rows = exercises.flatMap { $0.rows(isOpen: isOpen, ids: ids, in: style) }
        return text + table.text(in: style)
    }
}

extension WorkoutView {
    /// Commands to type for lifts that are planned at a share of a training max that isn't set; empty for none.
    private func missingMaxes(in style: Style) -> String {
        let names = exercises.filter { exercise in
            exercise.target?.groups.contains { $0.percentOf == "max" && $0.load == nil } ?? false
        }.map(\.name)
        guard isOpen, !names.isEmpty else { return "" }
        return names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map {
            style.faint("no training max yet: \(MaxText.command($0.element))") + "\n"
        }.joined()
    }
}

extension WorkoutView.Exercise {
    /// A line for each set, and while the workout is open, for each set to come. In a finished workout, an
    /// exercise without sets has a line only for its note.
    fileprivate func rows(isOpen: Bool, ids: ShortIDs, in style: Style) -> [[Table.Cell]] {
        var lines = sets.map { set in
            Row(
                set: set, target: wish(of: set),
                former: SetPairs(former: previous ?? []).partner(of: set, among: sets))
        }
        if isOpen { lines += rowsToCome }
        // The superset has its own line, so that a long name doesn't hide its letter.
        let names =
            [Table.Cell(name.forTerminal + BlockText.of(block), style.strong)]
            + (superset.map { [.init("  superset \($0.forTerminal)", style.faint)] } ?? [])
        if lines.isEmpty, isOpen || note != nil { lines.append(Row()) }
        let rows = lines.enumerated().map { index, line -> [Table.Cell] in
            let isFirst = index == 0
            let notes = [isFirst ? note : nil, line.set?.note].compactMap { $0?.forTerminal }
            return [
                names.indices.contains(index) ? names[index] : .init(""),
                .init("\(index + 1)", style.faint),
                .init(line.set?.notation ?? "-"), .init(line.target ?? "", style.faint),
                .init(line.former?.notation ?? "", style.faint),
                .init(line.set.map { style.clock($0.at) } ?? ""),
                .init(line.set?.restMs.map(SpanText.elapsed) ?? ""),
                ids.cell(line.set?.id ?? "", style), .init(notes.joined(separator: "; ")),
            ]
        }
        return rows + (rows.isEmpty ? [] : names.dropFirst(rows.count).map { [$0] })
    }

    struct Row {
        var set: SetView?
        var target: String?
        var former: SetView?
    }

    /// Sets to come. With a target, the rest of its sets, so that extra sets from last time don't count as
    /// planned. Without one, the rest of the last workout's sets; warm-ups only before the first other set.
    var rowsToCome: [Row] {
        let (warmups, others) = (sets.count(where: \.isWarmup), sets.count(where: \.isPlannable))
        let former = previous ?? []
        let formerOthers = former.filter(\.isPlannable)
        let formerWarmups = former.filter(\.isWarmup)
        guard let order = target?.order else {
            return (others > 0 ? [] : formerWarmups.dropFirst(warmups)).map { Row(former: $0) }
                + formerOthers.dropFirst(others).map { Row(former: $0) }
        }
        return order.left(warmups: warmups, others: others).map { place in
            let like = place.isWarmup ? formerWarmups : formerOthers
            return Row(target: wish(place.group), former: like.dropFirst(place.index).first)
        }
    }

    /// Target of a finished set, by its place among sets of its kind; `nil` for none.
    private func wish(of set: SetView) -> String? {
        guard set.isWarmup || set.isPlannable else { return nil }
        let place = sets.count {
            $0.index < set.index && (set.isWarmup ? $0.isWarmup : $0.isPlannable)
        }
        return target?.order.group(isWarmup: set.isWarmup, index: place).map(wish)
    }

    private func wish(_ group: Int) -> String {
        target.map { GroupNotation($0.groups[group]).wish.forTerminal } ?? ""
    }
}

/// Text of notes with several lines.
enum NoteText {
    package static func lines(_ note: String) -> String {
        note.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "  \(String($0).forTerminal)\n" }.joined()
    }
}

extension TemplateView: Sentence {
    package func text(in style: Style) -> String { details(in: style) }

    package func sentence(in style: Style) -> String {
        var parts = [counted(exercises.count, "exercise")]
        if let daysPerWeek { parts.append("\(counted(daysPerWeek, "day")) a week") }
        if let restMs { parts.append("rest \(SpanText.elapsed(restMs))") }
        if let deload { parts.append("deload \(NumberText.exact(deload))%") }
        return style.line(naming: name.forTerminal) {
            "\(style.strong($0)): \(parts.joined(separator: ", "))" + style.id(id)
        }
    }

    /// The sentence, the note and the exercises, with the last newline.
    package func details(in style: Style) -> String {
        let most = room(in: style)
        var table = Table(">", "~EXERCISE", "TARGET", "PROGRESS", ">REST", "~SUPERSET", "~?NOTE")
        table.rows = exercises.enumerated().flatMap { index, exercise -> [[Table.Cell]] in
            let rest = exercise.target.restMs.map { $0 == 0 ? "no" : SpanText.elapsed($0) }
            var lines = exercise.target.groups.notations.rows(of: most)
            lines += exercise.next.map { (["next:"] + $0.notations).rows(of: most) } ?? []
            return lines.enumerated().map { line, groups in
                let text = Table.Cell(groups)
                guard line == 0 else { return [.init(""), .init(""), text] }
                return [
                    .init("\(index + 1)", style.faint),
                    .init(exercise.name.forTerminal, style.strong), text,
                    .init(exercise.progress), .init(rest ?? ""),
                    .init(exercise.superset?.forTerminal ?? ""),
                    .init(exercise.note?.forTerminal ?? ""),
                ]
            }
        }
        return sentence(in: style) + "\n" + (note.map(NoteText.lines) ?? "") + table.text(in: style)
    }

    /// Number of columns that the other cells leave for the sets.
    private func room(in style: Style) -> Int {
        func widest(_ texts: [String], _ title: String) -> Int {
            let width = texts.map(\.displayWidth).max() ?? 0
            return width == 0 ? 0 : max(width, title.count) + 2
        }
        let names = widest(exercises.map(\.name.forTerminal), "EXERCISE")
        let others =
            min(names, Self.nameColumns) + widest(exercises.map(\.progress), "PROGRESS")
            + widest(exercises.map { $0.target.restMs == nil ? "" : "1:30:00" }, "")
            + widest(exercises.map { $0.superset ?? "" }, "SUPERSET")
        return max(Self.leastColumns, style.columns - "\(exercises.count)".count - 2 - others)
    }

    private static let nameColumns = 24
    private static let leastColumns = 20
}

extension TemplateView.Exercise {
    fileprivate var progress: String {
        target.progression.map { ProgressionNotation($0).text.forTerminal } ?? ""
    }
}

extension WorkoutList.Response: ShownList {
    package static var none: String { "no workouts" }
    package var ids: [String] { workouts.map(\.id) }
    package var leftOut: More? { More(total: total, shown: ids, of: WorkoutList.self) }

    package func rows(in style: Style) -> String {
        var table = Table("STARTED", "~WORKOUT", "CAME TO", ">TOOK", "ID", "~?EXERCISES")
        let ids = ShortIDs(workouts.map(\.id), atLeast: ShortIDs.ofHistory)
        table.rows = workouts.map { workout in
            let took = workout.summary.map { SpanText.elapsed($0.durationMs) } ?? ""
            return [
                .init(style.day(workout.startedAt)),
                .init(workout.title, style.strong), .init(workout.totals),
                .init(workout.isOpen ? workout.state.forTerminal : took) {
                    workout.isOpen ? style.state("on", $0) : $0
                },
                ids.cell(workout.id, style),
                .init(workout.exercises.map(\.name.forTerminal).joined(separator: ", ")),
            ]
        }
        return table.text(in: style)
    }
}
