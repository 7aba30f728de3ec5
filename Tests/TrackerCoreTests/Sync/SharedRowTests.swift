import Testing
import TrackerCore

/// Joining, changing and deleting, case by case.
struct SharedRowTests {
    private static let parts = SharedParts([["note"]], marks: ["updated_ms"])
    private static let known: Set<String> = ["count", "unit", "note", "updated_ms"]
    private static let a = "0123456789ab"
    private static let b = "zzzzzzzzzzzz"

    private func stamp(_ ms: Int64, by writer: String = SharedRowTests.a) -> Stamp {
        Stamp(ms: ms, count: 0, writer: writer)
    }

    private func columns(_ count: Int64, _ note: String) -> [String: Cell] {
        [
            "count": .integer(count), "unit": .text("reps"), "note": .text(note),
            "updated_ms": .null,
        ]
    }

    /// Row that was made at a time.
    private func made(
        _ count: Int64 = 5, _ note: String = "first", at ms: Int64,
        by writer: String = "0123456789ab"
    ) -> SharedRow {
        SharedRow(columns: columns(count, note), stamps: Stamps(["*": stamp(ms, by: writer)]))
    }

    private func edited(
        _ row: SharedRow, _ count: Int64, _ note: String, at ms: Int64,
        by writer: String = "0123456789ab", isNew: Bool = false
    ) -> SharedRow {
        var row = row
        row.change(
            to: columns(count, note), stamp(ms, by: writer), isNew: isNew, Self.parts,
            known: Self.known)
        return row
    }

    private func deleted(_ row: SharedRow) -> SharedRow {
        var row = row
        row.delete()
        return row
    }

    private func joined(_ row: SharedRow, _ others: SharedRow...) -> SharedRow {
        row.joined(with: others, Self.parts, known: Self.known)
    }

    private func canonical(_ row: SharedRow) -> CanonicalRow {
        CanonicalRow(row, Self.parts, known: Self.known)
    }

    // MARK: Joining

    @Test func theLaterStampWinsWhicheverRowComesFirst() {
        let (early, late) = (made(5, at: 10), made(7, at: 20, by: Self.b))
        #expect(joined(early, late).columns["count"] == .integer(7))
        #expect(joined(late, early).columns["count"] == .integer(7))
        #expect(joined(late, early).stamps["*"] == stamp(20, by: Self.b))
    }

    @Test func whatTheOtherMachineHasWonIsTold() {
        var row = made(5, "mine", at: 10)
        row.stamps["note"] = stamp(30)
        let other = made(7, "theirs", at: 20, by: Self.b)
        let taken = row.join(other, Self.parts, known: Self.known)
        #expect(taken == ["*", "updated_ms"])
        #expect(row.columns["count"] == .integer(7))
        #expect(row.columns["note"] == .text("mine"))
        let again = row.join(other, Self.parts, known: Self.known)
        #expect(again.isEmpty)
    }

    @Test func partsThatTwoMachinesHaveEditedAreBothKept() {
        let first = made(at: 10)
        let (left, right) = (
            edited(first, 9, "first", at: 20), edited(first, 5, "second", at: 30, by: Self.b)
        )
        for row in [joined(left, right), joined(right, left)] {
            #expect(row.columns["count"] == .integer(9))
            #expect(row.columns["note"] == .text("second"))
            #expect(row.stamps["*"] == stamp(20))
            #expect(row.stamps["note"] == stamp(30, by: Self.b))
            #expect(row.stamps["updated_ms"] == stamp(10))
            #expect(row.replaced == Stamps(["note": stamp(10)]))
        }
    }

    @Test func whatCameWithTheProgramGivesWayToAllElse() {
        let shipped = SharedRow(columns: columns(5, "shipped"), stamps: Stamps(["*": .zero]))
        let edit = edited(shipped, 5, "mine", at: 1)
        #expect(edit.stamps["*"] == Stamp.zero && edit.stamps["note"] == stamp(1))
        for row in [joined(shipped, edit), joined(edit, shipped)] {
            #expect(canonical(row) == canonical(edit))
        }
        // Values of a newer program stay as they came with it.
        let newer = SharedRow(columns: columns(6, "shipped"), stamps: Stamps(["*": .zero]))
        #expect(joined(newer, edit).columns["count"] == .integer(6))
        #expect(joined(newer, edit).columns["note"] == .text("mine"))
        #expect(!shipped.hasChanges && edit.hasChanges && deleted(shipped).hasChanges)
        #expect(deleted(shipped).isDeleted)
    }

    @Test func theLatestStampIsThatOfAnyPart() {
        var row = made(at: 10)
        #expect(row.latest == stamp(10))
        row.replaced["note"] = stamp(20)
        #expect(row.latest == stamp(20))
        row.deleted["note"] = stamp(30)
        #expect(row.latest == stamp(30))
        #expect(SharedRow(columns: [:], stamps: Stamps()).latest == Stamp.zero)
    }

    // MARK: Deletions

    @Test func aDeletionCountsAgainstWhatItHasSeenAlone() {
        let first = made(at: 10)
        let edit = edited(first, 5, "second", at: 15, by: Self.b)
        #expect(deleted(first).isDeleted)
        // The deletion didn't know the edit, whichever comes first.
        #expect(!joined(deleted(first), edit).isDeleted)
        #expect(!joined(edit, deleted(first)).isDeleted)
        #expect(joined(edit, deleted(first)).columns["note"] == .text("second"))
        // A deletion that has seen the edit deletes it with the row.
        #expect(joined(deleted(edit), first).isDeleted)
        #expect(joined(first, deleted(edit)).isDeleted)
        #expect(joined(deleted(first), edit, deleted(edit)).isDeleted)
        #expect(joined(edit, deleted(edit), deleted(first)).isDeleted)
        // An older version of the row that comes in late doesn't bring it back.
        #expect(joined(deleted(first), first, first).isDeleted)
    }

    @Test func aRowThatIsMadeAgainLives() {
        let gone = deleted(made(at: 10))
        let back = edited(gone, 5, "first", at: 20, isNew: true)
        #expect(!back.isDeleted)
        for row in [joined(gone, back), joined(back, gone)] { #expect(!row.isDeleted) }
        #expect(Self.known.allSatisfy { back.stamps[$0] == stamp(20) })
    }

    // MARK: Precedence

    @Test func theStateThatIsFurtherWinsWhateverTheStamps() throws {
        let states = ["snoozed", "suppressed", "expired", "dismissed", "answered"]
        let parts = try #require(Occurrence.sharing).parts
        func row(_ state: String, _ ms: Int64) -> SharedRow {
            SharedRow(
                columns: ["state": .text(state), "snoozes": .integer(ms)],
                stamps: Stamps(["*": stamp(ms)]))
        }
        for (low, lower) in states.enumerated() {
            for (high, higher) in states.enumerated() where low <= high {
                for (first, second) in [(10, 20), (20, 10)] as [(Int64, Int64)] {
                    let (left, right) = (row(lower, first), row(higher, second))
                    let expected = low == high ? max(first, second) : second
                    for whole in [
                        left.joined(with: [right], parts, known: ["state", "snoozes"]),
                        right.joined(with: [left], parts, known: ["state", "snoozes"]),
                    ] {
                        #expect(whole.columns["state"] == .text(higher))
                        #expect(whole.columns["snoozes"] == .integer(expected))
                        #expect(whole.stamps["*"] == stamp(expected))
                    }
                }
            }
        }
    }

    @Test func theEarlierOfferOfAChallengeStays() throws {
        let parts = try #require(Challenge.sharing).parts
        let known: Set<String> = ["text", "completed_ms", "swapped_away"]
        func row(_ text: String, _ offered: Int64, done: Int64?, at ms: Int64) -> SharedRow {
            SharedRow(
                columns: [
                    "text": .text(text), "completed_ms": done.map(Cell.integer) ?? .null,
                    "swapped_away": .integer(0),
                ], stamps: Stamps(["*": stamp(offered), "completed_ms": stamp(ms)]))
        }
        let (early, late) = (
            row("early", 10, done: nil, at: 10), row("late", 20, done: 99, at: 30)
        )
        for whole in [
            early.joined(with: [late], parts, known: known),
            late.joined(with: [early], parts, known: known),
        ] {
            #expect(whole.columns["text"] == .text("early"))
            #expect(whole.stamps["*"] == stamp(10))
            // What a person did later counts.
            #expect(whole.columns["completed_ms"] == .integer(99))
            #expect(whole.stamps["completed_ms"] == stamp(30))
        }
    }

    // MARK: Changes

    @Test func anEditOfAnothersPartNotesWhatItHasReplaced() {
        var row = edited(made(at: 10, by: Self.b), 5, "mine", at: 20)
        #expect(row.replaced == Stamps(["note": stamp(10, by: Self.b)]))
        row = edited(row, 5, "mine again", at: 30)
        #expect(row.replaced == Stamps(["note": stamp(10, by: Self.b)]))
        row = joined(row, edited(row, 5, "theirs", at: 40, by: Self.b))
        #expect(row.replaced == Stamps(["note": stamp(30)]))
        row = edited(row, 5, "mine at last", at: 50)
        #expect(row.replaced == Stamps(["note": stamp(40, by: Self.b)]))
        row = edited(row, 6, "mine at last", at: 60)
        #expect(row.replaced.own("*") == stamp(10, by: Self.b))
        #expect(edited(made(at: 10), 5, "own", at: 20).replaced.isEmpty)
    }

    @Test func aMarkIsAPartOfItsOwn() {
        var row = made(at: 10)
        var changed = columns(5, "second")
        changed["updated_ms"] = .integer(99)
        row.change(to: changed, stamp(20), isNew: false, Self.parts, known: Self.known)
        #expect(row.stamps["*"] == stamp(10))
        #expect(row.stamps["note"] == stamp(20) && row.stamps["updated_ms"] == stamp(20))
    }
}
