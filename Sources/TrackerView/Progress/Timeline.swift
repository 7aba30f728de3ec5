import TrackerAPI
import TrackerCore

private struct TimelineSign {
    /// A kind of sign. The cases are in the order of the legend.
    enum Kind: Int, CaseIterable {
        case fired, followUp, answered, dismissed, expired, snoozed, suppressed, own, away

        init?(_ kind: TimelineGet.Mark.Kind?) {
            switch kind {
            case .fired: self = .fired
            case .followUp: self = .followUp
            case .answered: self = .answered
            case .dismissed: self = .dismissed
            case .expired: self = .expired
            case .snoozed: self = .snoozed
            case .suppressed: self = .suppressed
            case nil: return nil
            }
        }

        var word: String {
            switch self {
            case .followUp: "follow-up"
            case .own: "other entry"
            case .away: "break"
            default: "\(self)"
            }
        }

        func sign(isUTF8: Bool) -> Character { Array(isUTF8 ? "●○✓✗·z–+=" : "*ovx.z-+=")[rawValue] }

        func painted(_ text: String, in style: Style) -> String {
            switch self {
            case .answered, .own, .away: style.good(text)
            case .fired, .followUp, .snoozed: style.warning(text)
            case .dismissed, .expired, .suppressed: style.faint(text)
            }
        }
    }

    /// Kind of the sign; `nil` for a kind that this version doesn't know.
    let kind: Kind?
    let at: String
    let name: String
    let words: String
    /// Time in UTC milliseconds.
    let ms: Int64
    /// Minutes since midnight of the day, by the clock.
    let minute: Int

    init(_ kind: Kind?, at: String, of day: String, name: String, words: String) {
        (self.kind, self.at, self.name, self.words) = (kind, at, name, words)
        ms = WireTime.ms(at) ?? 0
        minute = LocalMoment(at)?.minute(since: day) ?? 0
    }
}

extension TimelineGet.Run {
    /// Work done in the run, such as `1:40:00 of work, 4 rounds`.
    var words: String { "\(CountText.of(seconds, "seconds")) of work, \(counted(rounds, "round"))" }
}

extension TimelineGet.Response: Shown {
    package func text(in style: Style) -> String {
        let weekday = Weekday.shortName(of: day).map { "\($0) " } ?? ""
        let title = style.strong("\(weekday)\(day.forTerminal)") + "\n"
        let rows = signs
        let all = rows.flatMap(\.signs).sorted { $0.ms < $1.ms }
        guard !all.isEmpty else { return title + style.faint("nothing happened") + "\n" }
        let drawn = style.sheet().map { drawing(rows, on: $0, in: style) + "\n" } ?? ""
        return title + drawn + list(of: all, in: style)
    }

    /// Signs of each row, with efforts, runs and breaks last.
    private var signs: [(name: String, signs: [TimelineSign])] {
        var found = rows.map { row in
            (
                name: row.name,
                signs: row.marks.map { mark in
                    let notes = [mark.reason, mark.test == true ? "test" : nil].compactMap(\.self)
                    let kind = TimelineSign.Kind(mark.kind.known)
                    let word = kind?.word ?? mark.kind.text
                    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
                    return TimelineSign(
                        kind, at: mark.at, of: day, name: row.name,
                        words: (word + note).replacing("_", with: " ").forTerminal)
                }
            )
        }
        let done = efforts.map { effort in
            let note = effort.kind == .prompted ? ", soon after a reminder" : ""
            return TimelineSign(
                effort.kind == .answer ? .answered : .own, at: effort.at, of: day,
                name: effort.name, words: CountText.of(effort.count, effort.unit) + note)
        }
        let breaks = (breaks ?? []).map { pause in
            TimelineSign(
                .away, at: pause.until, of: day, name: "break",
                words: "\(SpanText.elapsed(pause.lengthMs)), \(pause.words)")
        }
        let worked = (runs ?? []).map { run in
            TimelineSign(.own, at: run.at, of: day, name: run.name, words: run.words)
        }
        if !done.isEmpty { found.append((name: "entries", signs: done)) }
        if !worked.isEmpty { found.append((name: "runs", signs: worked)) }
        if !breaks.isEmpty { found.append((name: "breaks", signs: breaks)) }
        return found
    }

    // MARK: Drawing

    private static let widestName = 16

    private func drawing(
        _ rows: [(name: String, signs: [TimelineSign])], on sheet: Sheet, in style: Style
    ) -> String {
        let names = rows.map { name, _ in
            name.forTerminal.shortened(
                to: min(Self.widestName, sheet.columns / 3), sign: style.ellipsis)
        }
        let margin = names.map(\.displayWidth).max() ?? 0
        let minutes = rows.flatMap(\.signs).map(\.minute)
        let scale = HourScale(minutes, columns: max(10, sheet.columns - margin - 3))
        let edge = sheet.isUTF8 ? "│" : "|"
        var lines = zip(names, rows).map { name, row in
            style.faint("\(name.padded(to: margin)) \(edge)")
                + cells(of: row.signs, scale, isUTF8: sheet.isUTF8, style).trimmingBlanks
        }
        let indent = String(repeating: " ", count: margin + 1)
        lines.append(style.faint(indent + scale.axis(isUTF8: sheet.isUTF8)))
        lines.append(style.faint(indent + " " + scale.labels))
        let kinds = Set(rows.flatMap(\.signs).compactMap(\.kind))
        let legend = TimelineSign.Kind.allCases.filter(kinds.contains).map {
            $0.painted("\($0.sign(isUTF8: sheet.isUTF8))", in: style) + " \($0.word)"
        }
        return lines.map { $0.trimmingBlanks + "\n" }.joined() + style.lines(of: legend)
    }

    /// The signs of a row at their places. A sign that falls on another goes to its right as long as there is
    /// room.
    private func cells(
        of signs: [TimelineSign], _ scale: HourScale, isUTF8: Bool, _ style: Style
    ) -> String {
        let known = signs.filter { $0.kind != nil }.sorted { $0.ms < $1.ms }.suffix(scale.columns)
        var places: [Int] = []
        for sign in known {
            places.append(max(scale.column(of: sign.minute), (places.last ?? -1) + 1))
        }
        for index in places.indices.reversed() {
            places[index] = min(places[index], scale.columns - places.count + index)
        }
        var (text, end) = ("", 0)
        for (sign, place) in zip(known, places) {
            text += String(repeating: " ", count: place - end)
            if let kind = sign.kind {
                text += kind.painted("\(kind.sign(isUTF8: isUTF8))", in: style)
            }
            end = place + 1
        }
        return text
    }

    // MARK: Words

    private func list(of signs: [TimelineSign], in style: Style) -> String {
        var table = Table("", "~", "~")
        table.rows = signs.map { sign in
            [
                .init(style.clock(sign.at), style.faint),
                .init(sign.name.forTerminal, style.strong),
                .init(sign.words) { sign.kind?.painted($0, in: style) ?? $0 },
            ]
        }
        return table.text(in: style)
    }
}
