import TrackerAPI
import TrackerCore

extension SyncConflicts.Response: ShownList {
    package static var none: String { "no conflicts" }

    package var ids: [String] {
        conflicts.map { conflict in conflict.seq.map { String($0) } ?? conflict.id }
    }
    package var leftOut: More? {
        more == true ? More(shown: conflicts.count, most: SyncConflicts.maximumLimit) : nil
    }

    package func rows(in style: Style) -> String {
        let tables = [
            lostEdits(conflicts.filter { $0.kind == .lost }, style),
            sharedNames(conflicts.filter { $0.kind == .name }, style),
        ]
        return tables.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func lostEdits(_ lost: [SyncConflict], _ style: Style) -> String {
        guard !lost.isEmpty else { return "" }
        var table = Table(">N", "~WHAT", "~YOURS", "~NOW", "~FROM", "NOTICED")
        table.rows = lost.map { conflict in
            let sides = conflict.sides
            return [
                .init(conflict.seq.map { String($0) } ?? "", style.strong),
                .init(conflict.thing), .init(sides.mine, style.warning), .init(sides.theirs),
                .init(conflict.machine?.forTerminal ?? ""),
                .init(conflict.at.map { style.day($0) } ?? "", style.faint),
            ]
        }
        return "Your edits that another machine replaced:".rows(in: style)
            + table.text(in: style)
            + style.faint("'trackerctl sync take N' puts yours back.").rows(in: style)
    }

    private func sharedNames(_ names: [SyncConflict], _ style: Style) -> String {
        guard !names.isEmpty else { return "" }
        var table = Table("~NAME", "KIND", "~IDS")
        table.rows = names.map { conflict in
            let ids = [conflict.id] + (conflict.others ?? [])
            return [
                .init(conflict.name?.forTerminal ?? "", style.strong), .init(conflict.noun),
                .init(ids.map(\.forTerminal).joined(separator: ", "), style.faint),
            ]
        }
        let hasExercises = names.contains { $0.entity == Kind.exercise.rawValue }
        let merge = hasExercises ? ", or merge exercises: trackerctl exercise merge ID ID" : ""
        return "Names used more than once:\n" + table.text(in: style)
            + style.faint("Rename one\(merge)").rows(in: style)
    }
}

extension SyncConflict {
    /// Kind of the thing, in everyday words.
    var noun: String {
        switch TrackerCore.Kind(rawValue: entity) {
        case .workoutSet: "set"
        case .pause: "streak pause"
        default: entity.replacing("_", with: " ").forTerminal
        }
    }

    /// The thing, such as `exercise Plank`.
    var thing: String { [noun, name?.forTerminal].compactMap(\.self).joined(separator: " ") }

    /// Values that differ: as set on this machine, and as they are now.
    var sides: (mine: String, theirs: String) {
        let (mine, theirs) = (Self.columns(of: self.mine), Self.columns(of: self.theirs))
        let changed = Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }.sorted()
        // A time is shown only if no other column was changed.
        let telling = changed.filter { !Self.isMoment($0, mine[$0] ?? theirs[$0]) }
        let shown = telling.isEmpty ? changed : telling
        func text(_ side: [String: JSONValue]) -> String {
            shown.map { Self.text(of: named(side[$0] ?? .null), $0) }.joined(separator: ", ")
        }
        return (text(mine), text(theirs))
    }

    private static func columns(of side: JSONValue?) -> [String: JSONValue] {
        guard case .object(let columns)? = side else { return [:] }
        return columns
    }

    private func named(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let id):
            names?.first { $0.id == id }.map { JSONValue.string($0.name) } ?? value
        case .array(let values): .array(values.map(named))
        default: value
        }
    }

    private static let suffix = "_ms"

    /// Whether a column holds a time, in milliseconds since 1970, rather than a duration.
    private static func isMoment(_ name: String, _ value: JSONValue?) -> Bool {
        name.hasSuffix(suffix) && (value?.integer ?? 0) > 100_000_000_000
    }

    /// A column with its value, such as `count 20` or `no note`.
    private static func text(of value: JSONValue, _ column: String) -> String {
        let isSpan = column.hasSuffix(suffix)
        let name = (isSpan ? String(column.dropLast(suffix.count)) : column)
            .replacing("_", with: " ").forTerminal
        switch value {
        case .null, .bool(false), .array([]): return "no \(name)"
        case .bool(true): return name
        case .integer(let ms) where isSpan && !isMoment(column, value):
            return "\(name) \(SpanText.inWords(ms))"
        case .integer(let whole): return "\(name) \(whole)"
        case .number(let number): return "\(name) \(NumberText.exact(number))"
        case .string(let text): return "\(name) \(text.forTerminal)"
        case .array, .object:
            if column == "schedule", let fields: Schedule.Fields = try? value.decoded() {
                return fields.text
            }
            if column == "targets", let targets: [Goal.Target] = try? value.decoded(),
                let last = targets.last
            {
                return "target \(last.count)"
            }
            if column == "gear", let gear: Gear = try? value.decoded() { return GearText.of(gear) }
            if case .array(let values) = value, values.allSatisfy({ $0.string != nil }) {
                let texts = values.compactMap(\.string?.forTerminal)
                return "\(name) \(texts.joined(separator: ", "))"
            }
            let json = (try? JSONText.of(value)) ?? ""
            return "\(name) \(json.forTerminal)"
        }
    }
}

extension SyncConflict: Shown {
    package func text(in style: Style) -> String {
        let mine = sides.mine
        let values = mine.isEmpty ? "" : ": \(mine)"
        return "\(style.good("Put back")) your edit of \(style.strong(thing))\(values).\n"
    }

    package var ids: [String] { [id] }
}
