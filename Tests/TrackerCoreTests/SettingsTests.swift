import Testing
import TrackerCore

struct SettingsTests {
    private func field(_ change: (inout Settings.Traits) -> Void) -> String? {
        var traits = Settings.Traits()
        change(&traits)
        return #expect(throws: Rejection.self) { try Settings(traits) }?.field
    }

    @Test func defaults() throws {
        let traits = Settings.Traits()
        #expect(traits.unit == .kg && traits.restMs == 90_000 && traits.bar == 20)
        #expect(traits.plates.map(\.weight) == [25, 20, 15, 10, 5, 2.5, 1.25])
        #expect(traits.plates.allSatisfy { $0.count == nil } && traits.dayStartMinute == 240)
        #expect(Load.Unit.lb.usualBar == 45)
        #expect(Load.Unit.lb.usualPlates.map(\.weight) == [45, 35, 25, 10, 5, 2.5])
    }

    @Test func theyAreKept() throws {
        var traits = Settings.Traits()
        traits.unit = .lb
        traits.restMs = 0
        traits.bar = 35.5
        traits.plates = [Settings.Plate(weight: 45, count: 4), Settings.Plate(weight: 2.5)]
        traits.dayStartMinute = 1439
        let settings = try Settings(traits)
        #expect(settings.traits == traits && settings.id == Settings.onlyID)
        #expect(try reread(settings) == settings)
    }

    @Test func aBarOfNothingIsNoneBelowZero() throws {
        var traits = Settings.Traits()
        traits.bar = -0.0
        #expect(try Settings(traits).traits.bar.sign == .plus)
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
