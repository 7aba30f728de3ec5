import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Words that name what is live, what is extended, and counts for the single key.
@Suite struct LiveNameTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.forget()
    }

    @discardableResult
    private func timer(_ name: String, _ duration: String = "5m") throws -> String {
        try bench.call("timer.start", "{\"duration\":\"\(duration)\",\"name\":\"\(name)\"}").id()
    }

    private func names(_ words: [String]) -> String {
        "{\"names\":[\(words.map { "\"\($0)\"" }.joined(separator: ","))]}"
    }

    @Test(arguments: [["eggs"], ["EGGS"], ["last"]])
    func oneThing(_ words: [String]) throws {
        try timer("green tea")
        let eggs = try timer("eggs")
        let paused = try bench.call("live.pause", names(words))
        #expect(paused["did"]?.string == "timer.paused" && paused["others"] == nil)
        #expect(paused["view"]?["id"]?.string == eggs)
        let again = try bench.refusal("live.pause", names(words))
        #expect(again.kind == .conflict && again.state == "paused")
        #expect(again.message == "eggs isn't running")
        try bench.verify()
    }

    /// Words that make a name are taken together, before they are taken one by one.
    @Test func severalThings() throws {
        let green = try timer("green tea")
        let tea = try timer("tea")
        try bench.call("stopwatch.start", #"{"name":"race"}"#)
        try bench.call("rest.start", #"{"duration":"90s","label":"squats"}"#)
        bench.forget()
        let stopped = try bench.call(
            "live.stop", names(["green", "tea", "race", "tea", "green tea", "rest"]))
        #expect(
            bench.types == ["timer.cancelled", "timer.finished", "timer.cancelled", "rest.skipped"])
        #expect(stopped["view"]?["id"]?.string == green)
        let others = stopped["others"]?.list ?? []
        #expect(
            others.map { $0["did"]?.string } == [
                "timer.finished", "timer.cancelled", "rest.skipped",
            ])
        #expect(others[1]["view"]?["id"]?.string == tea)
        try bench.verify()
    }

    @Test func allThings() throws {
        #expect(try bench.refusal("live.stop", #"{"all":true}"#).state == "none")
        let over = try timer("over", "1m")
        bench.advance(ms: 60_000)
        let tea = try timer("tea")
        try timer("eggs")
        try bench.call("timer.pause", #"{"timer":"eggs"}"#)
        try bench.call("stopwatch.start", #"{"name":"race"}"#)
        try bench.call("rest.start", #"{"duration":"90s"}"#)
        for params in [#"{"all":true,"names":["tea"]}"#, "{\"all\":true,\"id\":\"\(tea)\"}"] {
            let refusal = try bench.refusal("live.stop", params)
            #expect(refusal.kind == .invalidParams && refusal.field == "all", "\(params)")
        }
        bench.forget()
        // What is paused already is left alone.
        let paused = try bench.call("live.pause", #"{"all":true}"#)
        #expect(bench.types == ["timer.paused", "timer.paused", "rest.paused"])
        #expect(paused["view"]?["id"]?.string == tea && paused["others"]?.list.count == 2)
        #expect(try bench.refusal("live.stop", #"{"all":false}"#).kind == .ambiguous)
        bench.forget()
        try bench.call("live.stop", #"{"all":true}"#)
        #expect(
            bench.types == ["timer.cancelled", "timer.cancelled", "timer.finished", "rest.skipped"])
        // One that is over still waits for its answer.
        let waiting = try bench.call("timer.get", "{\"timer\":\"\(over)\"}")
        #expect(waiting["waiting_ms"] != nil)
        try bench.verify()
    }

    /// One that is over is answered, where it is named.
    @Test func stoppingWhatIsOver() throws {
        let tea = try timer("tea")
        try timer("eggs", "1h")
        bench.advance(ms: 300_000)
        // One that runs is meant before it.
        try timer("tea", "1h")
        for did in ["timer.cancelled", "timer.answered"] {
            #expect(try bench.call("live.stop", names(["TEA"]))["did"]?.string == did)
        }
        #expect(try bench.refusal("live.stop", names(["tea"])).kind == .notFound)
        try bench.call("timer.restart", "{\"timer\":\"\(tea)\"}")
        bench.advance(ms: 300_000)
        #expect(try bench.refusal("live.pause", names(["tea"])).kind == .notFound)
        let both = try bench.call("live.stop", names(["tea", "eggs"]))
        #expect(both["did"]?.string == "timer.answered")
        #expect(both["others"]?.list.map { $0["did"]?.string } == ["timer.cancelled"])
        try bench.call("timer.restart", "{\"timer\":\"\(tea)\"}")
        bench.advance(ms: 300_000)
        #expect(try bench.refusal("live.stop").state == "none")
        let byID = try bench.call("live.stop", "{\"id\":\"\(tea)\"}")
        #expect(byID["did"]?.string == "timer.answered")
        try bench.verify()
    }

    /// A timer that isn't over can't be answered.
    @Test func whatStillRunsIsNotDone() throws {
        try timer("eggs")
        let running = try bench.refusal("live.done", #"{"named":"Eggs"}"#)
        #expect(running.kind == .conflict && running.state == "running")
        #expect(running.message == "eggs is still running: there is nothing to answer yet")
        try bench.call("timer.pause", #"{"timer":"eggs"}"#)
        #expect(try bench.refusal("live.done", #"{"named":"eggs"}"#).state == "paused")
        #expect(
            try bench.refusal("live.done", #"{"named":"eggs","count":12}"#).kind == .notFound)
        #expect(try bench.refusal("live.done", #"{"reminder":"eggs"}"#).kind == .notFound)
        try bench.verify()
    }

    /// Several that are over are answered at once, or none.
    @Test func severalAreDoneAtOnce() throws {
        let eggs = try timer("eggs")
        let tea = try timer("green tea")
        bench.advance(ms: 300_000)
        for words in ["eggs soup", "green eggs"] {
            let refusal = try bench.refusal("live.done", "{\"named\":\"\(words)\"}")
            #expect(refusal.kind == .notFound && refusal.field == "named", "\(words)")
        }
        #expect(
            try bench.refusal("live.done", #"{"named":"eggs green tea","count":3}"#).kind
                == .notFound)
        bench.forget()
        let done = try bench.call("live.done", #"{"named":"eggs Green Tea eggs"}"#)
        #expect(bench.types == ["timer.answered", "timer.answered"])
        #expect(done["view"]?["id"]?.string == eggs)
        #expect(done["others"]?.list.map { $0["view"]?["id"]?.string } == [tea])
        try bench.verify()
    }

    /// One request dismisses a reminder, or answers a timer.
    @Test func dismissMeansAReminderOrATimer() throws {
        func dismissed(_ name: String) throws -> String? {
            try bench.call("live.dismiss", "{\"named\":\"\(name)\"}")["did"]?.string
        }
        let tea = try timer("tea")
        let running = try bench.refusal("live.dismiss", #"{"named":"Tea"}"#)
        #expect(running.kind == .conflict && running.state == "running")
        for (name, kind) in [("nobody", Rejection.Kind.notFound), (" ", .invalidParams)] {
            let refusal = try bench.refusal("live.dismiss", "{\"named\":\"\(name)\"}")
            #expect(refusal.kind == kind && refusal.field == "named", "\(name)")
        }
        try bench.call("reminder.create", #"{"name":"tea","every":"2h","days":"daily"}"#)
        bench.advance(ms: 300_000)
        // Its reminder isn't pending yet.
        #expect(try dismissed("tea") == "timer.answered")
        try bench.call("timer.restart", "{\"timer\":\"\(tea)\"}")
        bench.advance(ms: 300_000)
        try bench.call("reminder.fire", #"{"reminder":"tea"}"#)
        #expect(try dismissed("tea") == "reminder.dismissed")
        #expect(try dismissed("tea") == "timer.answered")
        try bench.verify()
    }

    @Test func whereOneIsRefusedNoneIsDone() throws {
        try timer("eggs")
        try timer("tea")
        try bench.call("timer.pause", #"{"timer":"tea"}"#)
        bench.forget()
        let refused: [([String], Rejection.Kind)] = [
            (["eggs", "tea"], .conflict), (["eggs", "toast"], .notFound), ([], .invalidParams),
            (Array(repeating: "eggs", count: 21), .tooLarge),
        ]
        for (words, kind) in refused {
            #expect(try bench.refusal("live.pause", names(words)).kind == kind, "\(words)")
        }
        let mistyped = try bench.refusal("live.stop", names(["egs"]))
        #expect(mistyped.message == "nothing called 'egs' is running; did you mean eggs?")
        #expect(
            try bench.refusal("live.stop", #"{"id":"x","names":["eggs"]}"#).field == "names")
        #expect(bench.published.isEmpty)
    }

    @Test func namesakesAreToldApart() throws {
        let ids = try [timer("eggs", "4m"), timer("Eggs", "6m")]
        let refusal = try bench.refusal("live.stop", names(["eGGs"]))
        #expect(refusal.kind == .ambiguous && refusal.field == "names" && refusal.matches == ids)
        #expect(
            refusal.message == "several things are called 'eGGs', so give the id: "
                + "\(ids[0]) (4m left), \(ids[1]) (6m left)")
        #expect(try bench.call("live.stop", names(["Eggs"]))["view"]?["id"]?.string == ids[1])
        // A timer may be called like the rest.
        let rest = try bench.call("rest.start", #"{"duration":"90s"}"#).id()
        let other = try timer("rest")
        #expect(try bench.refusal("live.stop", names(["rest"])).matches == [other, rest])
    }

    @Test func ofManyThingsAFewAreNamed() throws {
        for name in ["a", "b", "c", "d", "e", "f"] { try timer(name) }
        let refusal = try bench.refusal("live.pause")
        #expect(refusal.message == "several things match: a, b, c, d and 2 more")
        #expect(refusal.matches?.count == 6)
    }

    // MARK: More time

    @Test func theOnlyThingThatCountsDownIsExtended() throws {
        #expect(try bench.refusal("live.extend", #"{"by":"1m"}"#).state == "none")
        try bench.call("stopwatch.start", #"{"name":"race"}"#)
        let eggs = try timer("eggs")
        let longer = try bench.call("live.extend", #"{"by":"1m"}"#)
        #expect(longer["did"]?.string == "timer.extended")
        #expect(longer["view"]?["duration_ms"] == .integer(360_000))
        let rest = try bench.call("rest.start", #"{"duration":"90s"}"#).id()
        try bench.call("timer.start", #"{"duration":"10m"}"#)
        let several = try bench.refusal("live.extend", #"{"by":"1m"}"#)
        #expect(several.message == "several things match: timer eggs, timer (10m left), rest")
        #expect(several.matches?.first == eggs && several.matches?.last == rest)
        let more = try bench.call("live.extend", #"{"names":["rest"],"by":"15s"}"#)
        #expect(more["view"]?["duration_ms"] == .integer(105_000))
        let watch = try bench.refusal("live.extend", #"{"names":["race"],"by":"15s"}"#)
        #expect(watch.kind == .conflict && watch.state == "running")
        let over = try bench.call("live.extend", #"{"names":["eggs"],"by":"-6m"}"#)
        #expect(over["did"]?.string == "timer.finished")
        try bench.verify()
    }

    @Test func theRestOfASessionIsARestToo() throws {
        try bench.call("training.start", #"{"mode":"time","target":60,"rest":"15s"}"#)
        bench.advance(ms: 20_000)
        try bench.call("training.bail")
        bench.forget()
        let longer = try bench.call("live.extend", #"{"names":["rest"],"by":"5s"}"#)
        #expect(longer["did"]?.string == "rest.extended")
        #expect(try bench.refusal("live.stop", names(["rest"])).kind == .notFound)
        #expect(
            try bench.call("live.skip", names(["rest"]))["did"]?.string
                == "training.effort_started")
        try bench.verify()
    }

    // MARK: Counts

    @Test func aCountIsOfWhatAsksForOne() throws {
        let none = try bench.refusal("live.next", #"{"count":8}"#)
        #expect(none.kind == .conflict && none.field == "count" && none.state == "none")
        try bench.call("training.start", #"{"mode":"reps","rest":0,"target":100}"#)
        bench.advance(ms: 2000)
        let reps = try bench.call("live.next", #"{"count":8}"#)
        #expect(reps["did"]?.string == "training.attempted")
        #expect(reps["view"]?["attempts"]?.list.count == 1)
        try bench.call("training.stop")
        bench.advance(ms: 2000)
        try bench.call("rest.start", #"{"duration":"90s"}"#)
        bench.advance(ms: 2000)
        // A rest asks for none.
        #expect(try bench.refusal("live.next", #"{"count":8}"#).field == "count")
        try bench.verify()
    }

    @Test func aCountAnswersAReminder() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","exercise":"squats","follow_up":false}"#
        )
        try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        bench.advance(ms: 2000)
        let answered = try bench.call("live.next", #"{"count":12}"#)
        #expect(answered["did"]?.string == "reminder.answered")
        #expect(try bench.data(of: "log.added")["count"] == .integer(12))
    }

    /// A name that no other reminder may take means the one that has it.
    @Test(arguments: ["drink-water", "drink water", "Drink, Water!"])
    func aReminderIsFoundApartFromPunctuation(_ name: String) throws {
        try bench.call("reminder.create", #"{"name":"drink-water","at":["21:00"]}"#)
        let other = try bench.refusal(
            "reminder.create", "{\"name\":\"\(name)\",\"at\":[\"20:00\"]}")
        #expect(other.kind == .conflict && other.field == "name")
        try bench.call("reminder.fire", #"{"reminder":"drink-water"}"#)
        let done = try bench.call("live.done", "{\"named\":\"\(name)\"}")
        #expect(done["view"]?["name"] == .string("drink-water"))
        for text in ["-", "drinkwater", "drink"] {
            let refusal = try bench.refusal("reminder.get", "{\"reminder\":\"\(text)\"}")
            #expect(refusal.kind == .notFound, "\(text)")
        }
        try bench.verify()
    }

    /// A name that no reminder has is an exercise.
    @Test func whatIsNamedIsTheReminderOrTheExercise() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"drink water","every":"30m","days":"daily","follow_up":false}"#)
        try bench.call("reminder.fire", #"{"reminder":"drink water"}"#)
        let done = try bench.call("live.done", #"{"named":"Drink Water"}"#)
        #expect(done["did"]?.string == "reminder.answered")
        try bench.call("reminder.fire", #"{"reminder":"drink water"}"#)
        try bench.call("live.done", #"{"named":"squats","count":12}"#)
        #expect(try bench.data(of: "log.added")["count"] == .integer(12))
        for (params, kind, field) in [
            (#"{"named":"nothing"}"#, Rejection.Kind.notFound, "named"),
            (#"{"named":" "}"#, .invalidParams, "named"),
            (#"{"named":"squats","exercise":"squats"}"#, .invalidParams, "named"),
        ] {
            let refusal = try bench.refusal("live.done", params)
            #expect(refusal.kind == kind && refusal.field == field, "\(params)")
        }
        try bench.verify()
    }
}
