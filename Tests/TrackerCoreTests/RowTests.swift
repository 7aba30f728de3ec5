import Testing
import TrackerCore

@Suite struct RowTests {
    private enum Word: String { case one }

    private static let columns = ["a", "b", "c", "d", "e", "f", "g"]

    @Test func whatIsWrittenIsReadInTheSameOrder() throws {
        var row = RowWriter(columns: 7)
        row.write("x" as String?)
        row.write(nil as String?)
        row.write(5 as Int64?)
        row.write(2.5)
        row.write(true)
        row.write(Word.one)
        try row.write([1, 2])
        #expect(
            row.cells == [
                .text("x"), .null, .integer(5), .number(2.5), .integer(1), .text("one"),
                .json("[1,2]"),
            ])
        let text = try JSONText.object(Self.columns, row.cells)
        #expect(text == #"{"a":"x","c":5,"d":2.5,"e":1,"f":"one","g":[1,2]}"#)
        #expect(try JSONText.cells(Self.columns, from: text) == row.cells)
        var back = RowReader(row.cells)
        #expect(try back.text() == "x")
        #expect(try back.optionalText() == nil)
        #expect(try back.integer() == 5)
        #expect(try back.number() == 2.5)
        #expect(try back.bool())
        #expect(try back.word(Word.self) == .one)
        #expect(try back.list(of: Int.self) == [1, 2])
        #expect(throws: RowReader.WrongKind(column: 7)) { try back.optionalInteger() }
    }

    @Test func emptyRowsAndNestedOnes() throws {
        #expect(try JSONText.object(["a"], [.null]) == "{}")
        #expect(try JSONText.cells(["a"], from: "{}") == [.null])
        var row = RowWriter(columns: 3)
        try row.write([Int]())
        try row.write(nested: ["k": 1])
        try row.write(nested: nil as [String: Int]?)
        #expect(row.cells == [.json("[]"), .json(#"{"k":1}"#), .null])
        var back = RowReader(row.cells)
        #expect(try back.list(of: Int.self) == [])
        #expect(try back.nested([String: Int].self) == ["k": 1])
        #expect(try back.nested([String: Int].self) == nil)
    }

    @Test func aNumberMayBeKeptAsAWholeOne() throws {
        var back = RowReader([.integer(3), .null])
        #expect(try back.number() == 3)
        #expect(try back.optionalNumber() == nil)
    }

    @Test func eachKindIsRefusedWhereItIsAnother() {
        let others: [Cell] = [.null, .integer(1), .number(1.5), .text("t"), .json("[]")]
        func refuses(_ taken: [Int], _ read: (inout RowReader) throws -> Void) {
            for (index, cell) in others.enumerated() {
                var row = RowReader([cell])
                let isTaken = (try? read(&row)) != nil
                #expect(isTaken == taken.contains(index), "\(cell)")
            }
        }
        refuses([1]) { _ = try $0.integer() }
        refuses([0, 1]) { _ = try $0.optionalInteger() }
        refuses([1, 2]) { _ = try $0.number() }
        refuses([0, 1, 2]) { _ = try $0.optionalNumber() }
        refuses([1]) { _ = try $0.bool() }
        refuses([3]) { _ = try $0.text() }
        refuses([0, 3]) { _ = try $0.optionalText() }
        refuses([]) { _ = try $0.word(Word.self) }
        refuses([0]) { _ = try $0.optionalWord(Word.self) }
        refuses([]) { _ = try $0.tally() }
        refuses([0]) { _ = try $0.optionalMoment() }
        refuses([4]) { _ = try $0.list(of: Int.self) }
        refuses([0]) { _ = try $0.nested([String: Int].self) }
    }

    @Test func aRowThatIsNoObjectIsRefused() {
        for text in ["[]", "5", "null", "", "{"] {
            #expect(throws: (any Error).self, "\(text)") {
                try JSONText.cells(["a"], from: text)
            }
        }
        #expect(throws: EncodingError.self) { try JSONText.object(["a"], [.number(.nan)]) }
    }
}
