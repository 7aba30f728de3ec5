import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView

/// The pieces of a page.
@Suite struct PagePartsTests {
    @Test func markup() {
        let markup = Markup.element(
            "p", ["class": "a\"b", "id": "x"], "1 < 2 & 'so'", .void("br"), .none)
        #expect(
            markup.html
                == "<p class=\"a&quot;b\" id=\"x\">1 &lt; 2 &amp; &#39;so&#39;<br/></p>")
        #expect(Markup("a\u{202e}b\n\u{ffff}").html == "a\\u{202e}b\\n\\u{ffff}")
        #expect(Markup.section("x", "Nothing", [.none]).isEmpty)
        #expect(Markup.table("x", "Nothing", ["A"], []).isEmpty)
    }

    @Test func aTable() {
        let table = Markup.table("t", "Sums", ["Day", "Reps"], [["Mon", "3"]], of: .names)
        #expect(
            table.html == """
                <div class="table" role="region" tabindex="0" aria-labelledby="t">\
                <table class="names"><caption id="t">Sums</caption>\
                <thead><tr><th scope="col">Day</th><th scope="col">Reps</th></tr></thead>\
                <tbody><tr><th scope="row">Mon</th><td>3</td></tr></tbody></table></div>
                """)
    }

    @Test func bars() {
        let figure = BarFigure(
            id: "b", title: "Reps", description: "Two days.",
            bars: [
                .init(value: 4, part: 1, sign: "25 %", label: "Mon", hint: "1 of 4"),
                .init(value: 0, label: nil),
            ], height: 100)
        let html = figure.markup.html
        #expect(
            html.contains(
                "<rect class=\"rest\" x=\"1.43%\" y=\"16\" width=\"11.43%\" height=\"75\">"
                    + "<title>1 of 4</title></rect>"))
        #expect(
            html.contains(
                "<rect class=\"bar\" x=\"1.43%\" y=\"91\" width=\"11.43%\" height=\"25\">"))
        #expect(html.components(of: "<rect") == 2)
    }

    /// Whole numbers have no halves beside them, and many bars are one shape.
    @Test func scalesAndManyBars() {
        func html(_ values: [Double], areWhole: Bool = true) -> String {
            BarFigure(
                id: "b", title: "t", description: "d",
                bars: values.map { .init(value: $0, label: nil) }, areWhole: areWhole
            ).markup.html
        }
        #expect(!html([1]).contains(">0.5<") && html([1], areWhole: false).contains(">0.5<"))
        #expect(!html([7]).contains(">2.5<") && html([7]).contains(">10<"))
        let many = html(Array(repeating: 3, count: 53))
        #expect(many.components(of: "<rect") == 0 && many.components(of: "<path") == 1)
        #expect(many.contains("viewBox=\"0 0 53 120\""))
    }

    @Test(
        arguments: [
            ([1, 2, 3, 4], [1...1, 2...2, 3...3, 4...4]), ([5, 5, 5, 5], [1...5]),
            ([0, 0, 7], [1...7]),
            ([1, 1, 2, 2, 3, 9, 9, 20], [1...1, 2...2, 3...9, 10...20]),
            ([0], []), ([], []),
        ] as [([Int64], [ClosedRange<Int64>])])
    func quartiles(_ values: [Int64], _ ranges: [ClosedRange<Int64>]) {
        let quartiles = Quartiles(values)
        #expect(quartiles.ranges.map(\.values) == ranges)
        #expect(quartiles.quarter(of: 0) == 0)
        for value in values where value > 0 {
            let quarter = quartiles.quarter(of: value)
            let range = quartiles.ranges.first { $0.quarter == quarter }
            #expect(range?.values.contains(value) == true, "\(value)")
        }
    }

    @Test func labelsBelowBars() {
        let days = (1...31).map { "2026-03-\($0 < 10 ? "0" : "")\($0)" }
        let month = PartLabels(days, isYear: false)
        #expect((0..<31).compactMap { month[$0] } == ["1", "8", "15", "22", "29"])
        let week = PartLabels(Array(days[1...7]), isYear: false)
        #expect(
            (0..<7).compactMap { week[$0] } == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        let weeks = ReportSamples.year().parts
        let wide = PartLabels(weeks, isYear: true)
        #expect((0..<53).compactMap { wide[$0] }.count == 12)
        let narrow = PartLabels(weeks, isYear: true, isNarrow: true)
        #expect((0..<53).compactMap { narrow[$0] } == ["Jan", "Apr", "Jul", "Oct"])
    }

    // MARK: Words

    @Test func titlesAndSpans() {
        func words(_ report: ReportView) -> [String] {
            let words = PageWords(report: report)
            return [words.title, words.span]
        }
        #expect(words(ReportSamples.year()) == ["2028", ""])
        #expect(words(ReportSamples.year(days: 9)) == ["2028", "So far"])
        #expect(words(ReportSamples.month()) == ["March 2026", ""])
        #expect(words(ReportSamples.week()) == ["Week 10 of 2026", "2 to 8 March 2026, so far"])
        #expect(words(ReportSamples.day()) == ["Mon 2 March 2026", ""])
        var sunday = ReportSamples.week()
        (sunday.from, sunday.to) = ("2026-03-01", "2026-03-07")
        #expect(PageWords(report: sunday).title == "Week 10 of 2026")
    }

    @Test func answers() {
        let total = ReportView.Total(
            exercise: "a", name: "Push-ups", unit: "reps", count: 42, before: 0, trend: .new,
            perDay: 6, perActiveDay: 8.4)
        var report = ReportSamples.empty()
        #expect(PageWords(report: report).answer == "Nothing logged.")
        report.active = .init(done: 3, of: 5)
        #expect(PageWords(report: report).answer == "3 of 5 active days")
        report.totals = [total]
        #expect(PageWords(report: report).answer == "42 Push-ups, 3 of 5 active days")
        report.totals = [total, total, total]
        #expect(PageWords(report: report).answer.contains(", 1 other exercise, "))
        report.period = "day"
        #expect(!PageWords(report: report).answer.contains("active"))
    }

    @Test func comparisons() {
        #expect(
            PageWords(report: ReportSamples.year()).comparison
                == "Compared with the year before, 2027.")
        #expect(
            PageWords(report: ReportSamples.month()).comparison
                == "Compared with the month before, 1 to 28 February 2026.")
        #expect(
            PageWords(report: ReportSamples.week()).comparison
                == "Compared with the same part of the week before, "
                + "23 February 2026 04:00 to 25 February 2026 15:00.")
        #expect(PageWords.span("2026-02-23", "2026-03-01") == "23 February 2026 to 1 March 2026")
        #expect(PageWords.span("2026-03-01", "2026-03-01") == "1 March 2026")
    }

    @Test func words() {
        #expect(AnswerWords.reason("no_chance") == "no time to answer")
        #expect(AnswerWords.reason("of_another_version") == "of another version")
        #expect(PageWords.wait(21_400) == "21 s" && PageWords.wait(140_000) == "2:20")
        #expect(
            [8, 1, -1, 0].map(PageWords.points) == [
                "8 points more", "1 point more", "1 point less", "none",
            ])
        #expect(PageWords.percent(0.555) == "56 %")
        #expect(StreakWords.state(.init(.frozen)) == "frozen")
    }
}

extension String {
    /// The number of places at which a text occurs.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
