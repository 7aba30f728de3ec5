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

    @Test func depth() {
        #expect(refusal([nested(3)]) == nil)
        let place = "intervals[1].intervals[0].intervals[0].intervals[0]"
        #expect(refusal([Self.interval(), nested(4)])?.field == place)
    }

    @Test(arguments: [100, 86_400_000] as [Int64]) func durationsWithin(_ ms: Int64) {
        #expect(refusal([Self.interval("a", ms)]) == nil)
    }

    @Test(arguments: [99, 86_400_001, 0, -1000, .max, .min] as [Int64])
    func durationsBeyond(_ ms: Int64) {
        let refusal = refusal([Self.interval(), .group(repeats: 2, [Self.interval("a", ms)])])
        #expect(refusal?.kind == .invalidParams)
        #expect(refusal?.field == "intervals[1].intervals[0].duration")
        #expect(refusal?.message.contains("100 ms to 24 h") == true)
    }

    @Test(arguments: [0, -1, 1001, Int.max, .min]) func repeatsBeyond(_ repeats: Int) {
        let refusal = refusal([.group(repeats: repeats, [Self.interval()])])
        #expect(refusal?.kind == .invalidParams && refusal?.field == "intervals[0].repeat")
        #expect(refusal?.message.hasSuffix("from 1 to 1000, or endless") == true)
    }

    @Test func steps() {
        #expect(refusal([.group(repeats: 1000, [Self.interval()])]) == nil)
        let tooMany = refusal([.group(repeats: 1000, [Self.interval()]), Self.interval()])
        #expect(tooMany?.kind == .tooLarge && tooMany?.field == "intervals")
        #expect(tooMany?.message.contains("1000 steps") == true)
        #expect(refusal([nested(3, repeats: 1000)])?.kind == .tooLarge)
        #expect(refusal(Array(repeating: Self.interval(), count: 1001))?.kind == .tooLarge)
    }

    @Test func onlyTheLastPartMayBeEndless() {
        let loop = ProgramPart.group(repeats: nil, [Self.interval(), Self.interval("b", 500)])
        let parts = [Self.interval("warm"), loop]
        #expect(refusal(parts) == nil && parts.isEndless && !parts.dropLast().isEndless)
        // It counts once.
        #expect(parts.stepCount == 3 && parts.totalMs == 2500)
        #expect(parts.steps.map { $0.round?.n } == [nil, nil, nil])
        #expect(refusal([loop, Self.interval()])?.field == "intervals[0].repeat")
        #expect(
            refusal([.group(repeats: 2, [loop])])?.field == "intervals[0].intervals[0].repeat")
        let finite = try? parts.repeating(rounds: 3)
        #expect(finite?.stepCount == 7 && finite?.isEndless == false)
    }

    @Test func openIntervalsAreConfirmedAndLogWhatTheySay() {
        func refusal(
            _ ms: Int64 = 0, _ confirmation: Interval.Confirmation = .manual,
            _ exercise: String? = "push-ups", _ count: Int64? = 20
        ) -> String? {
            self.refusal([
                .interval(
                    Interval(
                        label: "a", durationMs: ms, confirmation: confirmation, exercise: exercise,
                        count: count))
            ])?.field
        }
        #expect(refusal() == nil && refusal(0, .manual, nil, nil) == nil)
        #expect(refusal(0, .automatic, nil, nil) == "intervals[0].duration")
        #expect(refusal(5000) == "intervals[0].exercise")
        #expect(refusal(0, .manual, "push-ups", nil) == "intervals[0].exercise")
        #expect(refusal(0, .manual, nil, 20) == "intervals[0].count")
        #expect(refusal(0, .manual, "push-ups", 0) == "intervals[0].count")
        #expect(refusal(0, .manual, "push-ups", 100_001) == "intervals[0].count")
        #expect(refusal(0, .manual, "", 20) == "intervals[0].exercise")
    }

    @Test func emptiness() {
        #expect(refusal([])?.field == "intervals")
        #expect(refusal([.group(repeats: 2, [])])?.field == "intervals[0].intervals")
    }

    @Test func totalLength() {
        let day = Self.interval("a", 86_400_000)
        #expect(refusal([.group(repeats: 7, [day])]) == nil)
        let tooLong = refusal([.group(repeats: 7, [day]), Self.interval("a", 100)])
        #expect(tooLong?.kind == .invalidParams && tooLong?.field == "intervals")
        #expect(tooLong?.message.contains("7 days") == true)
    }

    @Test(arguments: ["", "a\nb", String(repeating: "x", count: 201)]) func labels(_ label: String)
    {
        #expect(refusal([Self.interval(label)])?.field == "intervals[0].label")
    }

    @Test(arguments: ["", "a\nb", String(repeating: "x", count: 201), "Pause", "SHOW", "skip."])
    func names(_ name: String) {
        let refusal = #expect(throws: Rejection.self) {
            try Program(id: "p1", fields: .init(name: name, parts: [Self.interval()]))
        }
        #expect(refusal?.field == "name")
    }

    @Test func icons() {
        let refusal = #expect(throws: Rejection.self) {
            try Program(id: "p1", fields: .init(name: "x", icon: "", parts: [Self.interval()]))
        }
        #expect(refusal?.field == "icon")
    }

    @Test func itIsReadAsItWasWritten() throws {
        let parts = [
            .interval(
                Interval(
                    label: "Geh\"", durationMs: 90_500, kind: .cooldown, confirmation: .manual,
                    cues: [])), nested(3),
        ]
        let own = try Program(id: "p1", fields: .init(name: "Élan 5", icon: "i", parts: parts))
        #expect(try reread(own) == own)
        #expect(own.key == "elan 5" && own.slug == nil && Program.isUndoable)
        var seeded = try Program(id: "p2", fields: own.fields, slug: "elan")
        try seeded.edit(own.fields)
        #expect(!seeded.isEdited)
        try seeded.edit(.init(name: "Other", parts: parts))
        seeded.delete()
        #expect(seeded.isEdited && seeded.isDeleted)
        #expect(try reread(seeded) == seeded)
        let plan = RunPlan(run: "r1", parts: parts)
        #expect(try RunPlan(plan.row) == plan)
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

    @Test func anEmptyStateTakesAllAndThenNothing() throws {
        let changes = ProgramChanges(of: [entry("b"), entry("a")], present: [])
        #expect(changes.written == [try seeded("a"), try seeded("b")])
        #expect(changes.removed.isEmpty && changes.skipped.isEmpty)
        #expect(ProgramChanges(of: [entry("b"), entry("a")], present: changes.written).isEmpty)
    }

    @Test func anotherVersionIsTakenAndWhatIsGoneGoes() throws {
        let present = [try seeded("a"), try seeded("b")]
        let changes = ProgramChanges(of: [entry("a", ms: 2000)], present: present)
        #expect(changes.written.map(\.fields.parts.totalMs) == [2000])
        #expect(changes.written.map(\.id) == [Program.id(ofSlug: "a")])
        #expect(changes.removed == [try seeded("b")])
        let half = ProgramChanges(of: [entry("a")], isWhole: false, present: present)
        #expect(half.isEmpty)
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
