import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct LivePageTests {
    private static let sizes: [(columns: Int, rows: Int)] = {
        var sizes = [(1, 1), (2, 1), (5, 2), (12, 3), (300, 1), (3, 80), (20, 5), (300, 80)]
        for columns in [20, 33, 50, 80, 300] {
            for rows in [5, 7, 11, 24, 80] {
                sizes.append((columns, rows))
            }
        }
        return sizes
    }()

    private func page(
        _ model: LiveModel, _ columns: Int, _ rows: Int, isUTF8: Bool = true, laterMs: Int64 = 0
    ) -> [Line] {
        LivePage(columns: columns, rows: rows, isUTF8: isUTF8)
            .lines(of: model, at: LiveScene.later(laterMs))
    }

    private func text(
        _ model: LiveModel, _ columns: Int = 80, _ rows: Int = 24, isUTF8: Bool = true
    ) -> String {
        page(model, columns, rows, isUTF8: isUTF8).map(\.text).joined(separator: "\n")
    }

    @Test(arguments: LiveScene.allCases) func everyStateFitsEveryWindow(_ scene: LiveScene) throws {
        let model = try scene.model()
        for (columns, rows) in Self.sizes {
            for isUTF8 in [true, false] {
                let lines = page(model, columns, rows, isUTF8: isUTF8)
                #expect(!lines.isEmpty && lines.count <= rows, "\(scene) \(columns)x\(rows)")
                let widest = lines.map(\.width).max() ?? 0
                #expect(widest <= columns, "\(scene) \(columns)x\(rows)")
                let text = lines.map(\.text).joined()
                #expect(
                    !text.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f) ~= $0.value },
                    "\(scene) \(columns)x\(rows)")
                #expect(isUTF8 || text.utf8.allSatisfy { $0 < 0x80 }, "\(scene) \(columns)x\(rows)")
            }
        }
    }

    @Test func aHold() throws {
        let lines = page(try LiveScene.holding.model(), 80, 24)
        let text = lines.map(\.text)
        #expect(text.count == 24)
        #expect(text[0] == "Pla\\u{1b}nk")
        #expect(text.contains { $0.hasSuffix("  hold 2") })
        #expect(text.contains { $0.hasSuffix("1:17.7 to go") })
        #expect(text.contains { $0.contains("counts 0:09.8, total 0:42.3 of 2:00") })
        #expect(text.contains { $0.contains("adjustment -0:02.5, rest 0:20") })
        #expect(text.contains { $0.contains("1:35 since start") })
        #expect(
            text[23] == "b bail  s stop  p pause  r reset  n new  u undo  U redo  m bell"
                + "  ? keys  q leave")
        // The digits are five pixels high; each pixel is two lines high, and all have one width.
        #expect(
            lines.filter { $0.spans.contains { $0.tone == .hold && $0.text.contains("██") } }
                .count == 11)
    }

    @Test func figuresGrowWithTheWindow() throws {
        let model = try LiveScene.rest.model()
        let heights = [(20, 5), (40, 12), (80, 24), (160, 40), (300, 80)].map { columns, rows in
            page(model, columns, rows).filter { line in
                line.text.contains { "█▀▄".contains($0) } && !line.text.contains("░")
            }.count
        }
        #expect(heights == heights.sorted() && Set(heights).count == heights.count)
        #expect(heights[0] == 3 && heights[4] > 30)
    }

    @Test func aTinyWindowHasPlainFigures() throws {
        let model = try LiveScene.rest.model()
        #expect(page(model, 10, 1).map(\.text) == ["   1:05"])
        #expect(page(model, 10, 2).map(\.text) == ["   1:05", "k skip"])
        #expect(page(model, 3, 1).map(\.text) == ["1:…"])
        #expect(text(model, 30, 4, isUTF8: false).contains("1:05"))
    }

    @Test func whatGivesWayMattersLeast() throws {
        let model = try LiveScene.many.model()
        let small = text(model, 40, 9)
        #expect(small.contains("b bail") && small.contains("hold 2"))
        #expect(!small.contains("stopwatch"))
        let large = text(model, 100, 40)
        for part in ["Tabata", "rest (squats)", "tea", "散步", "timer k3v9", "to go", "1 of 6"] {
            #expect(large.contains(part), "\(part)")
        }
    }

    @Test func theOthersStandInColumns() throws {
        let lines = text(try LiveScene.many.model(), 100, 40).split(separator: "\n").map(
            String.init)
        func end(_ figures: String) throws -> Int {
            let line = try #require(lines.first { $0.contains(figures) })
            let range = try #require(line.firstRange(of: figures))
            return String(line[..<range.upperBound]).displayWidth
        }
        #expect(try end("12:05") == end("1:02:03"))
        #expect(try end("12:05") == end("2:00:00"))
    }

    @Test func keysThatFit() throws {
        let model = try LiveScene.resting.model()
        let lines = [16, 24, 40, 80].map { page(model, $0, 24).last?.text }
        #expect(
            lines == [
                "k skip rest", "k skip rest  ? keys", "k skip rest  p pause  ? keys  q leave",
                "k skip rest  p pause  +/- 15 s  s stop  r reset  n new  u undo  ? keys  q leave",
            ])
    }

    @Test func aReminderWithItsKeys() throws {
        let model = try LiveScene.pending.model()
        #expect(
            text(model).contains(
                "move: 10 x Push-ups, since 09:25  d done  z snooze  x dismiss"))
        #expect(
            text(model, 50, 24).contains("\nmove: 10 x Push-ups  d done  z snooze  x dismiss\n"))
        #expect(text(model, 40, 24).contains("\nmove: 10 x Push-ups  d done  z  x\n"))
        #expect(text(model, 30, 24).contains("\nmove: 10 x Push-ups  d done\n"))
        #expect(text(model, 20, 5).contains("\nmove: 10 x …  d done\n"))
        // The key `d` is never offered without what it logs.
        for columns in 1...80 {
            let lines = page(model, columns, 24).map(\.text)
            #expect(!lines.contains { $0.hasPrefix("d") }, "\(columns)")
        }
    }

    @Test func questionsNoticesAndNumbers() throws {
        let question = text(try LiveScene.question.model())
        #expect(question.hasSuffix("discard the session?\ny yes  any other key no"))
        let empty = try LiveScene.model(training: Sample.unbegun).pressing("s")
        #expect(text(empty).contains("discard the session? You haven't done anything yet"))
        let begun = try LiveScene.repping.model().pressing("s")
        #expect(text(begun).contains("end the session before its target is reached?"))
        #expect(text(try LiveScene.notice.model()).contains("the hold\\u{1b}[31m has only begun"))
        let typing = text(try LiveScene.typing.model())
        #expect(typing.contains("how many reps? 12_"))
        let figures = try #require(BigDigits(isUTF8: true).lines(of: "12", columns: 78, rows: 14))
        #expect(typing.contains(figures[0].trimmingSuffix { $0 == " " }))
    }

    /// The part of a sentence that doesn't fit the window goes on below.
    @Test func nothingIsCutInANarrowWindow() throws {
        let quiet = text(try LiveScene.quiet.model(), 40, 24)
        #expect(quiet.contains("press n to start"))
        let scenes = LiveScene.allCases.filter { ![.beginning, .help].contains($0) }
        for (scene, columns, rows) in scenes.flatMap({ [($0, 40, 40), ($0, 60, 40), ($0, 80, 40)] })
        {
            let model = try scene.model()
            guard let main = model.main else { continue }
            let page = text(model, columns, rows)
            let seen = Set(page.split { " \n".contains($0) })
            let face = model.face(of: main, at: LiveScene.later(0))
            for detail in face.details + face.rows {
                for word in detail.split(separator: " ") {
                    #expect(seen.contains(word), "\(scene): \(word) of '\(detail)' in\n\(page)")
                }
            }
        }
        let run = text(try LiveScene.running.model(), 40, 24)
        #expect(run.contains("left in total"))
        let degraded = text(try LiveScene.degraded.model(), 40, 24)
        #expect(degraded.contains("be written") && degraded.contains("until it can"))
    }

    @Test func linesArePartedWhereItHurtsLeast() {
        func rows(_ text: String, _ columns: Int) -> [String] {
            Line(text, .faint).wrapped(to: columns).map(\.text)
        }
        #expect(rows("last time 5x100  5x100  4x100", 20) == ["last time 5x100", "5x100  4x100"])
        #expect(
            rows("step 3 of 8, 0:12 done, 2:00 left in total", 24)
                == ["step 3 of 8, 0:12 done,", "2:00 left in total"])
        #expect(rows("to be or not to be", 9) == ["to be or", "not to be"])
        #expect(rows("short", 9) == ["short"] && rows("unbreakable", 5) == ["unbreakable"])
    }

    @Test func nothingIsLive() throws {
        let quiet = text(try LiveScene.quiet.model())
        for part in ["nothing is running", "pills\\u{1b}[31m: next at 20:00", "press n to"] {
            #expect(quiet.contains(part), "\(part)")
        }
        #expect(!quiet.contains("walk"))
        let progress = #""progress":{"streak":12,"level":5,"xp_today":34},"#
        var model = LiveScene.fresh()
        model.take(
            .online(try Sample.read(Sample.status(quiet: progress)), seq: 800), at: LiveScene.start)
        #expect(text(model).contains("today: streak 12 days, level 5 (+34)"))
        let waiting = text(try LiveScene.waiting.model())
        #expect(waiting.contains("waiting for trackerd"))
        #expect(waiting.contains("systemctl --user start trackerd"))
        #expect(text(try LiveScene.quietAway.model()).contains("trackerd isn't running"))
        #expect(text(try LiveScene.away.model()).contains("trackerd isn't running"))
        #expect(text(try LiveScene.degraded.model()).contains("the disk can't be written"))
    }

    @Test func theKeysAreAllExplained() throws {
        let actions = try LiveScene.allCases.flatMap { scene in
            let model = try scene.model()
            return model.actions(at: LiveScene.start).filter(\.isOffered) + model.answers
        }
        let texts = LiveHelp.entries(for: nil).map(\.keys)
        let words = Set(texts.flatMap { $0.split { " ,".contains($0) } }.map(String.init))
        for key in Set(actions.flatMap(\.keys)) where !["=", "_"].contains(key.name) {
            #expect(words.contains(key.name), "\(key)")
            #expect(LiveCommand.configuration.discussion.contains("\(key.name)"), "\(key)")
        }
    }

    /// Each key's explanation stands whole on one of the pages, however small they are.
    @Test(arguments: [(200, 60), (80, 24), (80, 12), (60, 12), (40, 10), (24, 8)])
    func theKeysExplanationHasPages(_ columns: Int, _ rows: Int) throws {
        var model = try LiveScene.running.model().pressing("?")
        var seen = ""
        for _ in 0..<40 {
            let lines = page(model, columns, rows)
            #expect(lines.count <= rows && lines.allSatisfy { $0.width <= columns })
            seen += lines.map(\.text).joined(separator: " ") + " "
            model = model.pressing(" ")
        }
        let found = Set(seen.split(separator: " "))
        for (_, text) in LiveHelp.entries(for: nil) {
            for word in text.split(separator: " ") { #expect(found.contains(word), "\(word)") }
        }
        let first = page(try LiveScene.running.model().pressing("?"), columns, rows).map(\.text)
        #expect(first[0].hasPrefix("Run") && !model.pressing("x").showsHelp)
    }

    @Test func thatTheDaemonIsAwayIsSaidInEveryWindow() throws {
        var model = try LiveScene.away.model()
        for (columns, rows) in [(30, 12), (20, 5), (12, 2), (28, 8), (80, 24)] {
            let seen = text(model, columns, rows)
            #expect(
                seen.contains("offline") || seen.contains("trackerd isn't running"),
                "\(columns)x\(rows)")
        }
        _ = model.press(.character("b"), at: LiveScene.start)
        #expect(text(model).contains("trackerd isn't running: nothing was done"))
    }

    /// Lines that come and go below move nothing above.
    @Test func aMessageMovesNothing() throws {
        for rows in [14, 16, 24, 40] {
            let (calm, told) = (try LiveScene.many.model(), try LiveScene.notice.model())
            let differing = zip(page(calm, 80, rows), page(told, 80, rows)).filter { $0 != $1 }
            #expect(differing.count == 1, "\(rows)")
        }
    }

    @Test func theOthersThatHaveNoRoomAreCounted() throws {
        let model = try LiveScene.many.model()
        #expect(text(model, 80, 21).contains("more"))
        #expect(!text(model, 100, 40).contains("more"))
    }

    @Test func onceTheTargetIsReachedStopComesFirst() throws {
        let model = try LiveScene.holding.model()
        let reached = page(model, 80, 24, laterMs: 80_000).last?.text
        #expect(reached?.hasPrefix("s stop  p pause  r reset  n new") == true)
    }

    @Test func whileANumberIsTypedItsKeysAreShown() throws {
        let lines = page(try LiveScene.typing.model(), 80, 24).map(\.text)
        #expect(lines.last == "Enter logs  Esc leaves")
    }
}

extension String {
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isDropped(last) { text.removeLast() }
        return String(text)
    }
}
