import TestSupport
import Testing
import TrackerCore

struct RefusalTextTests {
    @Test func piecesFollowTheLiteral() {
        let (field, count) = ("exercises[0].sets", 5)
        let text: RefusalText = "\(field: field) must be 1 to \(count), and \(field: "at") a time"
        #expect(
            text.pieces == [
                .field("exercises[0].sets"), .plain(" must be 1 to 5, and "), .field("at"),
                .plain(" a time"),
            ])
        #expect(text.description == "exercises[0].sets must be 1 to 5, and at a time")
        #expect(text.hasSlots)
    }

    @Test func textsWithoutSlotsAreOnePiece() {
        let name = "every {\"field\":\"at\"}"
        let text: RefusalText = "no timer '\(name)' among \(3)"
        #expect(text.pieces == [.plain("no timer 'every {\"field\":\"at\"}' among 3")])
        #expect(!text.hasSlots)
        #expect(RefusalText("").pieces.isEmpty)
    }

    @Test func textsAreJoined() {
        var text: RefusalText = "each of \(field: "calls")"
        text.append(", or false")
        let whole: RefusalText = "\(text: text) for none"
        #expect(
            whole.pieces == [.plain("each of "), .field("calls"), .plain(", or false for none")])
    }

    @Test func slotsTakeOtherWords() {
        let text: RefusalText =
            "\(field: "at") is before \(moment: "2026-03-01T09:30:00.000+01:00"), at 'at'"
        let words = text.rendered { piece in
            switch piece {
            case .plain: "plain"
            case .field(let name): "--\(name)"
            case .moment(let moment): String(moment.prefix(10))
            }
        }
        #expect(words == "--at is before 2026-03-01, at 'at'")
    }

    @Test func theWireHasStringsAndObjects() throws {
        let text: RefusalText =
            "\(field: "at") is \"before\" \(moment: "2026-03-01T09:30:00.000+01:00")"
        let wire = #"""
            [{"field":"at"}," is \"before\" ",{"moment":"2026-03-01T09:30:00.000+01:00"}]
            """#
        #expect(try json(text) == wire)
        #expect(try decode(RefusalText.self, wire).pieces == text.pieces)
        #expect(throws: (any Error).self) {
            try decode(RefusalText.self, #"["x",{"unit":"kg"}]"#)
        }
    }

    /// Slots don't matter to who reads the message alone.
    @Test func refusalsWithTheSameWordsAreEqual() {
        let slots = Rejection.invalid("at", "\(field: "at") is missing")
        #expect(slots == .invalid("at", "at is missing"))
        #expect(slots.message == "at is missing")
        let words = "at is missing"
        #expect(Rejection.invalid("at", words).text.pieces == [.plain(words)])
        #expect(Rejection.conflict("no \(words)").text.pieces == [.plain("no at is missing")])
    }
}
