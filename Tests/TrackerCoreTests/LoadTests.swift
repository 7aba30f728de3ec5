import TestSupport
import Testing
import TrackerCore

struct LoadTests {
    @Test(arguments: [0, 1, 102.5, 6.803_885_55, 0.000_000_01, 9999.999_999_99, 10_000])
    func loadsAreKeptAsEntered(_ value: Double) throws {
        for unit in Load.Unit.allCases {
            let load = try Load(value, unit)
            #expect(load.value == value && load.unit == unit)
            #expect(try reread(load) == load)
            #expect(load.converted(to: unit) == load)
        }
    }

    @Test(arguments: [-0.5, 10_000.5, .infinity, -.infinity, .nan, 1e300])
    func loadsOutOfRange(_ value: Double) {
        let refusal = #expect(throws: Rejection.self) { try Load(value, .kg, field: "bar") }
        #expect(refusal?.field == "bar" && refusal?.message.contains("0 to 10000") == true)
    }

    @Test(arguments: [0.000_000_001, 1.234_567_891]) func tooManyDecimals(_ value: Double) {
        let refusal = #expect(throws: Rejection.self) { try Load(value, .lb) }
        #expect(refusal?.field == "load" && refusal?.message.contains("at most 8") == true)
    }

    @Test func zeroHasNoSign() throws {
        #expect(try json(Load(-0.0, .kg)) == #"{"value":0,"unit":"kg"}"#)
    }

    @Test func unitsCompareExactly() throws {
        #expect(try Load(1, .lb).micrograms == 453_592_370)
        #expect(try Load(0.453_592_37, .kg).micrograms == 453_592_370)
        #expect(try Load(10_000, .kg).micrograms == 10_000_000_000_000)
        // 45 lb are less than 20.5 kg, and more than 20.4 kg.
        let bar = try Load(45, .lb).micrograms
        #expect(try bar < Load(20.5, .kg).micrograms && bar > Load(20.4, .kg).micrograms)
    }

    @Test func conversion() throws {
        #expect(try Load(100, .lb).converted(to: .kg).value == 45.359_237)
        #expect(try Load(45.359_237, .kg).converted(to: .lb).value == 100)
        #expect(try Load(0, .kg).converted(to: .lb) == Load(0, .lb))
    }
}
