import TestSupport
import Testing
import TrackerCore

/// Properties of all kinds that are shared.
struct SharedKindTests {
    // MARK: Declarations

    @Test(arguments: Kind.allCases) func aKindIsSharedOrStays(kind: Kind) throws {
        try checkDeclaration(SharedSamples.entityType(of: kind), kind)
    }

    private func checkDeclaration<E: Entity>(_ type: E.Type, _ kind: Kind) throws {
        #expect(E.table == kind.rawValue)
        guard !SharedSamples.staying.contains(kind) else {
            let isShared = E.sharing != nil
            #expect(!isShared)
            return
        }
        let rig = try SharedRig(type, kind)
        var real: Set<String> = []
        var derived: Set<String> = []
        for seed in 0..<20 as Range<UInt64> {
            for entity in try SharedRig<E>.entities(kind, seed: seed, count: 1) {
                var visitor = RowVisitor(leavesOutDerived: true)
                _ = try E(&visitor, writing: entity)
                real.formUnion(visitor.row.names)
                derived.formUnion(try entity.row.names)
            }
        }
        derived.subtract(real)
        let named = rig.parts.named.flatMap(\.self)
        #expect(Set(named).isSubset(of: real), "a part names a column that isn't one")
        #expect(rig.parts.local.isSubset(of: real), "a local column isn't one")
        #expect(rig.parts.marks.isSubset(of: named))
        #expect(Set(named).count == named.count, "a column is in two parts")
        #expect(rig.parts.local.isDisjoint(with: named))
        #expect(!real.isDisjoint(with: ["id"]) && !named.contains("id"))
        // Every column is shared but the id, derived columns and local ones.
        #expect(rig.known.isSuperset(of: real.subtracting(rig.parts.local).subtracting(["id"])))
        #expect(rig.known.isDisjoint(with: derived.union(rig.parts.local).union(["id"])))
        for column in rig.known {
            let part = rig.parts.part(of: column, known: rig.known)
            #expect(named.contains(column) ? part != "*" : part == "*", "\(column)")
            #expect(part == "*" || part.split(separator: "+").contains(column[...]))
        }
        #expect(rig.parts.part(of: "zz_later", known: rig.known) == "zz_later")
    }

    // MARK: From machine to machine

    @Test(arguments: SharedSamples.shared) func anEntityArrivesAsItLeft(kind: Kind) throws {
        try checkArrival(SharedSamples.entityType(of: kind), kind)
    }

    private func checkArrival<E: Entity>(_ type: E.Type, _ kind: Kind) throws {
        let sharing = try #require(E.sharing)
        let stamp = Stamp(ms: 1000, count: 0, writer: SharedRowMaker.writers[0])
        let now = Moment(
            wallMs: Machine().now.wallMs + 1234, bootNs: 77_000_000_000, awakeNs: 7_000_000_000,
            bootID: "another-boot")
        for seed in 0..<150 as Range<UInt64> {
            let entities = try SharedRig<E>.entities(kind, seed: seed, count: 1)
            let entity = try #require(entities.first)
            let columns = try sharing.columns(of: entity)
            let row = SharedRow(columns: columns, stamps: Stamps(["*": stamp]))
            let text = SharedLine(kind: E.table, id: entity.id, row: row).text
            let line = try #require(SharedLine(text), "seed \(seed)")
            #expect(line.row.columns == columns, "seed \(seed)")
            let arrived = try sharing.entity(line.id, line.row.columns, at: now)
            try arrived.check(at: now)
            #expect(arrived.id == entity.id)
            #expect(try sharing.columns(of: arrived) == columns, "seed \(seed)")
            if sharing.parts.local.isEmpty { #expect(arrived == entity, "seed \(seed)") }
        }
    }

    @Test(arguments: 0..<150 as Range<UInt64>) func aSnoozeEndsAtTheSameTime(seed: UInt64) throws {
        var samples = SharedSamples(seed: seed)
        let sharing = try #require(Occurrence.sharing)
        var members = samples.occurrence("snoozed")
        members["id"] = Json.text("0123456789ab")
        let entity = try Occurrence(json: Json.members(members).description)
        let here = Machine().now
        let untilMs = try #require(entity.snoozedUntilMs(at: here))
        let columns = try sharing.columns(of: entity)
        #expect(columns["until_ms"] == .integer(untilMs))
        for name in ["since", "began", "snooze_ms", "base", "fire_order", "expires_ms"] {
            #expect(columns[name] == nil, "\(name)")
        }
        let there = Moment(
            wallMs: here.wallMs + Int64.random(in: 0...100_000_000, using: &samples.random),
            bootNs: 20_000_000_000, awakeNs: 20_000_000_000, bootID: "another-boot")
        var arrived = try sharing.entity(entity.id, columns, at: there)
        try arrived.check(at: there)
        #expect(arrived.state == .snoozed)
        #expect(arrived.snoozedUntilMs(at: there) == untilMs)
        #expect(arrived.firedMs == entity.firedMs)
        _ = arrived.reanchor(at: there, lastMs: there.wallMs)
        #expect(arrived.snoozedUntilMs(at: there) == untilMs)
        #expect(try sharing.columns(of: arrived) == columns)
        let due = there.bootNs + (untilMs - there.wallMs) * 1_000_000
        #expect(arrived.deadline(at: there) == .boot(due))
    }

    // MARK: Mixtures

    @Test(arguments: SharedSamples.shared) func everyMixtureIsValid(kind: Kind) throws {
        try checkMixtures(SharedSamples.entityType(of: kind), kind)
    }

    /// Checks that any mixture of parts from two edits of a row passes the kind's check.
    private func checkMixtures<E: Entity>(_ type: E.Type, _ kind: Kind) throws {
        let rig = try SharedRig(type, kind)
        let now = Machine().now
        for seed in 0..<80 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            let (samples, entities) = (
                try rig.columns(seed: seed, count: 2),
                try SharedRig<E>.entities(kind, seed: seed, count: 1)
            )
            let id = try #require(entities.first).id
            let edits = samples.map(rig.grouped)
            for _ in 0..<4 {
                var mixture: [String: Cell] = [:]
                for part in Set(edits.flatMap(\.keys)).sorted() {
                    let edit = edits[Int.random(in: 0...1, using: &random)]
                    mixture.merge(edit[part] ?? [:]) { $1 }
                }
                do {
                    let entity = try rig.sharing.entity(id, mixture, at: now)
                    try entity.check(at: now)
                    #expect(rig.sharing.isShared(entity))
                } catch {
                    Issue.record("seed \(seed): \(error) in \(SharedRow.json(mixture))")
                }
            }
        }
    }

    // MARK: Joining

    @Test(arguments: SharedSamples.shared, [false, true])
    func joiningHasNoOrder(kind: Kind, isForked: Bool) throws {
        try checkJoin(SharedSamples.entityType(of: kind), kind, isForked: isForked)
    }

    /// Checks that joining is commutative, associative and idempotent. If an id was copied, machines may disagree on
    /// which stamps an edit replaced. A conflict is then told once too often or not at all.
    private func checkJoin<E: Entity>(_ type: E.Type, _ kind: Kind, isForked: Bool) throws {
        let rig = try SharedRig(type, kind)
        func canonical(_ row: SharedRow) -> CanonicalRow {
            CanonicalRow(row, rig.parts, known: rig.known, withReplaced: !isForked)
        }
        for seed in 0..<50 as Range<UInt64> {
            let contents = try rig.columns(seed: seed, count: SharedRowMaker.stamps.count)
            var maker = SharedRowMaker(
                contents: contents.map(rig.grouped), isForked: isForked,
                random: SplitMix(seed: seed))
            let (a, b, c) = (maker.row(), maker.row(), maker.row())
            func join(_ rows: SharedRow...) -> SharedRow {
                rows[0].joined(with: Array(rows.dropFirst()), rig.parts, known: rig.known)
            }
            let ab = canonical(join(a, b))
            #expect(canonical(join(a, a)) == canonical(a), "seed \(seed): idempotent")
            #expect(ab == canonical(join(b, a)), "seed \(seed): commutative")
            #expect(canonical(join(a, b, b, a)) == ab, "seed \(seed): idempotent later")
            let abc = canonical(join(a, b, c))
            #expect(abc == canonical(join(a, join(b, c))), "seed \(seed): associative")
            #expect(abc == canonical(join(c, b, a)), "seed \(seed): in any order")
            #expect(abc == canonical(join(b, c, a, b)), "seed \(seed): twice")
        }
    }

    // MARK: Changes

    @Test(arguments: SharedSamples.shared) func aChangeStampsWhatChanged(kind: Kind) throws {
        try checkChange(SharedSamples.entityType(of: kind), kind)
    }

    private func checkChange<E: Entity>(_ type: E.Type, _ kind: Kind) throws {
        let rig = try SharedRig(type, kind)
        let stamps = SharedRowMaker.stamps
        // The first comes from one machine, the other two from another.
        let (first, second, third) = (
            stamps[3], Stamp(ms: 2000, count: 0, writer: SharedRowMaker.writers[1]),
            Stamp(ms: 2000, count: 1, writer: SharedRowMaker.writers[1])
        )
        for seed in 0..<60 as Range<UInt64> {
            let edits = try rig.columns(seed: seed, count: 3)
            let groups = edits.map(rig.grouped)
            var row = SharedRow(columns: [:], stamps: Stamps())
            row.change(to: edits[0], first, isNew: true, rig.parts, known: rig.known)
            #expect(row.columns == edits[0])
            #expect(Set(row.stamps.parts) == Set(groups[0].keys))
            #expect(row.stamps.parts.allSatisfy { row.stamps[$0] == first })
            #expect(row.replaced.isEmpty && row.deleted.isEmpty)

            var byProgram = row
            byProgram.change(to: edits[1], nil, isNew: false, rig.parts, known: rig.known)
            // What a person has written stays as it is shared.
            #expect(byProgram.columns == row.columns)
            #expect(byProgram.stamps == row.stamps && byProgram.replaced.isEmpty)

            row.change(to: edits[1], second, isNew: false, rig.parts, known: rig.known)
            #expect(row.columns == edits[1])
            for (part, columns) in groups[1] {
                let isChanged = columns != groups[0][part]
                #expect(row.stamps[part] == (isChanged ? second : first), "seed \(seed): \(part)")
                #expect(row.replaced.own(part) == (isChanged ? first : nil))
            }
            let before = row
            row.change(to: edits[2], third, isNew: false, rig.parts, known: rig.known)
            for (part, columns) in groups[2] where columns != groups[1][part] {
                #expect(row.stamps[part] == third)
                #expect(row.replaced.own(part) == first, "seed \(seed): \(part)")
            }
            for (part, columns) in groups[2] where columns == groups[1][part] {
                #expect(row.stamps[part] == before.stamps[part])
                #expect(row.replaced.own(part) == before.replaced.own(part))
            }
        }
    }
}
