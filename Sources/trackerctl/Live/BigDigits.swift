import TrackerView

/// Digits of a clock, drawn with blocks in any size.
struct BigDigits {
    /// Whether half blocks can be used. With them a pixel is half a character high, so about square; without
    /// them a pixel is two characters wide.
    let isUTF8: Bool

    /// Five rows of pixels for each character.
    private static let glyphs: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"],
        "1": [" # ", "## ", " # ", " # ", "###"],
        "2": ["###", "  #", "###", "#  ", "###"],
        "3": ["###", "  #", "###", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"],
        "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"],
        "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"],
        "9": ["###", "# #", "###", "  #", "###"],
        ":": [" ", "#", " ", "#", " "],
        ".": [" ", " ", " ", " ", "#"],
        "/": ["  #", "  #", " # ", "#  ", "#  "],
        "d": ["  #", "  #", "###", "# #", "###"],
        " ": [" ", " ", " ", " ", " "],
    ]
    private static let height = 5

    /// The largest picture of a text that fits.
    ///
    /// - Returns: lines of equal width, with one character in each column; `nil` if even the smallest picture
    ///   is too large, or a character has no picture.
    func lines(of text: String, columns: Int, rows: Int) -> [String]? {
        guard let pixels = Self.pixels(of: text), let width = pixels.first?.count else {
            return nil
        }
        let scale = scale(min(scale(columns, width), rows * 2 / Self.height))
        return scale >= 1 ? draw(pixels, scale) : nil
    }

    /// Number of rows of the largest picture that is at most `columns` wide; 0 if none fits.
    func rows(of text: String, columns: Int) -> Int {
        guard let width = Self.pixels(of: text)?.first?.count else { return 0 }
        return (Self.height * scale(columns, width) + 1) / 2
    }

    /// Columns of one pixel, and also its height in half rows.
    private func scale(_ columns: Int, _ width: Int) -> Int {
        width > 0 ? scale(columns / width) : 0
    }

    private func scale(_ largest: Int) -> Int { isUTF8 ? largest : largest - largest % 2 }

    private static func pixels(of text: String) -> [[Bool]]? {
        var rows = [[Bool]](repeating: [], count: height)
        for character in text {
            guard let glyph = glyphs[character] else { return nil }
            for row in 0..<height {
                if !rows[row].isEmpty { rows[row].append(false) }
                rows[row] += glyph[row].map { $0 == "#" }
            }
        }
        return rows
    }

    private func draw(_ pixels: [[Bool]], _ scale: Int) -> [String] {
        let halves = Self.height * scale
        let full = isUTF8 ? "█" : "#"
        // The piece is chosen by which of its halves are filled, upper and lower.
        let pieces = [" ", "▄", "▀", full].map { String(repeating: $0, count: scale) }
        return stride(from: 0, to: halves, by: 2).map { half in
            let upper = pixels[half / scale]
            let lower = half + 1 < halves ? pixels[(half + 1) / scale] : nil
            return upper.indices.reduce(into: "") { line, column in
                line += pieces[(upper[column] ? 2 : 0) + (lower?[column] ?? false ? 1 : 0)]
            }
        }
    }
}

/// A bar for a fraction.
struct Bar {
    let isUTF8: Bool

    /// - Parameter share: the fraction, from 0 to 1; values outside are clamped.
    func line(_ share: Double, columns: Int, _ tone: Tone) -> Line {
        guard columns > 2 else { return Line() }
        let share = share.isFinite ? min(max(0, share), 1) : 0
        guard isUTF8 else {
            let done = Int(Double(columns - 2) * share)
            return Line(
                "[" + String(repeating: "#", count: done)
                    + String(repeating: "-", count: columns - 2 - done) + "]", tone,
                width: columns)
        }
        let eighths = Int(Double(columns * 8) * share)
        let isPart = eighths % 8 > 0
        let done = eighths / 8 + (isPart ? 1 : 0)
        let text =
            String(repeating: "█", count: eighths / 8) + (isPart ? Self.parts[eighths % 8 - 1] : "")
        let left = String(repeating: "░", count: columns - done)
        return Line(text, tone, width: done) + Line(left, .faint, width: columns - done)
    }

    private static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
