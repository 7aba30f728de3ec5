import TrackerAPI

/// Events as lines: `seq time type subject detail`.
package enum EventTable {
    package static func text(of events: [EventView], in style: Style) -> String {
        var table = Table(">", "", "", "~", "~")
        table.rows = events.map { cells(of: $0, in: style) }
        return table.text(in: style)
    }

    fileprivate static func cells(of event: EventView, in style: Style) -> [Table.Cell] {
        [
            .init(String(event.seq), style.faint), .init(style.second(event.at)),
            .init(event.type.forTerminal, style.strong),
            .init(subject(of: event).forTerminal), .init(detail(of: event).forTerminal),
        ]
    }

    private static func subject(of event: EventView) -> String {
        let data = event.data["set"] ?? event.data
        let name = data["name"] ?? data["label"] ?? data["exercise_name"]
        return name?.string ?? String(event.subject.prefix { $0 != "/" }.prefix(8))
    }

    /// Details of an event beyond its type; empty for types and members that this version doesn't know.
    private static func detail(of event: EventView) -> String {
        let data = event.data
        var parts: [String] = []
        switch event.type.split(separator: ".").last ?? "" {
        case "started", "extended", "restarted", "resumed", "paused":
            if let left = data["remaining_ms"]?.integer {
                parts.append("\(SpanText.left(left)) left")
            }
        case "warning":
            if let mark = data["warn_ms"]?.integer { parts.append("\(SpanText.left(mark)) left") }
        case "lapped":
            if case .array(let laps)? = data["laps"], let lap = laps.last?["elapsed_ms"]?.integer {
                parts.append("lap \(laps.count): \(SpanText.elapsed(lap))")
            }
        case "finished", "skipped", "cancelled":
            if let taken = (data["taken_ms"] ?? data["elapsed_ms"])?.integer {
                parts.append("after \(SpanText.elapsed(taken))")
            }
        case "added", "updated", "deleted":
            if let count = data["count"]?.integer, let unit = data["unit"]?.string {
                parts.append(CountText.of(count, unit))
            }
        default: break
        }
        if event.type.hasPrefix("training."), let training: TrainingView = try? data.decoded() {
            if event.type == "training.attempted", let attempt = training.attempts.last {
                parts.append("\(training.amount(attempt.counted)) counted")
            }
            parts.append(training.progress)
        }
        if event.type.hasPrefix("run.") { parts = runDetail(of: event) }
        if event.type.hasPrefix("set."), let set: SetView = try? data.decoded() {
            parts.append(set.notation)
        }
        if event.type.hasPrefix("weight."), let entry: WeightView = try? data.decoded() {
            parts.append(entry.amount)
        }
        if event.type.hasPrefix("measurement."), let entry: MeasurementView = try? data.decoded() {
            parts.append("\(entry.what.forTerminal) \(entry.amount)")
        }
        if event.type.hasPrefix("max."), let entry: TrainingMaxView = try? data.decoded() {
            parts.append("training max \(entry.amount)")
        }
        if event.type == "record.set", let made: RecordSetView = try? data.decoded() {
            if let set = made.set {
                parts += [set.notation, SetText.records(made.records, of: set)]
            } else {
                parts += made.records.compactMap(\.exerciseName).map {
                    "most work in a workout of \($0)"
                }
            }
        }
        if event.type.hasPrefix("workout."), let workout: WorkoutView = try? data.decoded() {
            parts.append(workout.totals)
        }
        if let detail = ProgressEvents.detail(of: event) { parts.append(detail) }
        if let detail = SyncEvents.detail(of: event) { parts.append(detail) }
        if let passed = data["passed"]?.integer { parts.append("\(passed) passed") }
        if let late = data["late_by_ms"]?.integer { parts.append("\(SpanText.late(late)) late") }
        parts += ["message", "note", "reason", "error"].compactMap { data[$0]?.string }
        return parts.joined(separator: ", ")
    }

    /// State of a run, such as `Work, 0:20 left`, or the totals of a finished run.
    private static func runDetail(of event: EventView) -> [String] {
        let data = event.data
        let elapsed = data["elapsed_ms"]?.integer.map { "after \(SpanText.elapsed($0))" }
        switch event.type {
        case "run.completed", "run.stopped": return [elapsed].compactMap { $0 }
        case "run.countdown": return [data["seconds"]?.integer.map { "\($0)" }].compactMap { $0 }
        default:
            let left = data["remaining_ms"]?.integer ?? 0
            let label = data["interval"]?["label"]?.string
            return [label, left > 0 ? "\(SpanText.left(left)) left" : nil].compactMap { $0 }
        }
    }
}

/// Events printed as they arrive. Later ones aren't known, so the columns have widths that fit most events; a
/// column that was too narrow stays wider.
package struct EventLines {
    /// Widths of the number, the time, the longest event type of training sessions or runs, and a name.
    private var widths = [6, 8, 23, 12]
    private static let widest = 28

    package init() {}

    package mutating func line(of event: EventView, in style: Style) -> String {
        let cells = EventTable.cells(of: event, in: style)
        for column in widths.indices {
            let width = min(cells[column].text.displayWidth, Self.widest)
            widths[column] = max(widths[column], width)
        }
        let line = zip(cells.indices, widths + [0]).map { column, width in
            cells[column].paint(cells[column].text.padded(to: width, onTheLeft: column == 0))
        }.joined(separator: "  ")
        return (cells.last?.text.isEmpty ?? true ? line.trimmingBlanks : line) + "\n"
    }
}

extension EventsList.Response: Shown {
    package func text(in style: Style) -> String {
        events.isEmpty ? style.faint("no events") + "\n" : EventTable.text(of: events, in: style)
    }
}
