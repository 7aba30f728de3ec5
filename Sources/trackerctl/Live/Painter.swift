import TrackerView

/// Turns pages into output for the terminal, limited to what has changed.
struct Painter {
    let palette: Palette
    private var shown: [Line] = []
    private var size = WindowSize(columns: 0, rows: 0)
    /// Whether the terminal's content is unknown.
    private var isLost = true

    init(palette: Palette) { self.palette = palette }

    /// Forgets the terminal's content, so that everything is drawn next time.
    mutating func forget() { isLost = true }

    /// - Returns: the output; empty if nothing has changed.
    mutating func frame(_ lines: [Line], size: WindowSize) -> String {
        var text = ""
        if isLost || size != self.size {
            text += "\u{1b}[0m\u{1b}[2J"
            shown = []
        }
        for row in 0..<size.rows {
            let line = row < lines.count ? lines[row] : Line()
            let former = row < shown.count ? shown[row] : Line()
            guard line != former else { continue }
            let (column, rest) = line.rest(after: former)
            text += "\u{1b}[\(row + 1);\(column + 1)H" + rest.painted(in: palette)
            // After a line of full width there is nothing to erase, and erasing would remove its last
            // character.
            if line.width < size.columns { text += "\u{1b}[K" }
        }
        shown = lines
        self.size = size
        isLost = false
        // Terminals that know this sequence show the frame all at once; the others ignore it.
        return text.isEmpty ? "" : "\u{1b}[?2026h\(text)\u{1b}[?2026l"
    }
}

/// Size in characters.
struct WindowSize: Hashable {
    let columns: Int
    let rows: Int
}
