import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// `timer` is resolved in this order: exact id, exact name, name with case ignored, unique id prefix of at
/// least 4 characters, `last`.
@Suite struct AddressingTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func start(_ name: String? = nil) throws -> String {
        let member = name.map { ",\"name\":\"\($0)\"" } ?? ""
        return try bench.call("timer.start", "{\"duration\":\"1h\"\(member)}").id()
    }

    private func find(_ text: String) throws -> String {
        try bench.call("timer.get", "{\"timer\":\"\(text)\"}").id()
    }

    @Test func anExactIDComesBeforeANameThatReadsTheSame() throws {
        let id = try start()
        let named = try start(id)
        #expect(try find(id) == id)
        #expect(try find(named) == named)
    }

    @Test func aNameComesBeforeAPrefixThatReadsTheSame() throws {
        let id = try start()
        let prefix = String(id.prefix(4))
        #expect(try find(prefix) == id)
        let named = try start(prefix)
        #expect(try find(prefix) == named)
    }

    @Test func aNameMeansTheOnlyLiveOneThenTheNewestEnded() throws {
        let ids = try (0..<4).map { _ in try start("tea") }
        for (index, verb) in [(3, "pause"), (1, "cancel"), (2, "finish")] {
            try bench.call("timer.\(verb)", "{\"timer\":\"\(ids[index])\"}")
        }
        // Timer 0 runs, 3 is paused, 1 and 2 have ended.
        let refusal = try bench.refusal("timer.get", #"{"timer":"tea"}"#)
        #expect(refusal.kind == .ambiguous && refusal.field == "timer")
        #expect(refusal.matches == [ids[3], ids[0]])
        #expect(
            refusal.message == "several timers are called 'tea', so give the id: "
                + "\(ids[3]) (paused, 1h left), \(ids[0]) (1h left)")
        try bench.call("timer.cancel", "{\"timer\":\"\(ids[3])\"}")
        #expect(try find("tea") == ids[0])
        try bench.call("timer.cancel", "{\"timer\":\"\(ids[0])\"}")
        // All have ended: the name means the one that was started last.
        #expect(try find("tea") == ids[3])
        try bench.call("timer.restart", "{\"timer\":\"\(ids[2])\"}")
        #expect(try find("tea") == ids[2])
    }

    @Test func ofManyNamesakesTheNewestAreTold() throws {
        let ids = try (0..<12).map { _ in try start("tea") }
        bench.advance(ms: 60_400)
        let refusal = try bench.refusal("timer.pause", #"{"timer":"TEA"}"#)
        #expect(refusal.matches == Array(ids.reversed().prefix(10)))
        #expect(refusal.message.hasSuffix("(59m left) and 6 more"))
    }

    @Test func namesAreWholeButForCase() throws {
        let tea = try start("tea")
        #expect(try find("Tea") == tea)
        let upper = try start("TEA")
        #expect(try find("TEA") == upper && find("tea") == tea)
        // Names that differ in case only may be meant alike.
        #expect(try bench.refusal("timer.get", #"{"timer":"Tea"}"#).matches == [upper, tea])
        try bench.call("timer.cancel", #"{"timer":"TEA"}"#)
        #expect(try find("Tea") == tea)
        let umlaut = try start("Übung")
        #expect(try find("übung") == umlaut)
        for other in ["te", "tea ", "teas", "ubung"] {
            let refusal = try bench.refusal("timer.get", "{\"timer\":\"\(other)\"}")
            #expect(refusal.kind == .notFound, "\(other)")
            #expect(refusal.field == "timer")
        }
    }

    @Test func aPrefixMustBeUnique() throws {
        // There are so many ids that two of them begin alike.
        let call = #"{"id":1,"method":"stopwatch.start"}"#
        let batch = Array(repeating: call, count: 100).joined(separator: ",")
        let ids = try (0..<40).flatMap { _ in
            try bench.send("[\(batch)]").map { try Bench.result(of: $0).id() }
        }
        let byBeginning = Dictionary(grouping: ids) { $0.prefix(Identifier.shortestPrefix) }
        let first = try #require(byBeginning.values.first { $0.count > 1 })
        let refusal = try bench.refusal("timer.get", "{\"timer\":\"\(first[0].prefix(4))\"}")
        #expect(refusal.kind == .ambiguous)
        #expect(refusal.field == "timer")
        #expect(refusal.matches == first.sorted())
        let other = try #require(byBeginning.values.first { $0.count == 1 })
        #expect(try find(String(other[0].prefix(4))) == other[0])
    }

    /// Words are short, and few of them are meant as the beginnings of ids.
    @Test func aShortBeginningIsNone() throws {
        let workout = try bench.call("workout.start").id()
        let exercise = try bench.call(
            "exercise.create", #"{"name":"Lilo","unit":"reps"}"#
        ).id()
        let ids = [
            ("timer.get", "timer", try start()), ("workout.get", "workout", workout),
            ("exercise.get", "exercise", exercise),
            (
                "reminder.get", "reminder",
                try bench.call("reminder.create", #"{"name":"move","every":"1h"}"#).id()
            ),
            (
                "log.update", "entry",
                try bench.call("log.add", #"{"exercise":"lilo","count":1}"#).id()
            ),
            ("set.update", "set", try bench.setID("lilo")),
            (
                "program.get", "program",
                try bench.call(
                    "program.create",
                    #"{"name":"hills","intervals":[{"label":"a","duration":500}]}"#
                ).id()
            ),
            (
                "template.get", "template",
                try bench.call(
                    "template.create",
                    #"{"name":"push","exercises":[{"exercise":"lilo","sets":1}]}"#
                ).id()
            ),
        ]
        for (method, member, id) in ids {
            let note = method.hasSuffix("update") ? #","note":"x""# : ""
            func params(_ length: Int) -> String {
                "{\"\(member)\":\"\(id.prefix(length))\"\(note)}"
            }
            for length in 1...3 {
                let refusal = try bench.refusal(method, params(length))
                #expect(refusal.kind == .notFound && refusal.field == member, "\(method)")
            }
            for length in 4...12 { try bench.call(method, params(length)) }
        }
    }

    @Test func lastIsTheMostRecentlyStartedOfAnyKind() throws {
        let none = try bench.refusal("timer.get", #"{"timer":"last"}"#)
        #expect(none.kind == .notFound)
        let first = try start("a")
        #expect(try find("last") == first)
        let watch = try bench.call("stopwatch.start").id()
        #expect(try find("last") == watch)
        try bench.call("timer.cancel", #"{"timer":"last"}"#)
        #expect(try find("last") == watch)
        try bench.call("timer.restart", #"{"timer":"a"}"#)
        #expect(try find("last") == first)
        // `last` goes by the order of the starts, not by the wall clock.
        bench.stepWall(ms: -86_400_000)
        let later = try start()
        #expect(try find("last") == later)
    }

    @Test func nothingIsCalledLastThatLastStandsFor() throws {
        let id = try start("tea")
        for name in ["last", "LAST", " Last\u{a0}"] {
            for (method, params) in [
                ("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}"),
                ("stopwatch.start", "{\"name\":\"\(name)\"}"),
                ("timer.rename", "{\"timer\":\"tea\",\"name\":\"\(name)\"}"),
                ("reminder.create", "{\"name\":\"\(name)\",\"every\":\"1h\"}"),
                ("workout.start", "{\"name\":\"\(name)\"}"),
            ] {
                let refusal = try bench.refusal(method, params)
                #expect(refusal.kind == .invalidParams && refusal.field == "name", "\(method)")
                #expect(refusal.message.contains("'last'"))
            }
        }
        #expect(try find("last") == id)
    }

    @Test func whatIsEmptyOrMissingIsNamed() throws {
        for params in [#"{"timer":""}"#, "{}", #"{"timer":5}"#, #"{"timer":null}"#] {
            let refusal = try bench.refusal("timer.get", params)
            #expect(refusal.kind == .invalidParams, "\(params)")
            #expect(refusal.field == "timer")
        }
    }

    @Test func oddTextsFindNothing() throws {
        _ = try start("tea")
        for odd in [
            "%", "_", "*", "~", "' OR 1=1 --", "\u{fffd}", String(repeating: "x", count: 9000),
        ] {
            #expect(try bench.refusal("timer.get", "{\"timer\":\"\(odd)\"}").kind == .notFound)
        }
    }
}
