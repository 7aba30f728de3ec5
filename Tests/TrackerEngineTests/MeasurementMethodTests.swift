import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Measurements of all kinds. The bench begins on 2026-03-01 at 09:00.
@Suite struct MeasurementMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        bench.forget()
    }

    @discardableResult
    private func measure(_ what: String, _ members: String) throws -> JSONValue {
        try bench.call("measurement.log", "{\"what\":\"\(what)\",\(members)}")
    }

    private func refusal(_ what: String, _ members: String) throws -> Rejection {
        try bench.refusal("measurement.log", "{\"what\":\"\(what)\",\(members)}")
    }

    private func list(_ params: String = "{}") throws -> [JSONValue] {
        try bench.call("measurement.list", params)["entries"]?.list ?? []
    }

    @Test func aThingHasOneDimension() throws {
        let waist = try measure("waist", #""value":84,"unit":"cm""#)
        try measure("waist", #""value":33,"unit":"in""#)
        let refused = try refusal("Waist", #""value":84,"unit":"kg""#)
        #expect(refused.kind == .invalidParams && refused.field == "unit")
        #expect(refused.message == "waist is measured in cm or in")
        try measure("mood", #""value":7"#)
        #expect(
            try refusal("mood", #""value":7,"unit":"%""#).message
                == "mood has no unit: leave out the unit, or delete the earlier values"
        )
        try measure("sleep", #""value":450,"unit":"min""#)
        #expect(
            try refusal("sleep", #""value":8"#).message
                == "sleep is measured in h or min: say which, as in 8h or 45min")
        // Once all others are gone, it may have another one, and they can't come back then.
        try bench.call("measurement.delete", try "{\"entry\":\"\(list()[0].id())\"}")
        try bench.call("journal.undo")
        for entry in try list(#"{"what":"waist"}"#) {
            try bench.call("measurement.delete", "{\"entry\":\"\(entry.id())\"}")
        }
        try measure("waist", #""value":5,"unit":"kg""#)
        let undo = try bench.refusal("journal.undo", #"{"types":["measurement.deleted"]}"#)
        #expect(
            undo.kind == .conflict
                && undo.message == "it can't be put back: waist is measured in kg or lb now")
        #expect(try list(#"{"what":"waist"}"#).count == 1 && waist["unit"] == .string("cm"))
        try bench.verify()
    }

    // MARK: Exports

    @Test func exportedAsTables() throws {
        try bench.call("weight.log", #"{"weight":80,"at":"-2h"}"#)
        try measure("waist", #""value":84.5,"unit":"cm","at":"-1h""#)
        try measure("mood", #""value":7"#)
        func table(_ what: String) throws -> [String] {
            try bench.export("\"what\":\"\(what)\",\"format\":\"csv\"").split(separator: "\r\n")
                .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
                .map { $0.dropLast().joined(separator: ",") }
        }
        #expect(
            try table("measurements") == [
                "what,value,unit,at,day",
                "weight,80,kg,2026-03-01T07:00:00.000+01:00,2026-03-01",
                "waist,84.5,cm,2026-03-01T08:00:00.000+01:00,2026-03-01",
                "mood,7,,2026-03-01T09:00:00.000+01:00,2026-03-01",
            ])
        #expect(
            try table("weights") == [
                "weight,unit,at,day", "80,kg,2026-03-01T07:00:00.000+01:00,2026-03-01",
            ])
        let weights = try bench.export(#""what":"weights","format":"json""#)
        #expect(weights.contains(#""value":80"#) && !weights.contains("waist"))
    }

    @Test func theyComeInAgainAndMustFit() throws {
        try measure("waist", #""value":84.5,"unit":"cm""#)
        try measure("mood", #""value":7"#)
        let file = try bench.export(#""what":"all","format":"json""#)
        let other = try Bench()
        // The two machines would give the same ids.
        for _ in 1...2 {
            try other.call("measurement.log", #"{"what":"x","value":1}"#)
            try other.call("measurement.delete", #"{"entry":"last"}"#)
        }
        try other.call("measurement.log", #"{"what":"waist","value":5,"unit":"kg"}"#)
        let imported = try other.commit(other.open(file))
        #expect(imported["others"] == .integer(1))
        #expect(
            imported["skipped"]?.list.compactMap { $0["reason"]?.string }
                == ["waist is measured in kg or lb here"])
        let all = try other.call("measurement.list")["entries"]?.list
        #expect(all?.compactMap { $0["what"]?.string }.sorted() == ["mood", "waist"])
        try other.verify()
    }

    @Test func rowsOfOneFileMustFitEachOther() throws {
        func row(_ number: Int, _ members: String) -> String {
            """
            {"id":"0wa1st00000\(number)",\(members),"at_ms":1772352000000,"note_order":\(number),\
            "day":20513,"offset_s":3600}
            """
        }
        let rows = [
            row(1, #""what":"waist","value":1e300,"unit":"cm""#),
            row(2, #""what":"waist","value":84,"unit":"cm""#),
            row(3, #""what":"Waist","value":5,"unit":"kg""#),
            row(4, #""what":"waist","value":33,"unit":"in""#),
        ]
        let imported = try bench.commit(
            bench.open(
                "{\"trackerd\":{\"format\":1},\"measurement\":[\(rows.joined(separator: ","))]}"))
        #expect(imported["others"] == .integer(2))
        let reasons = imported["skipped"]?.list.compactMap { $0["reason"]?.string } ?? []
        #expect(
            reasons.first
                == "this isn't a valid measurement: waist must be 0 to 1000 cm, or 0 to "
                + "393 in")
        #expect(reasons.dropFirst() == ["waist is measured in cm or in here"])
        try bench.verify()
    }

    @Test func anOlderExportHasBodyWeights() throws {
        let imported = try bench.commit(
            bench.open(
                """
                {"trackerd":{"format":1},"body_weight":[{"id":"0we1ght00001","weight":180.25,\
                "unit":"lb","at_ms":1772352000000,"note_order":28,"day":20513,"offset_s":3600}]}
                """))
        #expect(imported["others"] == .integer(1))
        let weights = try bench.call("weight.list")["entries"]?.list
        #expect(weights?.map { $0["weight"] } == [.number(180.25)])
        try bench.verify()
    }
}
