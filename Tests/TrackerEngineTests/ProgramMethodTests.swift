import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct ProgramMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let tabata = """
        {"name":"Tabata","icon":"timer","intervals":[{"label":"Ready","duration":"10s",\
        "kind":"prepare"},{"repeat":8,"intervals":[{"label":"Work","duration":"20s"},\
        {"label":"Rest","duration":"10s","kind":"rest"}]}]}
        """

    @Test func createdAsTheWireShowsIt() throws {
        let program = try bench.call("program.create", Self.tabata)
        #expect(program["total_ms"] == .integer(250_000) && program["steps"] == .integer(17))
        let group = program["intervals"]?.list.last
        #expect(group?["repeat"] == .integer(8))
        #expect(
            group?["intervals"]?.list.last
                == .object([
                    "label": .string("Rest"), "duration_ms": .integer(10_000),
                    "kind": .string("rest"), "confirmation": .string("automatic"),
                    "cues": .array(["start", "half", "countdown", "end"].map { .string($0) }),
                ]))
        #expect(bench.types == ["program.created"] && bench.alerts.isEmpty)
        #expect(try bench.data(of: "program.created") == program)
        for text in [try program.id(), "TABATA", "tabata.", String(try program.id().prefix(5))] {
            #expect(try bench.call("program.get", "{\"program\":\"\(text)\"}") == program)
        }
        try bench.verify()
    }

    @Test func whatIsWrongIsRefusedWithItsPlace() throws {
        let refusal = try bench.refusal(
            "program.create",
            #"{"name":"x","intervals":[{"repeat":2,"intervals":[{"label":"a","duration":5}]}]}"#)
        #expect(refusal.field == "intervals[0].intervals[0].duration")
        #expect(bench.published.isEmpty)
    }

    /// A program's sound is that of all its intervals, and an interval's own comes first.
    @Test func intervalsHaveSoundsOfTheirOwn() throws {
        bench.dependencies.soundFault = { $0 == "/gone.wav" ? "No such file or directory" : nil }
        func intervals(_ sound: String) -> String {
            #"[{"label":"a","duration":"10s"},{"label":"b","duration":"10s","sound":"\#(sound)"}]"#
        }
        let program = try bench.call(
            "program.create",
            #"{"name":"p","sound":"/a.wav","intervals":\#(intervals("rest-warning"))}"#)
        #expect(program["sound"] == .string("/a.wav"))
        #expect(program["intervals"]?.list.first?["sound"] == nil)
        #expect(program["intervals"]?.list.last?["sound"] == .string("rest-warning"))
        try bench.call("run.start", #"{"program":"p"}"#)
        bench.advance(ms: 20_000)
        let starts = bench.alerts.filter { $0.sound == .runWorkStarted }
        #expect(starts.map(\.chosenSound) == ["/a.wav", "rest-warning"])
        // What isn't given isn't looked at again.
        bench.dependencies.soundFault = { _ in "No such file or directory" }
        try bench.call("program.update", #"{"program":"p","name":"q"}"#)
        for (members, field) in [
            (#""sound":"/gone.wav""#, "sound"),
            (#""sound":"gong""#, "sound"),
            (#""intervals":\#(intervals("/gone.wav"))"#, "intervals[1].sound"),
            (
                #""intervals":[{"repeat":2,"intervals":\#(intervals("x"))}]"#,
                "intervals[0].intervals[1].sound"
            ),
            (#""intervals":[{"label":"a","duration":"10s","sound":5}]"#, "intervals[0].sound"),
        ] {
            let refusal = try bench.refusal("program.update", #"{"program":"q",\#(members)}"#)
            #expect(refusal.kind == .invalidParams && refusal.field == field, "\(refusal)")
        }
        let usual = try bench.call("program.update", #"{"program":"q","sound":""}"#)
        #expect(usual["sound"] == nil)
        try bench.verify()
    }

    /// The daemon's reader of texts is asked, unless the text is too long.
    @Test func aTextIsReadByTheDaemon() throws {
        bench.dependencies.parseProgram = { text in
            guard text != "wrong" else {
                throw Rejection(.invalidParams, "line 7: wrong", field: "intervals", line: 7)
            }
            return ProgramCreate(
                name: "Hills",
                intervals: Intervals([.interval(Interval(label: "Up", durationMs: 45_000))]))
        }
        let read = try bench.call("program.parse", #"{"text":"right"}"#)
        #expect(read.members == ["intervals", "name"] && read["name"] == .string("Hills"))
        #expect(read["intervals"]?.list.first?["duration"] == .integer(45_000))
        let refusal = try bench.refusal("program.parse", #"{"text":"wrong"}"#)
        #expect(refusal.kind == .invalidParams && refusal.line == 7)
        #expect(refusal.field == "intervals" && refusal.message == "line 7: wrong")
        let longest = String(repeating: "é", count: 65_536)
        try bench.call("program.parse", "{\"text\":\"\(longest)\"}")
        let tooLong = try bench.refusal("program.parse", "{\"text\":\"\(longest)a\"}")
        #expect(tooLong.kind == .tooLarge && tooLong.field == "text")
        #expect(tooLong.message == "text is longer than 128 KiB")
        #expect(bench.published.isEmpty)
    }

    @Test func aNameMeansOneProgram() throws {
        try bench.call("program.create", Self.tabata)
        let taken = try bench.refusal("program.create", Self.tabata)
        #expect(taken.kind == .conflict && taken.state == "taken" && taken.field == "name")
        let missing = try bench.refusal("program.get", #"{"program":"tabatta"}"#)
        #expect(missing.kind == .notFound && missing.field == "program")
        #expect(missing.message == "no program 'tabatta'; did you mean Tabata?")
        #expect(try bench.refusal("run.start", #"{"program":""}"#).kind == .invalidParams)
        #expect(
            try bench.refusal("run.start", #"{"program":"zzz"}"#).field == "program")
    }

    @Test func askedForTwiceItIsCreatedOnce() throws {
        let once = Self.tabata.dropLast() + ",\"request_id\":\"r\"}"
        let program = try bench.call("program.create", String(once))
        // Durations may be written in another way.
        let again = once.replacing("\"10s\"", with: "10000")
        #expect(try bench.call("program.create", String(again)) == program)
        #expect(bench.types == ["program.created"])
        let other = once.replacing("\"10s\"", with: "10001")
        #expect(try bench.refusal("program.create", String(other)).field == "request_id")
    }

    @Test func whatIsLeftOutStays() throws {
        let before = try bench.call("program.create", Self.tabata)
        let renamed = try bench.call(
            "program.update", #"{"program":"tabata","name":"HIIT","icon":""}"#)
        #expect(renamed["intervals"] == before["intervals"] && renamed["icon"] == nil)
        #expect(try renamed.id() == before.id())
        let other = try bench.call(
            "program.update",
            #"{"program":"hiit","intervals":[{"label":"a","duration":500}]}"#)
        #expect(other["total_ms"] == .integer(500) && other["name"] == .string("HIIT"))
        #expect(bench.types == ["program.created", "program.updated", "program.updated"])
        try bench.verify()
    }

    @Test func copiesHaveNamesOfTheirOwn() throws {
        let program = try bench.call("program.create", Self.tabata)
        let copy = try bench.call("program.duplicate", #"{"program":"tabata"}"#)
        #expect(copy["name"] == .string("Tabata copy"))
        #expect(copy["intervals"] == program["intervals"] && copy["icon"] == program["icon"])
        #expect(try copy.id() != program.id())
        try bench.call("program.duplicate", #"{"program":"tabata"}"#)
        try bench.call("program.duplicate", #"{"program":"tabata","name":"Mine"}"#)
        #expect(
            try bench.names("program.list") == ["Mine", "Tabata", "Tabata copy", "Tabata copy 2"])
        let taken = try bench.refusal(
            "program.duplicate", #"{"program":"tabata","name":"mine"}"#)
        #expect(taken.state == "taken")
        let long = String(repeating: "x", count: 200)
        try bench.call("program.update", "{\"program\":\"mine\",\"name\":\"\(long)\"}")
        let shortened = try bench.call("program.duplicate", "{\"program\":\"\(long)\"}")
        #expect(shortened["name"]?.string == String(long.prefix(195)) + " copy")
    }

    @Test func deletedAndPutBack() throws {
        let program = try bench.call("program.create", Self.tabata)
        #expect(try bench.call("program.delete", #"{"program":"tabata"}"#) == program)
        #expect(try bench.names("program.list").isEmpty)
        #expect(
            try bench.refusal("program.get", "{\"program\":\"\(try program.id())\"}").kind
                == .notFound)
        try bench.call("journal.undo", #"{"types":["program.*"]}"#)
        #expect(try bench.call("program.get", #"{"program":"tabata"}"#) == program)
        try bench.verify()
    }

    @Test func undoing() throws {
        try bench.call("program.create", Self.tabata)
        try bench.call("program.update", #"{"program":"tabata","name":"HIIT"}"#)
        try bench.call("program.create", Self.tabata)
        // Another program has its former name by now.
        let refusal = try bench.refusal("journal.undo", #"{"seq":2}"#)
        #expect(refusal.kind == .conflict && refusal.message.contains("another program"))
        try bench.call("journal.undo")
        try bench.call("journal.undo")
        #expect(try bench.names("program.list") == ["Tabata"])
        try bench.call("journal.undo")
        #expect(try bench.names("program.list").isEmpty)
        try bench.verify()
    }

    @Test func thereIsALimitToTheirNumber() throws {
        try bench.callEach(
            "program.create",
            (0..<Program.maximumNumber).map {
                "{\"name\":\"n\($0)\",\"intervals\":[{\"label\":\"a\",\"duration\":500}]}"
            })
        #expect(try bench.refusal("program.duplicate", #"{"program":"n5"}"#).kind == .tooLarge)
    }

    // MARK: The library

    private func use(_ fingerprint: String, _ programs: [(String, String, Int64)]) {
        bench.dependencies.library = Library(fingerprint: fingerprint) {
            Library.Content(
                movements: [],
                programs: programs.map { slug, name, ms in
                    LibraryProgram(
                        slug: slug,
                        fields: .init(
                            name: name, parts: [.interval(Interval(label: "a", durationMs: ms))]))
                }, isWhole: true)
        }
    }

    @Test func shippedOnesComeWithFixedIds() throws {
        use("1", [("tabata", "Tabata", 1000), ("stretch", "Stretch", 2000)])
        try bench.restart()
        #expect(bench.types == ["program.seeded"])
        #expect(try bench.data(of: "program.seeded")["written"] == .integer(2))
        #expect(try bench.names("program.list") == ["Stretch", "Tabata"])
        #expect(
            try bench.call("program.get", #"{"program":"tabata"}"#).id()
                == Program.id(ofSlug: "tabata"))
        try bench.verify()
    }

    @Test func anEditedOneStaysSoAndADeletedOneStaysAway() throws {
        use("1", [("a", "A", 1000), ("b", "B", 1000), ("c", "C", 1000)])
        try bench.restart()
        try bench.call("program.update", #"{"program":"a","name":"Mine"}"#)
        try bench.call("program.delete", #"{"program":"b"}"#)
        #expect(try bench.names("program.list") == ["C", "Mine"])
        use("2", [("a", "A", 2000), ("b", "B", 2000), ("c", "C", 2000)])
        try bench.restart()
        #expect(try bench.names("program.list") == ["C", "Mine"])
        #expect(try bench.call("program.get", #"{"program":"c"}"#)["total_ms"] == .integer(2000))
        // The name is free for another program.
        try bench.call(
            "program.create", #"{"name":"B","intervals":[{"label":"a","duration":500}]}"#)
        #expect(try bench.refusal("journal.undo", #"{"seq":3}"#).kind == .conflict)
        try bench.call("journal.undo", #"{"types":["program.created"]}"#)
        try bench.call("journal.undo", #"{"seq":3}"#)
        #expect(try bench.names("program.list") == ["B", "C", "Mine"])
        try bench.verify()
    }

    /// A program that takes the name of a shipped one is imported together with the deletion or renaming of
    /// the shipped one.
    @Test func namesThatShippedOnesHaveLeftComeInAtOnce() throws {
        let shipped = [("a", "A", 1000), ("b", "B", 1000), ("c", "C", 1000), ("d", "D", 1000)]
        use("1", shipped.map { ($0.0, $0.1, Int64($0.2)) })
        try bench.restart()
        let other = try Bench(seed: 9)
        other.dependencies.library = bench.dependencies.library
        try other.restart()
        try bench.call("program.delete", #"{"program":"a"}"#)
        // Two programs exchange their names.
        for (program, name) in [("b", "x"), ("c", "B"), ("x", "C")] {
            try bench.call(
                "program.update", "{\"program\":\"\(program)\",\"name\":\"\(name)\"}")
        }
        for name in ["A", "E"] {
            try bench.call(
                "program.create",
                "{\"name\":\"\(name)\",\"intervals\":[{\"label\":\"mine\",\"duration\":500}]}")
        }
        other.clock = bench.clock
        let file = try bench.export(#""what":"all","format":"json""#)
        #expect(try other.preview(other.open(file))["skipped"] == .array([]))
        try other.commit(other.open(file))
        #expect(try other.tables()["program"] == bench.tables()["program"])
        try other.verify()
        try other.call("import.undo")
        #expect(try other.names("program.list") == ["A", "B", "C", "D"])
        // A program made here keeps its name; the imported one with the same name is skipped.
        try other.call(
            "program.create", #"{"name":"F","intervals":[{"label":"a","duration":500}]}"#)
        try other.call("program.update", #"{"program":"F","name":"E"}"#)
        let skipped = try other.preview(other.open(file))["skipped"]?.list ?? []
        #expect(
            skipped.compactMap { $0["reason"]?.string } == [
                "another program here is called E: rename one of them"
            ])
    }
}
