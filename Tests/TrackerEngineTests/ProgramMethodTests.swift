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
