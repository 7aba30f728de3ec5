import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView

/// The page as a whole.
@Suite struct ReportPageTests {
    static let pages: [(name: String, report: ReportView)] = [
        ("year", ReportSamples.year()), ("running", ReportSamples.year(days: 70)),
        ("month", ReportSamples.month()), ("week", ReportSamples.week()),
        ("day", ReportSamples.day()), ("empty", ReportSamples.empty()),
    ]

    private func page(_ report: ReportView) throws -> PageElement {
        try PageReader.read(ReportPage.html(report: report, timeline: ReportSamples.timeline))
    }

    private func table(_ id: String, in page: PageElement) throws -> [[String]] {
        let table = page.all("table").first { table in
            table.children.first?.attributes["id"] == id
        }
        return try #require(table, "\(id)").rows
    }

    // MARK: Form

    @Test(arguments: pages.map(\.report)) func nothingRunsAndNothingIsLoaded(
        _ report: ReportView
    ) throws {
        let page = try page(report)
        let style = try #require(page.all("style").first?.text)
        let hash = Base64.text(of: SHA256.digest(of: style))
        let policies = page.all("meta").filter {
            $0.attributes["http-equiv"] == "Content-Security-Policy"
        }
        #expect(
            policies.map { $0.attributes["content"] } == [
                "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'"
            ])
        #expect(page.all("style").count == 1)
        #expect(page.all("script").map { $0.attributes["type"] } == ["application/json"])
        for element in page.all {
            for name in element.attributes.keys {
                #expect(!name.hasPrefix("on") && !["style", "src", "href"].contains(name))
            }
            let forbidden = ["link", "img", "iframe", "object", "embed", "base", "form", "image"]
            #expect(!forbidden.contains(element.name))
        }
        for word in ["url(", "@import", "expression("] { #expect(!style.contains(word)) }
    }

    @Test(arguments: pages.map(\.report)) func headingsIdsAndNames(_ report: ReportView) throws {
        let page = try page(report)
        var last = 0
        for element in page.all where element.name.count == 2 && element.name.hasPrefix("h") {
            guard let level = Int(element.name.dropFirst()) else { continue }
            #expect(level <= last + 1, "\(element.text)")
            #expect(!element.text.isEmpty)
            last = level
        }
        #expect(page.all("h1").count == 1 && page.all("main").count == 1)
        let ids = page.all.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for element in page.all {
            let names = element.attributes["aria-labelledby"]?.split(separator: " ") ?? []
            for name in names { #expect(ids.contains(String(name))) }
        }
        #expect(page.attributes == ["lang": "en"])
        #expect(page.all("title").first?.text == "Report: \(PageWords(report: report).title)")
    }

    /// Each drawing has a name, a description, and its numbers in a table beside it.
    @Test(arguments: pages.map(\.report)) func drawingsAreTold(_ report: ReportView) throws {
        for figure in try page(report).all("figure") {
            let drawings = figure.all("svg").filter { $0.attributes["role"] == "img" }
            #expect(!drawings.isEmpty && figure.all("table").count == 1)
            #expect(figure.children.first?.name == "figcaption")
            for drawing in drawings {
                #expect(drawing.children.prefix(2).map(\.name) == ["title", "desc"])
                #expect(drawing.children.prefix(2).allSatisfy { !$0.text.isEmpty })
            }
            let rows = figure.all("table").flatMap { $0.rows }
            #expect(rows.allSatisfy { $0.count == rows[0].count }, "\(rows[0])")
        }
    }

    @Test func aYearFits() throws {
        let lifts = try [
            ReportSamples.progress("Bench press", 38), ReportSamples.progress("Deadlift", 12),
        ]
        let html = try ReportPage.html(report: ReportSamples.year(), progress: lifts)
        #expect(html.utf8.count <= 150_000)
    }

    /// Dictionaries have no order of their own.
    @Test func theSameReportIsTheSameBytes() throws {
        let counts = [("idle", 3), ("test", 3), ("missed", 1), ("deleted", 2), ("no_chance", 5)]
        let pages = try [counts, counts.reversed()].flatMap { counts in
            try [5, 50, 500].map { capacity in
                var report = ReportSamples.week()
                report.reminders.notCounted = Dictionary(minimumCapacity: capacity)
                for (name, count) in counts { report.reminders.notCounted[name] = count }
                return try ReportPage.html(report: report)
            }
        }
        #expect(Set(pages).count == 1)
        #expect(pages[0].contains("Not counted: 5 (no time to answer), 3 (away)"))
    }

    @Test(arguments: pages.map(\.report)) func theDataAreThere(_ report: ReportView) throws {
        let data = try #require(page(report).all("script").first)
        #expect(data.attributes["id"] == "report")
        #expect(try decode(ReportView.self, data.text) == report)
        #expect(try Json(reading: data.text) == Json(reading: json(report)))
    }

    // MARK: Names

    @Test func namesAreNoMarkup() throws {
        let name = "</title><script>alert(1)</script>\u{202e}\" onload='x'&lt;"
        let page = try page(ReportSamples.week(named: name))
        let shown = name.replacing("\u{202e}", with: "\\u{202e}")
        #expect(try table("exercises-table", in: page)[1][0] == shown)
        #expect(try table("achievements-table", in: page)[1][0] == shown)
        let plain = try self.page(ReportSamples.week())
        #expect(page.all.map(\.name) == plain.all.map(\.name))
        let data = try #require(page.all("script").first?.text)
        #expect(try decode(ReportView.self, data).totals[0].name == name)
        #expect(!data.unicodeScalars.contains { $0 == "<" || $0 == "\u{202e}" })
    }

    /// Whatever a name is made of, the page has the same elements, and the name is shown.
    @Test func randomNames() throws {
        let seed = UInt64.random(in: 0...(.max))
        var random = SplitMix(seed: seed)
        let signs: [Unicode.Scalar] = [
            "<", ">", "&", "\"", "'", "/", "!", "-", "]", "a", ";", "=", "\0", "\n", "\r", "\t",
            "\u{1b}", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}", "\u{2066}", "\u{feff}",
            "é", "\u{301}", "👟",
        ]
        let noncharacters: [UInt32] = [0xfdd0, 0xfffe, 0x1ffff]
        let all = signs + noncharacters.compactMap { Unicode.Scalar($0) }
        for _ in 0..<300 {
            var name = ""
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                name.unicodeScalars.append(all.randomElement(using: &random) ?? "a")
            }
            let html = Markup.page(
                title: name, style: .report,
                body: [
                    .element("p", ["class": name], Markup(name)),
                    try .data(id: name, json: .string(name)),
                ])
            let page = try PageReader.read(html)
            #expect(
                page.all.map(\.name) == [
                    "html", "head", "meta", "meta", "meta", "meta", "title", "style", "body", "p",
                    "script",
                ], "seed \(seed)")
            let paragraph = try #require(page.all("p").first)
            #expect(paragraph.text == paragraph.attributes["class"], "seed \(seed)")
            #expect(page.all("title").first?.text == paragraph.text, "seed \(seed)")
            let written = paragraph.text.unicodeScalars
            #expect(written.count >= name.unicodeScalars.count, "seed \(seed)")
            #expect(written.allSatisfy { !$0.isHarmful && $0.value & 0xfffe != 0xfffe })
            let data = try #require(page.all("script").first?.text)
            #expect(try JSONText.value(JSONValue.self, from: data) == .string(name), "seed \(seed)")
        }
    }

    // MARK: Contents

    @Test func theSumsOfExercises() throws {
        let rows = try table("exercises-table", in: page(ReportSamples.week()))
        let total = ReportSamples.week().totals[0]
        #expect(
            rows[0] == [
                "Exercise", "Total", "Change", "Before", "Whole week before", "A day",
                "An active day",
            ])
        #expect(
            rows[1].prefix(5) == [
                "Push-ups", "\(total.count) reps", "+11 %", "\(total.before) reps",
                "\(total.count * 2) reps",
            ])
        #expect(rows.dropFirst().map { $0[2] }.contains("level"))
        #expect(rows.dropFirst().map { $0[2] }.contains("-8 %"))
        #expect(rows.dropFirst().map { $0[2] }.contains("new"))
    }

    @Test func theCourseOfExercises() throws {
        let report = ReportSamples.year()
        let rows = try table("course-table", in: page(report))
        #expect(rows.count == report.parts.count + 1)
        #expect(rows[0].prefix(3) == ["Week from", "Push-ups, reps", "Plank"])
        #expect(rows[0].count == 7)
        #expect(rows[1][0] == "2028-01-01" && rows[2][0] == "2028-01-03")
        #expect(rows.dropFirst().map { Int64($0[1]) } == report.totals[0].parts)
        var short = report
        short.parts = []
        #expect(try page(short).all.allSatisfy { $0.attributes["id"] != "course-table" })
    }

    @Test func theDaysOfAYear() throws {
        let report = ReportSamples.year()
        let page = try page(report)
        let rows = try table("days-table", in: page).dropFirst()
        #expect(rows.first == ["2028-01-01", "", "", "", "", "", "0", "0", "0"])
        #expect(rows.last?[0] == "2028-12-25")
        let shown = rows.flatMap { $0[1...7] }.compactMap { Int64($0) }
        #expect(shown == report.days.map(\.efforts))
        let squares = page.all("g").flatMap { $0.all("path") }
        #expect(squares.count == 366)
        #expect(squares.map { $0.children[0].text }.contains("Sat 1 Jan: 0"))
    }

    /// Where the streak is switched off, nothing is said of its days.
    @Test func theDaysOfAWeek() throws {
        var report = ReportSamples.week()
        let rows = try table("days-table", in: page(report))
        #expect(rows[0] == ["Day", "State", "Entries", "Reps", "Time", "Volume"])
        #expect(rows.count == 4 && rows[1].prefix(3) == ["Mon 2026-03-02", "done", "1"])
        report.streak = nil
        let other = try table("days-table", in: page(report))
        #expect(other[0] == ["Day", "Entries", "Reps", "Time", "Volume"])
        #expect(other[1].prefix(2) == ["Mon 2026-03-02", "1"])
        let day = ReportSamples.day()
        #expect(try !page(day).all("dt").map(\.text).contains("This day"))
        var told = day
        told.streak = ReportSamples.week().streak
        #expect(try page(told).all("dt").map(\.text).contains("This day"))
    }

    @Test func aYearWhoseWeeksBeginOnSunday() throws {
        var report = ReportSamples.year()
        report.parts = ["2028-01-01", "2028-01-02", "2028-01-09"]
        let rows = try table("days-table", in: page(report))
        #expect(rows[0].prefix(3) == ["Week from", "Sun", "Mon"])
        #expect(rows[2][0] == "2028-01-02")
    }

    @Test func theAnswersByHour() throws {
        let rows = try table("hours-table", in: page(ReportSamples.week()))
        #expect(rows[0] == ["Hour", "Answered", "Of", "Rate"])
        #expect(rows[3] == ["11:00", "18", "22", "82 %"])
    }

    @Test func theDayByItsHours() throws {
        let rows = try table("timeline-table", in: page(ReportSamples.day()))
        #expect(rows[1] == ["09:00", "stand", "fired"])
        #expect(rows[3] == ["09:06", "stand", "answered"])
        #expect(rows[4] == ["09:06", "Push-ups", "20 reps, answering a reminder"])
        #expect(rows.contains(["13:00", "stand", "not shown: do not disturb"]))
        #expect(rows.contains(["14:10", "stand", "fired (a test)"]))
        #expect(rows.last == ["17:45", "Push-ups", "30 reps, without being reminded"])
    }

    @Test func theDayHasRunsAndBreaks() throws {
        var day = ReportSamples.timeline
        day.runs = [
            .init(
                at: "2026-03-02T10:30:00.000+01:00", id: "r4n9x2m4q7wd", name: "Pomodoro",
                seconds: 6000, rounds: 4)
        ]
        day.breaks = [
            BreakView(
                from: "2026-03-02T12:00:00.000+01:00", until: "2026-03-02T12:45:00.000+01:00",
                reason: .locked)
        ]
        let html = try ReportPage.html(report: ReportSamples.day(), timeline: day)
        let rows = try table("timeline-table", in: PageReader.read(html))
        #expect(rows.contains(["10:30", "Pomodoro", "1:40:00 of work, 4 rounds"]))
        #expect(rows.contains(["12:45", "Break", "45:00, screen locked"]))
        let none = try table("timeline-table", in: page(ReportSamples.day()))
        #expect(rows.count == none.count + 2)
    }

    @Test func theProgressOfLifts() throws {
        let lift = try ReportSamples.progress("Deadlift", 12)
        let html = try ReportPage.html(report: ReportSamples.month(), progress: [lift])
        let rows = try table("progress-table", in: PageReader.read(html))
        #expect(rows.count == 13 && rows[0] == ["Day", "Deadlift, kg"])
        #expect(rows[1] == ["Mon 2028-01-03", "96"])
        #expect(html.contains("Deadlift: estimated 1RM, kg"))
        let single = try ReportSamples.progress("Deadlift", 1)
        let other = try ReportPage.html(report: ReportSamples.month(), progress: [single])
        #expect(!other.contains("Deadlift"))
    }

    /// Of each week the best workout is told, and weeks without one aren't.
    @Test func theProgressOfAYearIsToldByWeeks() throws {
        let lifts = try [
            ReportSamples.progress("Deadlift", 12, every: 3),
            ReportSamples.progress("Bench press", 2, every: 14),
        ]
        let html = try ReportPage.html(report: ReportSamples.year(), progress: lifts)
        let rows = try table("progress-table", in: PageReader.read(html))
        #expect(rows[0] == ["Week from", "Deadlift, kg", "Bench press, kg"])
        #expect(rows[1] == ["2028-01-03", "105.6", "96"])
        #expect(rows[3] == ["2028-01-17", "114", "105.6"])
        #expect(
            rows.map { $0[0] }.dropFirst().elementsEqual(rows.dropFirst().map { $0[0] }.sorted()))
        #expect(rows.count == 6)
    }

    /// A year has too many challenges to tell each of them, a month hasn't.
    @Test func theChallengesOfAYear() throws {
        let year = try page(ReportSamples.year())
        #expect(
            year.all("dt").map(\.text).suffix(2) == [
                "Daily challenges done", "Weekly challenges done",
            ])
        #expect(year.all("dd").map(\.text).suffix(2) == ["6 of 10", "7 of 10"])
        var month = ReportSamples.month()
        month.challenges = ReportSamples.year().challenges
        #expect(try table("challenges-table", in: page(month)).count == 21)
    }

    @Test func goalsAreATable() throws {
        var report = ReportSamples.week()
        let goal = try Goal(
            id: "0goal0000001", name: "<gym>", measure: .workouts, exercise: nil, period: .daily,
            target: 3, from: 20_000)
        report.goals = [
            .init(goal: GoalView(goal, exerciseName: nil), met: 3, of: 5, value: 1, target: 2)
        ]
        #expect(
            try table("goals-table", in: page(report)) == [
                ["Goal", "Met", "Last period"], ["<gym>", "3 of 5 days", "1 of 2 workouts"],
            ])
    }

    @Test func whatIsEmptyIsLeftOut() throws {
        let page = try PageReader.read(ReportPage.html(report: ReportSamples.empty()))
        #expect(page.all("section").isEmpty)
        #expect(page.all("p").map(\.text).contains("Nothing logged."))
        let headings = try self.page(ReportSamples.week()).all("h2").map(\.text)
        #expect(
            headings == [
                "Exercises", "Days", "Streak", "Reminders", "Hours", "Timeline", "Strength",
                "Achievements", "Challenges",
            ])
    }
}
