import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct SettingsMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func defaultsAreThereUnasked() throws {
        let settings = try bench.call("settings.get")
        #expect(settings["active_days"]?.strings == ["mon", "tue", "wed", "thu", "fri"])
        #expect(settings["week_starts"] == .string("mon") && settings["streak"] == .bool(true))
        #expect(settings["reports"]?["at"] == .string("20:00"))
        #expect(settings["reports"]?["daily"] == .bool(true))
        #expect(settings["unit"] == .string("kg") && settings["rest_ms"] == .integer(90_000))
        #expect(settings["day_starts_at"] == .string("04:00"))
        #expect(settings["plates"]?.list.count == 7)
        #expect(bench.published.isEmpty)
    }

    @Test func settingsOfProgress() throws {
        let changed = try bench.call(
            "settings.set",
            #"{"week_starts":"sun","active_days":["sat","mon-wed"],"xp":false,"reports":{"at":"7:30"}}"#
        )
        #expect(changed["week_starts"] == .string("sun") && changed["xp"] == .bool(false))
        #expect(changed["active_days"]?.strings == ["mon", "tue", "wed", "sat"])
        #expect(changed["reports"]?["at"] == .string("07:30"))
        #expect(changed["reports"]?["weekly"] == .bool(true))
        try bench.restart()
        #expect(try bench.call("settings.get") == changed)
        try bench.call("journal.undo")
        #expect(try bench.call("settings.get")["week_starts"] == .string("mon"))
        try bench.verify()
    }

    @Test func whatIsLeftOutStays() throws {
        let changed = try bench.call("settings.set", #"{"rest":"2m","day_starts_at":"5:00"}"#)
        #expect(changed["rest_ms"] == .integer(120_000) && changed["bar"] == .integer(20))
        #expect(changed["day_starts_at"] == .string("05:00"))
        let more = try bench.call(
            "settings.set", #"{"plates":[20,{"weight":2.5,"count":2}],"bar":15}"#)
        #expect(more["rest_ms"] == .integer(120_000))
        #expect(
            more["plates"]?.list == [
                .object(["weight": .integer(20)]),
                .object(["weight": .number(2.5), "count": .integer(2)]),
            ])
        #expect(try bench.call("settings.get") == more)
        #expect(bench.types == ["settings.changed", "settings.changed"])
        #expect(try bench.data(of: "settings.changed") == more)
        try bench.restart()
        #expect(try bench.call("settings.get") == more)
        try bench.verify()
    }

    @Test func theUsualBarAndPlatesTurnWithTheUnit() throws {
        let pounds = try bench.call("settings.set", #"{"unit":"lb"}"#)
        #expect(pounds["bar"] == .integer(45))
        #expect(pounds["plates"]?.list.first == .object(["weight": .integer(45)]))
        try bench.call("settings.set", #"{"bar":35}"#)
        let bar = try bench.refusal("settings.set", #"{"unit":"kg"}"#)
        #expect(bar.field == "bar" && bar.message.contains("lb"))
        try bench.call("settings.set", #"{"plates":[45]}"#)
        #expect(try bench.refusal("settings.set", #"{"unit":"kg","bar":15}"#).field == "plates")
        let both = try bench.call("settings.set", #"{"unit":"kg","bar":15,"plates":[20]}"#)
        #expect(both["unit"] == .string("kg") && both["bar"] == .integer(15))
        // Setting the same unit again changes nothing.
        #expect(try bench.call("settings.set", #"{"unit":"kg"}"#) == both)
    }

    @Test func undone() throws {
        try bench.call("settings.set", #"{"rest":0}"#)
        try bench.call("settings.set", #"{"rest":5000}"#)
        try bench.call("journal.undo")
        #expect(try bench.call("settings.get")["rest_ms"] == .integer(0))
        try bench.call("journal.undo")
        #expect(try bench.call("settings.get")["rest_ms"] == .integer(90_000))
        try bench.verify()
    }

    @Test func whatIsWrongIsNamed() throws {
        for (params, field) in [
            ("{}", "unit"), (#"{"rest":"500ms"}"#, "rest"), (#"{"bar":-1}"#, "bar"),
            (#"{"plates":[]}"#, "plates"), (#"{"plates":[0]}"#, "plates"),
            (#"{"day_starts_at":"24:00"}"#, "day_starts_at"),
            (#"{"active_days":"someday"}"#, "active_days"), (#"{"active_days":[]}"#, "active_days"),
            (#"{"reports":{"at":"24:00"}}"#, "reports.at"), (#"{"reports":{}}"#, "unit"),
        ] {
            let refusal = try bench.refusal("settings.set", params)
            #expect(refusal.kind == .invalidParams && refusal.field == field)
            #expect(bench.published.isEmpty)
        }
    }
}
