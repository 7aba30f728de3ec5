extension String {
    /// Number of columns that the text takes on a terminal, ignoring colour sequences.
    package var displayWidth: Int {
        if utf8.allSatisfy({ $0 < 0x80 && $0 != 0x1b }) { return utf8.count }
        if utf8.contains(0x1b) { return withoutPaint.displayWidth }
        return reduce(0) { $0 + $1.displayWidth }
    }

    /// The text without its colour sequences, `ESC [ … m`.
    private var withoutPaint: String {
        var kept = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1b}", rest.first == "[" {
                rest = rest.drop { $0 != "m" }.dropFirst()
            } else if scalar != "\u{1b}" {
                kept.append(scalar)
            }
        }
        return String(kept)
    }

    /// The text padded with blanks to a width.
    package func padded(to width: Int, onTheLeft: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - displayWidth))
        return onTheLeft ? blanks + self : self + blanks
    }

    /// The text without trailing blanks.
    package var trimmingBlanks: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The text, cut to a width if it is too wide, with a sign for the missing rest.
    package func shortened(to width: Int, sign: String) -> String {
        displayWidth <= width ? self : clipped(to: max(0, width - 1)).trimmingBlanks + sign
    }

    /// The beginning of the text that fits a width, in whole characters.
    package func clipped(to width: Int) -> String {
        guard displayWidth > width else { return self }
        var left = width
        return String(
            prefix { character in
                left -= character.displayWidth
                return left >= 0
            })
    }
}

extension Character {
    /// Width of a character in columns. A character of several scalars is as wide as the widest of them, so
    /// that an emoji with modifiers counts once; with the emoji selector it is always wide.
    fileprivate var displayWidth: Int {
        if unicodeScalars.contains("\u{fe0f}") { return 2 }
        return unicodeScalars.map(\.displayWidth).max() ?? 0
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        if properties.isEmojiPresentation { return 2 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// Blocks that Unicode's East Asian Width calls wide or fullwidth, ignoring small gaps.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
        0xa000...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
        0xff00...0xff60, 0xffe0...0xffe6, 0x17000...0x18cff, 0x1b000...0x1b2ff,
        0x1f200...0x1f2ff, 0x20000...0x3fffd,
    ]
}
