import Testing
import TrackerCore

@Suite struct RowTests {
    private enum Word: String, ColumnValue { case one }

    /// An entity with a column of each kind.
    private struct Sample: Entity, Codable {
        static let table = "sample"
        static let rules = Rules<Sample>()
        static let sharing: Sharing<Sample>? = nil
        let id: String
        var name: String?
        var count: Int64 = 5
        var share = 2.5
        var isOn = true
        var list = [1, 2]
        var nested: [String: Int]?

        init(id: String) { self.id = id }

        init(_ row: inout RowVisitor, writing entity: Sample?) throws {
            id = try row.column("id", entity?.id)
            name = try row.optional("name", entity?.name)
            row.derived("length", entity?.name?.count)
            count = try row.column("count", entity?.count)
            share = try row.column("share", entity?.share)
            isOn = try row.column("is_on", entity?.isOn)
            list = try row.list("list", entity?.list)
            nested = try row.optionalJSON("nested", entity?.nested)
        }

        func check(at now: Moment) {}
    }

    private static let names = [
        "id", "name", "length", "count", "share", "is_on", "list", "nested",
    ]

    @Test func aRowThatIsWrittenGivesTheSameEntityBack() throws {
        var sample = Sample(id: "x")
        for _ in 0..<2 {
            let row = try sample.row
            #expect(row.names == Self.names)
            #expect(try Sample(row) == sample)
            #expect(try Sample(JSONText.row(from: JSONText.object(row))) == sample)
            (sample.name, sample.list, sample.nested) = ("n", [], ["k": 1])
        }
        #expect(
            try sample.row.cells == [
                .text("x"), .text("n"), .integer(1), .integer(5), .number(2.5), .integer(1),
                .json("[]"), .json(#"{"k":1}"#),
            ])
    }

    @Test func emptyColumnsAreLeftOutOfTheJSON() throws {
        #expect(
            try JSONText.object(Sample(id: "x").row)
                == #"{"id":"x","count":5,"share":2.5,"is_on":1,"list":[1,2]}"#)
    }

    @Test func columnsAreFoundByTheirNames() throws {
        let row = try Sample(id: "x").row
        let turned = EntityRow(names: row.names.reversed(), cells: row.cells.reversed())
        #expect(try Sample(turned) == Sample(id: "x"))
        let more = EntityRow(
            names: ["due"] + row.names + ["later"], cells: [.null] + row.cells + [.integer(7)])
        #expect(try Sample(more) == Sample(id: "x"))
        let less = EntityRow(names: row.names.dropLast(), cells: row.cells.dropLast())
        #expect(try Sample(less) == Sample(id: "x"))
        #expect(throws: RowVisitor.WrongKind(column: "id")) {
            try Sample(
                EntityRow(names: Array(row.names.dropFirst()), cells: Array(row.cells.dropFirst())))
        }
    }

    @Test func aColumnThatOlderRowsLackHasItsValueThere() throws {
        func value(_ row: RowVisitor) throws -> Int64 {
            var row = row
            return try row.column("rounds", nil, absent: 3)
        }
        #expect(try value(read(["id"], [.text("x")])) == 3)
        #expect(try value(read(["rounds"], [.null])) == 3)
        #expect(try value(read(["rounds"], [.integer(8)])) == 8)
        #expect(throws: RowVisitor.WrongKind.self) {
            try value(read(["rounds"], [.text("eight")]))
        }
        var written = RowVisitor()
        #expect(try written.column("rounds", 8, absent: 3) == 8)
        #expect(written.row.cells == [.integer(8)])
    }

    @Test func theDayOfAnOlderRowIsAskedFor() throws {
        let day = LocalDay(number: 20_000, offsetS: 3600)
        var written = RowVisitor()
        #expect(try written.day(day, of: 5) == day)
        #expect(written.row.names == ["day", "offset_s"])
        var back = RowVisitor(written.row)
        #expect(try back.day(nil, of: 5) == day)
        var older = RowVisitor(EntityRow(names: ["id"], cells: [.text("x")])) { atMs in
            LocalDay(number: Int(atMs), offsetS: 0)
        }
        #expect(try older.day(nil, of: 5) == LocalDay(number: 5, offsetS: 0))
        var none = read(["id"], [.text("x")])
        #expect(throws: RowVisitor.WrongKind(column: "day")) { try none.day(nil, of: 5) }
    }

    @Test func aNumberMayBeKeptAsAWholeOne() throws {
        var back = read(["a", "b"], [.integer(3), .null])
        let whole: Double = try back.column("a", nil)
        let none: Double? = try back.optional("b", nil)
        #expect(whole == 3)
        #expect(none == nil)
    }

    @Test func eachKindIsRefusedWhereItIsAnother() {
        let others: [Cell] = [.null, .integer(1), .number(1.5), .text("t"), .json("[]")]
        func refuses<Value: ColumnValue>(_ taken: [Int], _ type: Value.Type) {
            for (index, cell) in others.enumerated() {
                var row = read(["c"], [cell])
                let isRead = (try? row.column("c", nil as Value?)) != nil
                #expect(isRead == taken.contains(index), "\(cell) as \(type)")
                var optional = read(["c"], [cell])
                #expect(
                    isTaken { _ = try optional.optional("c", nil as Value?) }
                        == (taken + [0]).contains(index), "\(cell) as \(type)?")
            }
        }
        refuses([1], Int64.self)
        refuses([1], Int.self)
        refuses([1, 2], Double.self)
        refuses([1], Bool.self)
        refuses([3], String.self)
        refuses([], Word.self)
        refuses([], ElapsedTime.self)
        refuses([], Moment.self)
        for (index, cell) in others.enumerated() {
            var row = read(["c"], [cell])
            let list = try? row.list("c", nil as [Int]?)
            #expect((list != nil) == (index == 4), "\(cell) as a list")
            var nested = read(["c"], [cell])
            #expect(
                isTaken { _ = try nested.optionalJSON("c", nil as [String: Int]?) }
                    == (index == 0), "\(cell) as an object")
        }
    }

    @Test func aRowThatIsNoObjectIsRefused() {
        for text in ["[]", "5", "null", "", "{"] {
            #expect(throws: (any Error).self, "\(text)") { try JSONText.row(from: text) }
        }
        #expect(throws: EncodingError.self) {
            try JSONText.object(EntityRow(names: ["a"], cells: [.number(.nan)]))
        }
    }

    private func isTaken(_ read: () throws -> Void) -> Bool {
        do { try read() } catch { return false }
        return true
    }

    private func read(_ names: [String], _ cells: [Cell]) -> RowVisitor {
        RowVisitor(EntityRow(names: names, cells: cells))
    }
}
