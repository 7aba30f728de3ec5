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
        try bench.call("reminder.delete", "{\"reminder\":\"\(gone)\"}")
    }

    private static let all = #""what":"all","format":"json""#

    // MARK: JSON

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
                "this trackerd has no moon", "this isn't a valid timer",
            ])
    }

    @Test func pagesMakeOneFile() throws {
        try bench.createLongExercises(3000)
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
        #expect(
            sets[0] == "exercise_name,workout_name,index,type,reps,load,load_unit,load_mode,"
                + "seconds,distance_m,rpe,rir,rest_s,note,at,day,updated_at,id,workout,exercise,block,drop_of,"
                + "body_weight,body_weight_unit"
        )
        let begin = "\"Bench, Press\",Push,"
        #expect(
            sets[1].hasPrefix(
                begin + "1,working,5,102.5,lb,external,,,8.5,,120,,2026-03-01T09:00:00.000+01:00,"
                    + "2026-03-01,,"))
        #expect(
            sets[2].hasPrefix(
                begin + "2,working,3,0,kg,external,,,,,120,,2026-03-01T09:10:00.000+01:00,"))
        let log = try bench.export(#""what":"log","format":"csv""#)
        #expect(log.contains("\"so\n\"\"so\"\"\"") && log.contains("\r\nAa,5,reps,"))
        let none = try bench.export(#""what":"sets","format":"csv","to":"2026-02-28""#)
        #expect(none.split(separator: "\r\n").count == 1)
    }

    /// Rows come by time, whatever their ids are, and pages go on where the one before ended.
    @Test func tablesAreSortedByTime() throws {
        try bench.call("exercise.create", #"{"name":"Aa","unit":"reps"}"#)
        let note = String(repeating: "n", count: 3900)
        // Entries are noted in another order than that of their times.
        let minutes = (0..<200).map { ($0 * 77) % 200 }
        try bench.callEach(
            "log.add",
            minutes.map {
                "{\"exercise\":\"aa\",\"count\":\($0 + 1),\"at\":\"-\(200 - $0)m\","
                    + "\"note\":\"\(note)\"}"
            })
        let first = try bench.call("export", #"{"what":"log","format":"csv"}"#)
        #expect(first["cursor"]?.string?.isEmpty == false)
        let counts = try bench.export(#""what":"log","format":"csv""#)
            .split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[1] }
        #expect(counts == (1...200).map { "\($0)" })
    }

    /// Plans and muscles are written as people read them.
    @Test func cellsAreForPeople() throws {
        try fill()
        try bench.call(
            "template.create",
            #"""
            {"name":"Heavy","exercises":[{"exercise":"aa","groups":[{"sets":1,"type":"warmup","reps":5,\
            "load":60,"load_unit":"kg"},{"sets":3,"reps":8,"reps_to":12,"percent":85,"rpe":8}],\
            "rest":"2m","progression":{"add":2.5,"add_unit":"kg","reset_after":3}},\
            {"exercise":"bench","groups":[{"sets":2,"reps":8,"load":10,"load_unit":"lb",\
            "load_mode":"assisted"}]}]}
            """#.replacing("\\\n", with: ""))
        try bench.call(
            "exercise.create",
            #"{"name":"Fly","unit":"reps","muscles":{"primary":["chest"],"secondary":["front delts"]}}"#
        )
        let plans = try bench.export(#""what":"templates","format":"csv""#)
        #expect(
            plans.contains("Aa w 1x5x60kg 3x8-12x85% of best@8 rest 2m +2.5kg reset 3"), "\(plans)")
        #expect(plans.contains("; Bench, Press 2x8x-10lb"), "\(plans)")
        let exercises = try bench.export(#""what":"exercises","format":"csv""#)
        #expect(exercises.contains(",chest; front delts"), "\(exercises)")
        try bench.call("exercise.update", #"{"exercise":"fly","pair":true,"step":5,"start":2.5}"#)
        let equipped = try bench.export(#""what":"exercises","format":"csv""#)
        #expect(
            equipped.contains(",load_unit,bar,bar_unit,pair,steps,step,start\r\n"), "\(equipped)")
        #expect(equipped.contains(",chest; front delts,lb,,,true,,5,2.5\r\n"), "\(equipped)")
    }

    @Test func tablesOfEveryKind() throws {
        try fill()
        try bench.call(
            "template.create", #"{"name":"P","exercises":[{"exercise":"aa","sets":3}]}"#)
        try bench.call("exercise.create", #"{"name":"Plank","unit":"seconds"}"#)
        try bench.call(
            "program.create", #"{"name":"Tabata","intervals":[{"label":"a","duration":"1m"}]}"#)
        try bench.call("run.start", #"{"program":"tabata"}"#)
        bench.advance(ms: 60_000)
        try bench.call(
            "training.start", #"{"mode":"time","target":60,"exercise":"plank","ready":"5s"}"#)
        let heads = [
            "workouts": "name,template_name,state,started_at,ended_at,day,duration_s,sets,",
            "exercises": "name,aliases,unit,category,equipment,default_count,variant_of_name,",
            "templates": "name,days_per_week,rest_s,deload,exercises,plan,note,id",
            "trainings": "exercise_name,mode,state,target,accumulated,adjustment,rest_s,"
                + "attempts,started_at,ended_at,day,ready_s,id,exercise",
            "runs": "name,state,started_at,ended_at,day,elapsed_s,worked_s,rounds,",
            "reminders": "name,message,enabled,exercise_name,count,schedule,",
            "programs": "name,icon,total_s,steps,intervals,sound,id",
            "timers": "name,message,kind,state,duration_s,elapsed_s,started_at,",
            "settings": "unit,rest_s,bar,plates,day_starts_at,",
        ]
        let rows = [
            "workouts":
                "Push,,finished,2026-03-01T09:00:00.000+01:00,2026-03-01T09:20:00.000+01:00,"
                + "2026-03-01,1200,2,\"Bench, Press\",,",
            "exercises": "Aa,,reps,other,,10,\"Bench, Press\",",
            "programs": "Tabata,", "templates": "P,,,,Aa,Aa 3,",
            "trainings":
                "Plank,time,resting,60,0,5,15,,2026-03-01T09:52:00.000+01:00,,2026-03-01,5,",
            "runs":
                "Tabata,completed,2026-03-01T09:51:00.000+01:00,2026-03-01T09:52:00.000+01:00,"
                + "2026-03-01,60,60,1,",
            "reminders": "move,,true,Aa,", "timers": "tea,,countdown,", "settings": "lb,120,45,",
        ]
        for (what, head) in heads {
            let lines = try bench.export("\"what\":\"\(what)\",\"format\":\"csv\"")
                .split(separator: "\r\n")
            #expect(lines[0].hasPrefix(head), "\(what)")
            let row = rows[what] ?? ""
            #expect(lines.dropFirst().contains { $0.hasPrefix(row) }, "\(what): \(lines)")
        }
    }

    @Test func deloadsAreTold() throws {
        try fill()
        try bench.call("workout.update", #"{"workout":"last","deload":60}"#)
        try bench.call(
            "template.create",
            #"{"name":"Light","deload":62.5,"exercises":[{"exercise":"aa","sets":3}]}"#)
        let workouts = try bench.export(#""what":"workouts","format":"csv""#)
        #expect(workouts.contains("sets,exercises,deload,note,id"), "\(workouts)")
        #expect(workouts.contains(",2,\"Bench, Press\",60,"), "\(workouts)")
        let templates = try bench.export(#""what":"templates","format":"csv""#)
        #expect(templates.contains("Light,,,62.5,Aa,Aa 3,"), "\(templates)")
    }

    /// Instants have local times beside them, by the offset that a row was written in.
    @Test func localTimesInJSON() throws {
        try fill()
        let text = try bench.export(Self.all)
        #expect(text.contains(#""at_ms":1772352000000,"at":"2026-03-01T09:00:00.000+01:00""#))
        #expect(text.contains(#""started_at":"2026-03-01T09:00:00.000+01:00""#))
        #expect(!text.contains(#""duration_at""#))
    }

    @Test func aCalendarIsAlwaysTheSame() throws {
        try fill()
        let calendar = #""what":"workouts","format":"ics""#
        let text = try bench.export(calendar)
        bench.advance(ms: 3_600_000)
        #expect(try bench.export(calendar) == text)
        #expect(text.contains("\r\nDTSTAMP:20260301T082000Z\r\n"))
        try bench.call("set.update", #"{"set":"last","reps":4}"#)
        #expect(try bench.export(calendar).contains("\r\nDTSTAMP:20260301T09"))
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
            unfolded.contains("DESCRIPTION:Bench\\, Press: 5 × 102.5 lb @8.5\\, 3 × 0 kg\r\n"))
    }

    @Test func calendarsTellHelpAndWarmUps() throws {
        try fill()
        try bench.call("workout.start", #"{"name":"Help"}"#)
        for set in [
            #""reps":8,"load":15,"load_mode":"assisted""#,
            #""reps":3,"load":5,"load_mode":"bodyweight","type":"warmup""#,
            #""reps":2,"load":9,"type":"failure","rir":0"#,
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
            unfolded.contains(
                "DESCRIPTION:Aa: 8 × -15 kg\\, 3 × +5 kg (warm-up)\\, 2 × 9 kg @rir0 (failure)\r\n")
        )
    }
}
