import Testing
import TrackerCore

struct SettingsTests {
    private func field(_ change: (inout Settings.Fields) -> Void) -> String? {
        var fields = Settings.Fields()
        change(&fields)
        return #expect(throws: Rejection.self) { try Settings(fields) }?.field
    }

    @Test func defaults() throws {
        let fields = Settings.Fields()
        #expect(fields.unit == .kg && fields.restMs == 90_000 && fields.bar == 20)
        #expect(fields.plates.map(\.weight) == [25, 20, 15, 10, 5, 2.5, 1.25])
        #expect(fields.plates.allSatisfy { $0.count == nil } && fields.dayStartMinute == 240)
        #expect(Load.Unit.lb.defaultBar == 45)
        #expect(Load.Unit.lb.defaultPlates.map(\.weight) == [45, 35, 25, 10, 5, 2.5])
    }

    @Test func theyAreKept() throws {
        var fields = Settings.Fields()
        fields.unit = .lb
        fields.restMs = 0
        fields.bar = 35.5
        fields.plates = [Settings.Plate(weight: 45, count: 4), Settings.Plate(weight: 2.5)]
        fields.dayStartMinute = 1439
        let settings = try Settings(fields)
        #expect(settings.fields == fields && settings.id == Settings.onlyID)
        #expect(try reread(settings) == settings)
    }

    @Test func aBarOfNothingIsNoneBelowZero() throws {
        var fields = Settings.Fields()
        fields.bar = -0.0
        #expect(try Settings(fields).fields.bar.sign == .plus)
    }

    @Test func whatIsOutOfRange() {
        #expect(field { $0.restMs = -1 } == "rest")
        #expect(field { $0.restMs = 999 } == "rest")
        #expect(field { $0.restMs = 86_400_001 } == "rest")
        #expect(field { $0.bar = -1 } == "bar")
        #expect(field { $0.plates = [] } == "plates")
        #expect(field { $0.plates = [Settings.Plate(weight: 0)] } == "plates")
        #expect(field { $0.plates = [Settings.Plate(weight: 5, count: 0)] } == "plates")
        #expect(field { $0.plates = [Settings.Plate(weight: 5, count: 1001)] } == "plates")
        #expect(
            field { $0.plates = [Settings.Plate(weight: 5), Settings.Plate(weight: 5, count: 2)] }
                == "plates")
        #expect(
            field { $0.plates = (1...51).map { Settings.Plate(weight: Double($0)) } } == "plates")
        #expect(field { $0.dayStartMinute = 1440 } == "day_starts_at")
        #expect(field { $0.dayStartMinute = -1 } == "day_starts_at")
    }

    @Test(arguments: [("04:00", 240), ("0:05", 5), ("23:59", 1439)] as [(String, Int64)])
    func timesOfDay(_ text: String, _ minute: Int64) throws {
        #expect(try Settings.dayStart(text) == minute)
        #expect(try Settings.dayStart(Settings.dayStartText(minute)) == minute)
        #expect(Settings.dayStartText(245) == "04:05")
    }

    @Test(arguments: ["", "24:00", "4", "4am", "-1:00", "12:60"]) func noTimesOfDay(_ text: String)
    {
        let refusal = #expect(throws: Rejection.self) { try Settings.dayStart(text) }
        #expect(refusal?.field == "day_starts_at")
    }
}
