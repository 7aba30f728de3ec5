import Testing

@testable import TrackerView
@testable import trackerctl

/// Output to the terminal, and input from it.
@Suite struct LiveScreenTests {
    // MARK: Keys

    private func keys(_ texts: String...) -> [Key] {
        var reader = KeyReader()
        return texts.flatMap { reader.keys(from: $0.utf8, at: 0) }
    }

    @Test func keysOfBytes() {
        #expect(
            keys("bq 7") == [.character("b"), .character("q"), .character(" "), .character("7")])
        #expect(
            keys("\r\n\t\u{7f}\u{8}\u{3}\u{1c}\u{1a}\u{c}\u{12}\u{1}\u{9b}") == [
                .enter, .enter, .tab, .backspace, .backspace, .interrupt, .interrupt, .suspend,
                .redraw, .redo, .unknown, .unknown,
            ])
        #expect(keys("\u{1b}[A\u{1b}[B\u{1b}[Z\u{1b}OA") == [.up, .down, .backTab, .up])
        #expect(keys("\u{1b}[1;5A\u{1b}[15~\u{1b}x") == [.unknown, .unknown, .unknown])
        #expect(keys("\u{1b}") == [.escape])
        #expect(keys("\u{1b}\u{1b}") == [.escape, .escape])
    }

    @Test func keysInPieces() {
        #expect(keys("\u{1b}[1;", "5Aq") == [.unknown, .character("q")])
        #expect(keys("é日😀q") == "é日😀q".map(Key.character))
        var reader = KeyReader()
        let half = Array("日q".utf8)
        #expect(reader.keys(from: half[..<2], at: 0).isEmpty)
        #expect(reader.keys(from: half[2...], at: 0) == [.character("日"), .character("q")])
        // An escape sequence that never ends is given up.
        #expect(keys("\u{1b}[" + String(repeating: "1", count: 50), "q") == [.character("q")])
    }

    /// Alt-[ looks like the beginning of an arrow key, and mustn't swallow the next key.
    @Test func whatBeginsAndDoesntEndIsGivenUp() {
        var reader = KeyReader()
        #expect(reader.keys(from: "\u{1b}[".utf8, at: 1000).isEmpty && reader.dueMs == 1050)
        reader.giveUp(at: 1049)
        #expect(reader.dueMs == 1050)
        #expect(reader.keys(from: "b".utf8, at: 1050) == [.character("b")])
        #expect(reader.dueMs == nil)
    }

    // MARK: Figures

    @Test func digits() throws {
        let digits = BigDigits(isUTF8: true)
        #expect(
            try #require(digits.lines(of: "1:7", columns: 9, rows: 3)) == [
                "▄█  ▄ ▀▀█", " █  ▄   █", "▀▀▀     ▀",
            ])
        #expect(
            try #require(digits.lines(of: "1", columns: 6, rows: 5)) == [
                "  ██  ", "████  ", "  ██  ", "  ██  ", "██████",
            ])
        let plain = BigDigits(isUTF8: false)
        #expect(
            try #require(plain.lines(of: "7", columns: 11, rows: 9)) == [
                "######", "    ##", "    ##", "    ##", "    ##",
            ])
        #expect(plain.lines(of: "7", columns: 5, rows: 9) == nil)
        #expect(digits.lines(of: "7", columns: 2, rows: 9) == nil)
        #expect(digits.lines(of: "7", columns: 9, rows: 1) == nil)
        #expect(digits.lines(of: "x", columns: 99, rows: 99) == nil)
        #expect(digits.lines(of: "", columns: 99, rows: 99) == nil)
        #expect(digits.rows(of: "0:12.3", columns: 78) == 10)
        #expect(digits.lines(of: "1d 2:03:04", columns: 99, rows: 99) != nil)
    }

    @Test func bars() {
        func text(_ share: Double, _ isUTF8: Bool) -> String {
            Bar(isUTF8: isUTF8).line(share, columns: 10, .rest).text
        }
        #expect(text(0, true) == "░░░░░░░░░░" && text(1, true) == "██████████")
        #expect(text(0.5, true) == "█████░░░░░" && text(0.51, true) == "█████░░░░░")
        #expect(text(0.56, true) == "█████▌░░░░")
        #expect(text(0.5, false) == "[####----]")
        for share in [-1, 2, Double.nan, .infinity] {
            #expect(text(share, true).count == 10 && text(share, false).count == 10)
        }
    }

    // MARK: Frames

    private static let size = WindowSize(columns: 10, rows: 3)

    @Test func onlyWhatChangesIsSent() {
        var painter = Painter(palette: Palette(isColored: false, isRich: false))
        func frame(_ texts: String..., size: WindowSize = Self.size) -> String {
            painter.frame(texts.map { Line($0) }, size: size)
                .replacing("\u{1b}[?2026h", with: "<").replacing("\u{1b}[?2026l", with: ">")
                .replacing("\u{1b}", with: "E")
        }
        #expect(frame("a", "", "c") == "<E[0mE[2JE[1;1HaE[KE[3;1HcE[K>")
        #expect(frame("a", "", "c") == "")
        #expect(frame("a", "b", "c") == "<E[2;1HbE[K>")
        // After a full line nothing is erased: erasing would take the line's last character.
        #expect(frame("a", "0123456789") == "<E[2;1H0123456789E[3;1HE[K>")
        #expect(frame("a", "01234x") == "<E[2;6HxE[K>")
        let wide = WindowSize(columns: 12, rows: 3)
        #expect(frame("a", size: wide) == "<E[0mE[2JE[1;1HaE[K>")
        painter.forget()
        #expect(frame("a", size: wide) == "<E[0mE[2JE[1;1HaE[K>")
    }

    /// From each state to each other, the screen comes to show exactly the page.
    @Test(arguments: [true, false]) func theScreenShowsThePage(_ isUTF8: Bool) throws {
        let size = WindowSize(columns: 60, rows: 16)
        var painter = Painter(palette: Palette(isColored: true, isRich: true))
        var terminal = FakeTerminal(size: size)
        let layout = LivePage(columns: size.columns, rows: size.rows, isUTF8: isUTF8)
        let scenes = LiveScene.allCases + LiveScene.allCases.reversed()
        for (scene, laterMs) in scenes.flatMap({ [($0, 0), ($0, 700), ($0, 61_000)] }) {
            let page = layout.lines(of: try scene.model(), at: LiveScene.later(Int64(laterMs)))
            terminal.take(painter.frame(page, size: size))
            let wanted = page.map { $0.text.padded(to: size.columns) }
            #expect(Array(terminal.rows.prefix(page.count)) == wanted, "\(scene) \(laterMs)")
            #expect(terminal.rows.dropFirst(page.count).allSatisfy { $0.allSatisfy { $0 == " " } })
        }
    }

    @Test func colours() {
        let line = Line("a", .hold) + Line("b") + Line("c", .rest) + Line("d", .reps)
        func text(_ isColored: Bool, _ isRich: Bool) -> String {
            line.painted(in: Palette(isColored: isColored, isRich: isRich))
                .replacing("\u{1b}", with: "E")
        }
        #expect(text(false, true) == "abcd")
        #expect(text(true, false) == "E[32maE[0mbE[33mcE[0mE[34mdE[0m")
        #expect(text(true, true) == "E[38;5;41maE[0mbE[38;5;208mcE[0mE[38;5;75mdE[0m")
    }

    @Test func linesAreCutByWidth() {
        let line = Line("ab", .strong) + Line("散步e\u{301}x")
        #expect(line.width == 8)
        #expect(line.clipped(to: 8) == line)
        #expect(line.clipped(to: 7).text == "ab散步…" && line.clipped(to: 7).width == 7)
        #expect(line.clipped(to: 5).text == "ab散…" && line.clipped(to: 4).text == "ab…")
        #expect(line.clipped(to: 1).text == "…" && line.clipped(to: 0).text == "")
        #expect(Line("ab").centered(in: 7).text == "  ab")
        #expect(line.centered(in: 4).text == "ab…")
        #expect(Line("a").with(Line("b"), atTheRightOf: 4).text == "a  b")
        #expect(Line("a").with(Line("bc"), atTheRightOf: 3).text == "a")
        #expect(
            line.inASCII.text == "ab???x" && line.clipped(to: 3).inASCII.text == "ab~"
                && line.inASCII.spans[0].tone == .strong)
    }
}
