import TrackerAPI
import TrackerView

/// Lays out the view for a window of any size.
struct LivePage {
    /// A line that can be left out if there is too little room.
    struct Part {
        enum Place { case top, above, below, bottom }

        var line: Line
        /// Further lines of a text that is wider than the window.
        private(set) var more: [Line] = []
        let place: Place
        let kind: Kind

        /// Kinds of parts, the most important first. If there is too little room, parts of the last kind are
        /// left out first; within a kind, the last part.
        enum Kind: Comparable {
            case message, state, keys, command, answer
            // Left out to make room for figures of three rows.
            case label, storage, bar, title, detail, nextReminder, desktop, doNotDisturb, hint, row
            // Left out to make room for larger figures.
            case firstPlanned, firstOther, planned, other, gap, spaceBelow, spaceAbove, noMessage
        }

        enum List: CaseIterable { case others, rows }

        /// List that the line belongs to; the last line of a list that fits says how many are left out. `nil`
        /// for none.
        var list: List? {
            switch kind {
            case .row, .firstPlanned, .planned: .rows
            case .firstOther, .other: .others
            default: nil
            }
        }

        var lines: [Line] { [line] + more }

        func wrapped(to columns: Int, rows: Int) -> Part {
            let lines = line.wrapped(to: columns).prefix(max(1, rows))
            var part = self
            part.line = lines.first ?? line
            part.more = Array(lines.dropFirst())
            return part
        }
    }

    let columns: Int
    let rows: Int
    let isUTF8: Bool

    /// At most as many lines as the window has rows, none wider than the window.
    func lines(of model: LiveModel, at now: LiveTime) -> [Line] {
        guard columns > 0, rows > 0 else { return [] }
        let lines: [Line]
        if model.showsHelp {
            lines = LiveHelp.lines(for: model, columns: columns, rows: rows)
        } else if model.breakTime?.subject != nil {
            lines =
                model.breakFace(at: now).map { page(of: $0, in: model, at: now) }
                ?? compose(foot(of: model, at: now), figures: nil)
        } else if let main = model.main {
            var face = model.face(of: main, at: now)
            // The typed number is shown large, so that it can be read from a distance.
            if let prompt = model.prompt, prompt.isNumber, !prompt.text([]).isEmpty {
                face.figures = prompt.text([])
            }
            lines = page(of: face, in: model, at: now)
        } else {
            lines = compose(LiveQuiet.parts(of: model) + foot(of: model, at: now), figures: nil)
        }
        return lines.map { line in
            let line = line.clipped(to: columns)
            return isUTF8 ? line : line.inASCII
        }
    }

    private func page(of face: LiveFace, in model: LiveModel, at now: LiveTime) -> [Line] {
        var parts = [
            Part(line: head(face.title, in: model), place: .top, kind: .title),
            Part(line: Line(face.label, face.tone), place: .above, kind: .label),
            Part(line: Line(), place: .above, kind: .spaceAbove),
            Part(line: Line(), place: .below, kind: .spaceBelow),
        ]
        if let share = face.share {
            let bar = Bar(isUTF8: isUTF8).line(share, columns: barColumns, face.tone)
            parts.append(Part(line: bar, place: .below, kind: .bar))
        }
        for (index, detail) in face.details.enumerated() {
            let tone: Tone = index == 0 ? .strong : .plain
            parts.append(Part(line: Line(detail, tone), place: .below, kind: .detail))
        }
        let width = min(columns, face.rows.map(\.displayWidth).max() ?? 0)
        parts += face.rows.enumerated().map { index, row in
            Part(
                line: Line(row).padded(to: width), place: .below,
                kind: !face.rowsYield ? .row : index == 0 ? .firstPlanned : .planned)
        }
        let others = LiveOthers.lines(of: model, at: now, columns: columns)
        if !others.isEmpty { parts.append(Part(line: Line(), place: .below, kind: .gap)) }
        parts += others.enumerated().map {
            Part(line: $1, place: .below, kind: $0 == 0 ? .firstOther : .other)
        }
        return compose(parts + foot(of: model, at: now), figures: (face.figures, face.tone))
    }

    private var barColumns: Int { columns > 8 ? columns - max(2, columns / 10) : columns }

    private func head(_ title: String, in model: LiveModel) -> Line {
        var marks: [String] = []
        if model.breakTime == nil, model.items.count > 1, let place = model.place {
            marks.append("\(place + 1) of \(model.items.count)")
        }
        if model.isBellOn { marks.append("bell") }
        let end = Line(marks.joined(separator: ", "), .faint)
        guard !model.isOnline else { return Line(title, .strong).with(end, atTheRightOf: columns) }
        // The shown values may be outdated, which is more important than their name.
        let words = ["trackerd isn't running; waiting for it", "trackerd isn't running"]
        let word = words.first { $0.count + 1 + title.displayWidth <= columns } ?? "offline"
        let room = max(0, columns - word.count - 1)
        return Line(title, .strong).clipped(to: room).with(Line(word, .rest), atTheRightOf: columns)
    }

    /// Lines that need an answer, and the keys.
    private func foot(of model: LiveModel, at now: LiveTime) -> [Part] {
        var parts: [Part] = []
        if model.status?.health.storage ?? "ok" != "ok" {
            let text = "the disk can't be written: no changes until it can"
            parts.append(Part(line: Line(text, .warning), place: .bottom, kind: .storage))
        }
        if let line = LiveKeyLine.reminder(in: model, columns: columns) {
            parts.append(Part(line: line, place: .bottom, kind: .answer))
        }
        let keys = LiveKeyLine.line(of: model, at: now, columns: columns)
        return parts + choices(of: model) + [
            message(of: model), Part(line: keys, place: .bottom, kind: .keys),
        ]
    }

    /// What can be started or picked, around the picked line; also the typed line if a message has taken its
    /// place.
    private func choices(of model: LiveModel) -> [Part] {
        guard let prompt = model.prompt else { return [] }
        let names = model.names
        let rows =
            prompt.form == nil
            ? LivePrompt.forms.enumerated().map {
                ["\($0 + 1) \($1.command)".trimmingBlanks, $1.example]
            } : prompt.fitting(names).map { [$0.text.forTerminal, $0.about] }
        let room = prompt.form == nil ? self.rows - 3 : self.rows / 2 - 1
        let start = max(0, min((prompt.picked ?? 0) - room / 2, rows.count - room))
        let shown = rows.indices.dropFirst(start).prefix(max(0, room))
        let width = shown.map { rows[$0][0].displayWidth }.max() ?? 0
        let lines = shown.map { index in
            let mark = index == prompt.picked ? "> " : "  "
            let tone: Tone = index == prompt.picked ? .strong : .plain
            return Line(mark + rows[index][0].padded(to: width), tone)
                + Line("  " + rows[index][1], .faint)
        }
        let isCovered = prompt.trouble != nil || model.notice != nil
        let typed = isCovered ? [Line(prompt.line(names), .strong)] : []
        return (lines + typed).map { Part(line: $0, place: .bottom, kind: .answer) }
    }

    /// The line for messages. It is kept free if there is room, so that nothing moves when a message comes
    /// and goes.
    private func message(of model: LiveModel) -> Part {
        let line =
            if let question = model.question {
                Line(question.text, .warning)
            } else if let trouble = model.prompt?.trouble ?? model.notice?.text {
                Line(trouble, .warning)
            } else {
                Line(model.prompt?.line(model.names) ?? "", .strong)
            }
        let isKept = !line.spans.isEmpty || rows >= Self.enoughRows
        return Part(line: line, place: .bottom, kind: isKept ? .message : .noMessage)
    }

    private static let enoughRows = 14

    /// Fits the parts and, in the remaining room, the figures.
    ///
    /// Figures take two fifths of the window's rows, or fewer if the window is too narrow for that height. To
    /// make room for them, parts are left out by their kinds, until the figures are only a line of plain
    /// text.
    private func compose(_ whole: [Part], figures: (text: String, tone: Tone)?) -> [Line] {
        // The narrowest windows have room for words but not for sentences.
        let parts = whole.map { part in
            part.place == .top || columns < Self.leastForSentences
                ? part : part.wrapped(to: columns, rows: rows / 3)
        }
        var kept = parts
        var picture: [Line] = []
        if let figures {
            let digits = BigDigits(isUTF8: isUTF8)
            let largest = digits.rows(of: figures.text, columns: columns - 2)
            let wish = min(largest, max(5, rows * 2 / 5))
            let steps: [(height: Int, kind: Part.Kind)] = [
                (wish, .firstPlanned), (min(wish, 5), .firstPlanned), (min(wish, 3), .label),
                (1, .message),
            ]
            for (height, kind) in steps where height > 0 {
                let left = Self.fit(parts, rows: rows - height, downTo: kind)
                guard Self.height(of: left) + height <= rows || height == 1 else { continue }
                kept = left
                break
            }
            let drawn = digits.lines(
                of: figures.text, columns: columns - 2, rows: rows - Self.height(of: kept))
            let width = drawn?.first?.unicodeScalars.count ?? 0
            picture =
                drawn?.map { row in
                    Line(row, figures.tone, width: width).centered(in: columns)
                }
                ?? [Line(figures.text, figures.tone).centered(in: columns)]
        } else {
            kept = Self.fit(parts, rows: rows, downTo: .message)
        }
        for list in Part.List.allCases {
            let hidden = parts.count { $0.list == list } - kept.count { $0.list == list }
            if hidden > 0, let last = kept.lastIndex(where: { $0.list == list }) {
                kept[last] = Part(
                    line: Line("and \(hidden + 1) more", .faint), place: .below,
                    kind: kept[last].kind)
            }
        }
        return stack(kept, around: picture)
    }

    private func stack(_ parts: [Part], around picture: [Line]) -> [Line] {
        func lines(_ place: Part.Place) -> [Line] {
            parts.filter { $0.place == place }.flatMap(\.lines)
        }
        let middle =
            lines(.above).map { $0.centered(in: columns) } + picture
            + lines(.below).map { $0.centered(in: columns) }
        let (top, bottom) = (lines(.top), lines(.bottom))
        let free = max(0, rows - top.count - middle.count - bottom.count)
        let before = [Line](repeating: Line(), count: free / 2)
        let after = [Line](repeating: Line(), count: free - free / 2)
        return top + before + middle + after + bottom
    }

    private static let leastForSentences = 24

    private static func height(of parts: [Part]) -> Int { parts.reduce(0) { $0 + $1.lines.count } }

    /// The parts that fit into the rows; the least important ones are left out, but none above `kind`.
    private static func fit(_ parts: [Part], rows: Int, downTo kind: Part.Kind) -> [Part] {
        var kept = parts
        while height(of: kept) > max(0, rows),
            let last = kept.indices.reversed().max(by: { kept[$0].kind < kept[$1].kind }),
            kept[last].kind >= kind
        {
            kept.remove(at: last)
        }
        return kept
    }
}

/// The page when nothing is live.
enum LiveQuiet {
    private static let nextNumber = 3

    static func parts(of model: LiveModel) -> [LivePage.Part] {
        guard let status = model.status else {
            return [
                part(Line("waiting for trackerd", .strong), .state), part(Line(), .spaceAbove),
                part(Line(model.trouble ?? "", .faint), .label),
                part(Line("start it with: systemctl --user start trackerd"), .command),
            ]
        }
        let state = model.isOnline ? "nothing is running" : "trackerd isn't running; waiting for it"
        var parts = [part(Line(state, .strong), .state), part(Line(), .spaceAbove)]
        let next = status.reminders.filter { $0.nextAt != nil && $0.pending == nil }
        for reminder in next.prefix(nextNumber) {
            let style = model.style
            let time =
                reminder.pausedUntil == nil
                ? "next at \(style.time(reminder.nextAt ?? ""))"
                : reminder.coming(in: style.plain) ?? ""
            parts.append(part(Line("\(reminder.title): \(time)"), .nextReminder))
        }
        if let quiet = status.doNotDisturb {
            parts.append(part(Line(quiet.sentence(in: model.style)), .doNotDisturb))
        }
        if let off = status.offWords { parts.append(part(Line(off, .faint), .doNotDisturb)) }
        if status.desktopDoNotDisturb == true {
            parts.append(part(Line("the desktop is in do-not-disturb mode"), .desktop))
        }
        let day = status.todayWords.joined(separator: ", ")
        if !day.isEmpty { parts.append(part(Line("today: \(day)"), .label)) }
        parts.append(part(Line(), .spaceBelow))
        let begin = "press n to start a timer, a session, a run, a workout or a rest"
        return parts + [part(Line(begin, .faint), .hint)]
    }

    private static func part(_ line: Line, _ kind: LivePage.Part.Kind) -> LivePage.Part {
        LivePage.Part(line: line, place: .above, kind: kind)
    }
}

/// The other live items, shown small.
enum LiveOthers {
    static func lines(of model: LiveModel, at now: LiveTime, columns: Int) -> [Line] {
        let faces = model.others.map { model.face(of: $0, at: now) }
        // All columns have the same width, so that centred lines are aligned.
        let clocks = Self.column(faces.map(\.figures), isRight: true)
        let labels = Self.column(faces.map(\.label))
        // A name can be recognised by its beginning.
        let taken = (clocks.first?.displayWidth ?? 0) + (labels.first?.displayWidth ?? 0) + 4
        let room = max(columns / 3, min(columns / 2, columns - taken))
        let names = Self.column(faces.map { Line($0.title).clipped(to: max(1, room)).text })
        return faces.indices.map { index in
            Line("\(names[index])  ") + Line(clocks[index], faces[index].tone)
                + Line("  \(labels[index])", .faint)
        }
    }

    private static func column(_ texts: [String], isRight: Bool = false) -> [String] {
        let width = texts.map(\.displayWidth).max() ?? 0
        return texts.map { $0.padded(to: width, onTheLeft: isRight) }
    }
}
