/// Turns pages into what the terminal must be sent, which is only what has changed.
struct Painter {
    let palette: Palette
    private var shown: [Line] = []
    private var size = WindowSize(columns: 0, rows: 0)
    /// Whether nobody knows what the terminal shows.
    private var isLost = true

    init(palette: Palette) { self.palette = palette }

    /// The terminal may show anything: all is drawn next time.
    mutating func forget() { isLost = true }

    /// - Returns: nothing where all is as it was.
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
            // A full line has nothing behind it, and its last character would be erased.
            if line.width < size.columns { text += "\u{1b}[K" }
        }
        shown = lines
        self.size = size
        isLost = false
        // Terminals that know this show the frame at once; the others pass over it.
        return text.isEmpty ? "" : "\u{1b}[?2026h\(text)\u{1b}[?2026l"
    }
}

/// In characters.
struct WindowSize: Hashable {
    let columns: Int
    let rows: Int
}
