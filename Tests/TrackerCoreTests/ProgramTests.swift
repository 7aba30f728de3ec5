import Testing
import TrackerCore

/// The limits of a program, and its steps.
struct ProgramTests {
    static func interval(_ label: String = "a", _ ms: Int64 = 1000) -> ProgramPart {
        .interval(Interval(label: label, durationMs: ms))
    }

    private func refusal(_ parts: [ProgramPart]) -> Rejection? {
        do {
            try parts.check()
            return nil
        } catch { return error }
    }

    private func nested(_ depth: Int, repeats: Int = 2) -> ProgramPart {
        (0..<depth).reduce(Self.interval()) { part, _ in .group(repeats: repeats, [part]) }
    }

    @Test func stepsComeInOrderWithTheRoundsOfTheInnermostGroup() {
        let parts: [ProgramPart] = [
            Self.interval("warm"),
            .group(
                repeats: 2,
                [
                    Self.interval("a"), .group(repeats: 2, [Self.interval("b")]),
                    Self.interval("c", 500),
                ]),
            Self.interval("cool"),
        ]
        let steps = parts.steps
        #expect(
            steps.map(\.interval.label) == [
                "warm", "a", "b", "b", "c", "a", "b", "b", "c", "cool",
            ])
        #expect(
            steps.map { step in step.round.map { "\($0.k)/\($0.n ?? 0)" } ?? "" }
                == ["", "1/2", "1/2", "2/2", "1/2", "2/2", "1/2", "2/2", "2/2", ""])
        #expect(parts.stepCount == 10 && parts.totalMs == 9000)
        #expect(parts.totalMs == steps.reduce(0) { $0 + $1.interval.durationMs })
    }

    @Test(arguments: [
        "[]", #"[{"repeat":0,"intervals":[]}]"#,
        #"[{"repeat":1000000000000,"intervals":[{"repeat":1000000000000,"intervals":[]}]}]"#,
        #"[{"label":"a","duration_ms":5,"kind":"work","confirmation":"automatic","cues":[]}]"#,
    ]) func aDamagedRowIsNoPlan(_ intervals: String) {
        #expect(throws: (any Error).self) {
            try RunPlan(
                EntityRow(names: ["id", "intervals"], cells: [.text("r1"), .text(intervals)]))
        }
    }

    // MARK: Cues

    @Test(
        arguments: [
            (20_000, "10000 3000 2000 1000"), (6002, "3001 3000 2000 1000"),
            (6000, "3001 3000 2000 1000"), (5000, "3000 2500 2000 1000"), (3000, "2000 1500 1000"),
            (2000, "1001 1000"), (1000, "500"), (100, "50"),
        ] as [(Int64, String)]) func marks(_ ms: Int64, _ marks: String)
    {
        let all = Interval.marksMs(durationMs: ms, cues: Interval.Cue.allCases)
        #expect(all.map(String.init).joined(separator: " ") == marks)
    }

    @Test(arguments: [(6000, true), (6001, false)] as [(Int64, Bool)])
    func theCountdownOfAShortIntervalSaysMoreThanItsHalf(_ ms: Int64, _ isSo: Bool) {
        let all = Interval.Cue.allCases
        #expect(Interval.countsThroughHalf(durationMs: ms, cues: all) == isSo)
        #expect(!Interval.countsThroughHalf(durationMs: ms, cues: [.half]))
    }

    @Test func marksOfTheCuesThatAreWanted() {
        #expect(Interval.marksMs(durationMs: 6000, cues: [.half]) == [3000])
        #expect(Interval.marksMs(durationMs: 101, cues: [.half]) == [51])
        #expect(Interval.marksMs(durationMs: 1, cues: [.half]) == [])
        #expect(Interval.marksMs(durationMs: 20_000, cues: [.countdown]) == [3000, 2000, 1000])
        #expect(Interval.marksMs(durationMs: 20_000, cues: [.start, .end]) == [])
        #expect(
            Interval(label: "a", durationMs: 1, cues: [.end, .start, .end]).cues == [.start, .end])
    }
}

/// Programs of a library beside those that a person has changed.
struct ProgramChangesTests {
    private func entry(
        _ slug: String, _ name: String? = nil, _ origin: LibraryProgram.Origin = .shipped,
        ms: Int64 = 1000
    ) -> LibraryProgram {
        LibraryProgram(
            slug: slug,
            fields: .init(name: name ?? slug, parts: [ProgramTests.interval("a", ms)]),
            origin: origin)
    }

    private func seeded(_ slug: String, _ name: String? = nil) throws -> Program {
        try Program(
            id: Program.id(ofSlug: slug), fields: entry(slug, name).fields, slug: slug)
    }

    private func own(_ name: String) throws -> Program {
        try Program(id: "own-\(name)", fields: entry(name).fields)
    }

    @Test func whatAPersonHasEditedOrDeletedStaysSo() throws {
        var edited = try seeded("a")
        try edited.edit(.init(name: "Mine", parts: edited.fields.parts))
        var deleted = try seeded("b")
        deleted.delete()
        let present = [edited, deleted, try own("o")]
        #expect(ProgramChanges(of: [entry("a"), entry("b")], present: present).isEmpty)
        // When a program leaves the library, its deletion needn't be remembered any more.
        #expect(ProgramChanges(of: [], present: present).removed == [deleted])
    }

    @Test func aTakenNameIsSkipped() throws {
        let taken = ProgramChanges(
            of: [entry("a", "O!"), entry("b", "o")], present: [try own("o")])
        #expect(taken.written.isEmpty && taken.skipped.map(\.slug) == ["a", "b"])
        let twins = ProgramChanges(of: [entry("a", "x"), entry("b", "X")], present: [])
        #expect(twins.written.map(\.slug) == ["a"] && twins.skipped.map(\.slug) == ["b"])
        var deleted = try seeded("z", "o")
        deleted.delete()
        #expect(ProgramChanges(of: [entry("a", "o")], present: [deleted]).written.count == 1)
        // A program whose new name is taken has no place any more.
        let moved = ProgramChanges(
            of: [entry("a", "o")], present: [try seeded("a", "free"), try own("o")])
        #expect(moved.removed.map(\.name) == ["free"] && moved.written.isEmpty)
    }

    @Test func aPersonsOwnNameGoesBeforeAShippedOne() throws {
        let shipped = [try seeded("a", "x")]
        let library = [entry("a", "x"), entry("b", "X", .own), entry("c", "x", .own)]
        for present in [[], shipped] {
            let changes = ProgramChanges(of: library, isWhole: false, present: present)
            #expect(changes.written.map(\.slug) == ["b"])
            #expect(changes.skipped.map(\.slug) == ["c", "a"])
            #expect(changes.removed == present)
        }
        // The program comes back when the other is gone.
        let own = ProgramChanges(of: library, present: []).written
        let after = ProgramChanges(of: [entry("a", "x")], present: own)
        #expect(after.written == shipped && after.removed == own)
    }

    @Test func whatStandsInTakesThePlaceOfNothing() throws {
        let mine = try seeded("a", "mine")
        let library = [entry("a", "a", .fallback), entry("b", "b", .fallback)]
        let changes = ProgramChanges(of: library, isWhole: false, present: [mine])
        #expect(changes.written.map(\.slug) == ["b"] && changes.removed.isEmpty)
    }
}
