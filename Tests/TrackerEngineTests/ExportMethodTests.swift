import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct ExportMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func fill() throws {
        try bench.call("exercise.create", #"{"name":"Bench, Press","unit":"reps"}"#)
        try bench.call(
            "exercise.create", #"{"name":"Aa","unit":"reps","variant_of":"bench press"}"#)
        try bench.call("log.add", #"{"exercise":"aa","count":5,"note":"so\n\"so\""}"#)
        try bench.call("reminder.create", #"{"name":"move","every":"1h","exercise":"aa"}"#)
        try bench.call("timer.start", #"{"duration":"25m","name":"tea"}"#)
        try bench.call("settings.set", #"{"unit":"lb","bar":45,"rest":"2m"}"#)
        try bench.call("workout.start", #"{"name":"Push"}"#)
        try bench.call("set.log", #"{"exercise":"bench press","reps":5,"load":102.5,"rpe":8.5}"#)
        bench.advance(ms: 600_000)
        try bench.call("set.log", #"{"exercise":"bench press","reps":3,"load":0,"unit":"kg"}"#)
        bench.advance(ms: 600_000)
        try bench.call("workout.finish")
        // History outlives its reminder.
        let gone = try bench.call(
            "reminder.create", #"{"name":"gone","every":"30m","days":"mon-sun"}"#
        ).id()
        bench.advance(ms: 1_860_000)
        try bench.call("reminder.delete", "{\"reminder\":\"\(gone)\",\"confirm\":true}")
    }

    private static let all = #""what":"all","format":"json""#

    // MARK: JSON

    @Test func allComesBackAsItWas() throws {
        try fill()
        let other = try Bench(seed: 9)
        other.clock = bench.clock
        try other.commit(other.open(bench.export(Self.all)))
        #expect(try other.tables() == bench.tables())
        try other.verify()
        // When the same file is imported once more, all of it is already there.
        let id = try other.open(bench.export(Self.all))
        let preview = try other.preview(id)
        #expect(preview["skipped"]?.list == [] && preview["duplicates"]?.list.count == 1)
        #expect(throws: Rejection.self) { try other.commit(id) }
        try other.call("import.undo")
        #expect(try other.tables().values.allSatisfy(\.isEmpty))
        try other.verify()
    }

    /// Rows that the importing daemon has made by itself are replaced, unless somebody changed them there.
    @Test func whatIsHereAlready() throws {
        try fill()
        let file = try bench.export(Self.all)
        try bench.call("exercise.update", #"{"exercise":"aa","category":"arms"}"#)
        let id = try bench.open(file)
        let preview = try bench.preview(id)
        #expect(
            preview["skipped"]?.list.map { $0["reason"]?.string }
                == ["this exercise is here already, and isn't the same"])
        #expect(preview["others"] == .integer(0))
    }

    @Test func whatDoesNotFitIsLeftOut() throws {
        try fill()
        let sets = try bench.export(#""what":"sets","format":"json""#)
        let other = try Bench(seed: 9)
        other.clock = bench.clock
        let id = try other.open(sets)
        let reasons = try other.preview(id)["skipped"]?.list.map { $0["reason"]?.string }
        #expect(reasons == ["its workout isn't here", "its workout isn't here"])
        let refusal = try #require(throws: Rejection.self) { try other.commit(id) }
        #expect(refusal.kind == .conflict && refusal.state == "empty")
        #expect(try other.tables().isEmpty)
        let strange = try other.open(
            #"{"trackerd":{"format":1},"moon":[{"id":"a"}],"timer":[{"id":"b"}]}"#)
        #expect(
            try other.preview(strange)["skipped"]?.list.map { $0["reason"]?.string } == [
                "this trackerd has no moon", "this is no timer as trackerd keeps it",
            ])
    }

    @Test func pagesMakeOneFile() throws {
        for index in 1...3000 {
            _ = bench.send(
                """
                {"id":1,"method":"exercise.create","params":{"name":"e\(index)","unit":"reps",\
                "category":"\(String(repeating: "c", count: 150))"}}
                """)
        }
        let first = try bench.call("export", "{\(Self.all)}")
        #expect(first["cursor"]?.string?.isEmpty == false)
        let whole = try bench.export(Self.all)
        let other = try Bench(seed: 9)
        other.clock = bench.clock
        try other.commit(other.open(whole, piece: 100_000))
        #expect(try other.tables() == bench.tables())
    }

    @Test func requestsThatAreNone() throws {
        #expect(
            try bench.refusal("export", #"{"what":"all","format":"csv"}"#).field == "what")
        #expect(
            try bench.refusal("export", #"{"what":"log","format":"ics"}"#).field == "what")
        #expect(
            try bench.refusal("export", #"{"what":"moon","format":"json"}"#).field == "what")
        #expect(
            try bench.refusal("export", #"{"what":"log","format":"pdf"}"#).field == "format")
        for cursor in ["x", "0/a", "0/99/a", "0/-1/a", "x/0/a", ""] {
            #expect(
                try bench.refusal("export", "{\(Self.all),\"cursor\":\"\(cursor)\"}").field
                    == "cursor")
        }
    }

    // MARK: CSV and iCalendar

    @Test func tablesOfCSV() throws {
        try fill()
        let sets = try bench.export(#""what":"sets","format":"csv""#)
            .split(separator: "\r\n").map(String.init)
        #expect(sets.count == 3)
        #expect(sets[0].hasPrefix("id,workout,exercise,position,kind,reps,load,load_unit,"))
        #expect(sets[0].hasSuffix(",workout_name,exercise_name"))
        #expect(sets.dropFirst().allSatisfy { $0.hasSuffix(",Push,\"Bench, Press\"") })
        #expect(sets.contains { $0.contains("working,5,102.5,lb,") })
        #expect(sets.contains { $0.contains("2026-03-01T09:10:00.000+01:00") })
        let log = try bench.export(#""what":"log","format":"csv""#)
        #expect(log.contains("\"so\n\"\"so\"\"\"") && log.hasSuffix(",Aa\r\n"))
        let none = try bench.export(#""what":"sets","format":"csv","to":"2026-02-28""#)
        #expect(none.split(separator: "\r\n").count == 1)
    }

    @Test func workoutsAsACalendar() throws {
        #expect(
            try bench.refusal("export", #"{"what":"workouts","format":"ics"}"#).state == "empty")
        try fill()
        let text = try bench.export(#""what":"workouts","format":"ics""#)
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
        let unfolded = text.replacing("\r\n ", with: "")
        #expect(unfolded.contains("\r\nDTSTART:20260301T080000Z\r\nDTEND:20260301T082000Z\r\n"))
        #expect(unfolded.contains("\r\nSUMMARY:Push\r\n"))
        #expect(
            unfolded.contains("DESCRIPTION:Bench\\, Press: 5 × 102.5 lb\\, 3 × 0 kg\r\n"))
    }

    @Test func calendarsTellHelpAndWarmUps() throws {
        try fill()
        try bench.call("workout.start", #"{"name":"Help"}"#)
        for set in [
            #""reps":8,"load":15,"load_mode":"assisted""#,
            #""reps":3,"load":5,"load_mode":"bodyweight","type":"warmup""#,
        ] {
            try bench.set("aa", "\(set),\"unit\":\"kg\"")
            bench.advance(ms: 1000)
        }
        let calendar = #""what":"workouts","format":"ics""#
        // The open workout is no past one.
        #expect(try !bench.export(calendar).contains("SUMMARY:Help"))
        try bench.call("workout.finish")
        let unfolded = try bench.export(calendar).replacing("\r\n ", with: "")
        #expect(
            unfolded.contains("DESCRIPTION:Aa: 8 × -15 kg\\, 3 × +5 kg (warm-up)\r\n"))
    }
}
