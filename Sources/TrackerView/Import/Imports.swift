import TrackerAPI

package struct ImportText {
    package let view: ImportView
    /// Name of the file, for a person.
    package let file: String

    package init(view: ImportView, file: String) {
        self.view = view
        self.file = file
    }

    /// Most findings listed on a terminal.
    private static let rowsOnScreen = 10
    /// Number of workouts or exercises named if the file was imported before.
    private static let named = 3

    /// Whether there is anything to import.
    package var hasAnything: Bool {
        view.workouts + view.sets + (view.others ?? 0) > 0
            || view.changed.contains(where: \.updated)
    }

    /// The preview. The totals come last, next to the question. If the file was imported before, they are
    /// nearly all of it.
    ///
    /// - Parameter isWhole: whether every finding is listed.
    package func preview(in style: Style, isWhole: Bool = false) -> String {
        let isHere = !view.duplicates.isEmpty || !view.changed.isEmpty
        let isAgain = isHere && view.others == nil && !isWhole
        let limit =
            isAgain ? Self.named : isWhole ? nil : style.sheet().map { _ in Self.rowsOnScreen }
        let lists = [
            rows(in: style), isAgain ? "" : duplicates(in: style, limit), changed(in: style, limit),
            findings("notes", view.warnings, in: style, limit, isGrouped: isAgain),
            findings("left out", view.skipped, in: style, limit, isGrouped: isAgain),
            exercises(in: style, isAgain: isAgain, isWhole: isWhole),
        ]
        let program = Self.program(view.format)
        var sum = "\(style.strong(file.forTerminal))\(program.map { ", \($0)" } ?? ""):\n"
        sum += counts(in: style, isAgain: isAgain)
        if isAgain { sum += style.faint("'import FILE --all' lists them all") + "\n" }
        if !hasAnything {
            sum +=
                view.skipped.isEmpty && (isHere || view.others != nil)
                ? "nothing to import: it's all here already\n" : "nothing to import\n"
        }
        return (lists.filter { !$0.isEmpty } + [sum]).joined(separator: "\n")
    }

    /// The result, such as `imported: 120 workouts with 2310 sets [k3v9x2m4q7wd]`.
    package static func result(_ view: ImportView, in style: Style) -> String {
        var parts = ["\(counted(view.workouts, "workout")) with \(counted(view.sets, "set"))"]
        if !hasSets(view) { parts = [] }
        if let others = view.others, others > 0 { parts.append(counted(others, noun(view))) }
        let updated = view.changed.count(where: \.updated)
        if updated > 0 { parts.append("\(counted(updated, "workout")) updated") }
        let id = view.import.forTerminal
        return "\(style.good("imported")): \(parts.joined(separator: ", "))"
            + style.id(id) + "\n"
            + style.faint("To undo it: trackerctl import undo \(id)") + "\n"
    }

    static func program(_ format: String?) -> String? {
        switch format {
        case "strong": "a Strong file"
        case "hevy": "a Hevy file"
        case "fitnotes": "a FitNotes file"
        case "fitbod": "a Fitbod file"
        case "liftosaur": "a Liftosaur file"
        case "jefit": "a Jefit file"
        case "gymbook": "a GymBook file"
        case "csv": "a CSV file"
        case "trackerd": "a trackerd export"
        default: format?.forTerminal
        }
    }

    /// True if the file is one of sets, rather than of measurements alone.
    private static func hasSets(_ view: ImportView) -> Bool {
        view.others == nil || view.format == "trackerd"
    }

    /// Noun for rows that are neither workouts nor sets.
    private static func noun(_ view: ImportView) -> String {
        hasSets(view) ? "other row" : "measurement"
    }

    private func counts(in style: Style, isAgain: Bool) -> String {
        var span = ""
        if let first = view.firstAt?.prefix(10), let last = view.lastAt?.prefix(10) {
            span = first == last ? "on \(first)" : "\(first) to \(last)"
        }
        let exercises = view.exercises ?? []
        let new = exercises.filter(\.isNew)
        let updated = view.changed.count(where: \.updated)
        let hasSets = Self.hasSets(view)
        let counts: [Count] = [
            Count(view.workouts, "workout", span.forTerminal, isAlways: hasSets),
            Count(view.sets, "set", "", isAlways: hasSets),
            Count(view.rests, "rest", ""),
            Count(view.others ?? 0, Self.noun(view), hasSets ? "" : span.forTerminal),
            Count(
                exercises.count, "exercise",
                Self.newness(new.count, of: exercises.count)
                    + (isAgain ? Self.naming(new.map(\.name)) : "")),
            Count(updated, "workout", "changed, updated"),
            Count(
                view.changed.count - updated, "workout",
                "changed or deleted here, left as is",
                paint: style.warning),
            Count(view.duplicates.count, "workout", "already here, left as is"),
            Count(view.skipped.count, "row", "left out", paint: style.warning),
            Count(view.warnings.count, "note", "", paint: style.warning),
        ]
        var table = Table("", ">", "", "~")
        table.rows = counts.filter { $0.number > 0 || $0.isAlways }.map { count in
            [
                .init(""), .init("\(count.number)", count.paint ?? style.strong),
                .init(count.number == 1 ? count.noun : count.noun + "s"),
                .init(count.note, style.faint),
            ]
        }
        return table.text(in: style)
    }

    /// Number of new exercises, such as `3 of them new`.
    private static func newness(_ new: Int, of all: Int) -> String {
        switch new {
        case 0: "already here"
        case all: all == 1 ? "new" : "all of them new"
        default: "\(new) of them new"
        }
    }

    /// The first few names, such as `: Push, Pull, Legs and 3 more`.
    private static func naming(_ names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        let more = names.count > named ? " and \(names.count - named) more" : ""
        return ": " + names.prefix(named).map(\.forTerminal).joined(separator: ", ") + more
    }

    /// Exercises that are new or have another name here. If the file was imported before, only those with
    /// something new to say.
    private func exercises(in style: Style, isAgain: Bool, isWhole: Bool) -> String {
        let shown = (view.exercises ?? []).filter { exercise in
            if isWhole { return true }
            if isAgain { return !exercise.sure || !Self.plain.contains(exercise.why) }
            return exercise.isNew || exercise.name != exercise.called
        }
        guard !shown.isEmpty else { return "" }
        var table = Table("", "~IN THE FILE", ">SETS", "~HERE", "~WHY")
        table.rows = shown.map { exercise in
            let called = exercise.called.forTerminal
            let isSame = exercise.called == exercise.name
            let here: Table.Cell
            if !exercise.sure {
                here = .init("new, or \(called)?", style.warning)
            } else if exercise.exercise == nil {
                here = .init(isSame ? "new" : "new, \(called)", style.warning)
            } else {
                here = .init(called, style.good)
            }
            let why = exercise.why == "new" ? "" : Self.short(exercise.why).forTerminal
            return [
                .init(""), .init(exercise.name.forTerminal), .init("\(exercise.sets)"), here,
                .init(why, style.faint),
            ]
        }
        return table.text(in: style)
            + style.faint("  --map 'NAME IN THE FILE=yours' makes it one of yours,") + "\n"
            + style.faint("  --map 'NAME IN THE FILE=' adds it as a new one") + "\n"
    }

    /// Reasons for a match that need no second look.
    private static let plain = ["same name", "as in your last import", "new"]

    /// A short form of the reason. It stands beside both names, and the first already has the equipment.
    private static func short(_ why: String) -> String {
        if why.hasSuffix(" is its equipment") { return "its equipment" }
        return switch why {
        case "its equipment isn't said": "which equipment?"
        case "the equipment isn't known here": "equipment unknown"
        default: why
        }
    }

    /// A line for each finding, or on a terminal, for each reason.
    private func findings(
        _ title: String, _ findings: [ImportFinding], in style: Style, _ limit: Int?,
        isGrouped: Bool
    ) -> String {
        guard isGrouped || style.sheet() != nil else {
            let lines = findings.map { "line \($0.line): \($0.reason.forTerminal)" }
            return list("\(title):", lines, style.warning, in: style, limit)
        }
        var reasons: [String] = []
        var places: [String: [Int]] = [:]
        for finding in findings {
            if places[finding.reason] == nil { reasons.append(finding.reason) }
            places[finding.reason, default: []].append(finding.line)
        }
        let lines = reasons.map { reason in
            "\(Self.lines(places[reason] ?? [])): \(reason.forTerminal)"
        }
        return list("\(title):", lines, style.warning, in: style, limit)
    }

    /// The lines of findings, such as `line 7`, `lines 7, 9 and 12` or `lines 7, 9, 12, 15 and 8 more`.
    private static func lines(_ places: [Int]) -> String {
        let named = places.count > 5 ? 4 : places.count
        let rest = places.count > named ? "\(places.count - named) more" : nil
        var words = places.prefix(named).map(String.init) + [rest].compactMap { $0 }
        guard words.count > 1 else { return "line \(words.first ?? "")" }
        let last = words.removeLast()
        return "lines \(words.joined(separator: ", ")) and \(last)"
    }

    private func changed(in style: Style, _ limit: Int?) -> String {
        list(
            "already here, but different:",
            view.changed.map {
                "\($0.name.forTerminal), \($0.at.prefix(10).description.forTerminal), "
                    + $0.what.forTerminal
            }, style.warning, in: style, limit)
    }

    private func duplicates(in style: Style, _ limit: Int?) -> String {
        list(
            "already here:",
            view.duplicates.map {
                "line \($0.line): \($0.name.forTerminal), \($0.at.prefix(10).description.forTerminal)"
            }, style.faint, in: style, limit)
    }

    private func list(
        _ title: String, _ lines: [String], _ paint: (String) -> String, in style: Style,
        _ limit: Int?
    ) -> String {
        guard !lines.isEmpty else { return "" }
        let shown = limit ?? lines.count
        let hidden = lines.count - shown
        let more =
            hidden > 0
            ? style.faint("  and \(hidden) more; 'import FILE --all' lists them all") + "\n" : ""
        return "\(paint(title))\n" + lines.prefix(shown).map { "  \($0)\n" }.joined() + more
    }
}

/// A line with the number of things of one kind in the file.
private struct Count {
    let number: Int
    let noun: String
    let note: String
    /// Whether the line is shown even for 0.
    let isAlways: Bool
    let paint: ((String) -> String)?

    init(
        _ number: Int, _ noun: String, _ note: String, isAlways: Bool = false,
        paint: ((String) -> String)? = nil
    ) {
        self.number = number
        self.noun = noun
        self.note = note
        self.isAlways = isAlways
        self.paint = paint
    }
}

extension ImportExercise {
    /// Whether its sets are imported as those of a new exercise.
    package var isNew: Bool { exercise == nil || !sure }
}
