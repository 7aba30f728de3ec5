import Testing

@testable import TrackerCore

@Suite struct QuantityTests {
    private static func quantity(
        _ value: Double, _ unit: Quantity.Unit?
    ) throws(Rejection) -> Quantity {
        try Quantity(value, unit, of: "x")
    }

    @Test func conversionsAreExact() throws {
        #expect(try Self.quantity(33, .inch).value(in: .cm) == 83.82)
        #expect(try Self.quantity(83.82, .cm).value(in: .inch) == 33)
        #expect(try Self.quantity(7.5, .h).value(in: .min) == 450)
        #expect(try Self.quantity(450, .min).value(in: .h) == 7.5)
        #expect(try Self.quantity(100, .lb).value(in: .kg) == 45.359237)
        #expect(try Self.quantity(0.1, .cm).parts == 100_000_000)
        #expect(try Self.quantity(-0.0, nil).value.sign == .plus)
    }

    @Test func onlyOneDimensionConverts() throws {
        for unit in Quantity.Unit.allCases {
            let one = try Self.quantity(1, unit)
            #expect(one.value(in: unit) == 1 && one.value(in: nil) == nil)
            for other in Quantity.Unit.allCases {
                #expect((one.value(in: other) != nil) == (other.dimension == unit.dimension))
            }
        }
        #expect(try Self.quantity(7, nil).value(in: nil) == 7)
        #expect(try Self.quantity(7, nil).value(in: .cm) == nil)
    }

    @Test func everyUnitBelongsToADimension() {
        #expect(Quantity.Dimension.allCases.flatMap(\.units) == Quantity.Unit.allCases.sorted())
        #expect(Quantity.Dimension.number.units.isEmpty)
    }

    private static func measurement(
        _ what: String, _ value: Double, _ unit: Quantity.Unit?
    ) throws(Rejection) -> Measurement {
        let now = Moment(wallMs: 1_772_352_000_000, bootNs: 5, awakeNs: 5, bootID: "b")
        let day = LocalDay(number: 20_513, offsetS: 0)
        return try Measurement(
            id: "0waist000001", what: what, quantity: Quantity(value, unit, of: what),
            time: LocalInstant(ms: now.wallMs, day: day), order: 1, at: now)
    }

    @Test(arguments: [
        ("waist", 1000.5, Quantity.Unit.cm, "waist must be 0 to 1000 cm, or 0 to 393 in"),
        ("waist", -1, .inch, "waist must be 0 to 1000 cm, or 0 to 393 in"),
        ("muscle", 1001, .kg, "muscle must be 0 to 1000 kg, or 0 to 2204 lb"),
        ("fat", 100.5, .percent, "fat must be 0 to 100%"),
        ("pulse", 0, .bpm, "pulse must be 1 to 300 bpm"),
        ("sleep", 24.5, .h, "sleep must be 0 to 24 h"),
        ("steps", 1_000_001, nil, "steps must be 0 to 1000000"),
        ("steps", 1e300, nil, "steps must be 0 to 1000000"),
        ("waist", .nan, .cm, "waist must be 0 to 1000 cm, or 0 to 393 in"),
        ("waist", 80.123456789, .cm, "waist has too many decimals: at most 8"),
        ("weight", 0.5, .kg, "weight must be 1 to 1000 kg, or 2.3 to 2204 lb"),
        ("weight", 80, .cm, "weight is measured in kg or lb"),
        ("weight", 80, nil, "weight is measured in kg or lb"),
    ])
    func beyondTheBounds(
        _ what: String, _ value: Double, _ unit: Quantity.Unit?, _ message: String
    ) {
        let refusal = #expect(throws: Rejection.self) {
            try Self.measurement(what, value, unit)
        }
        #expect(refusal?.message == message)
        #expect(refusal?.field == (message.contains("measured in") ? "unit" : "value"))
    }

    /// Body weights as databases and exports had them before there were other measurements.
    @Test func olderBodyWeightsAreRead() throws {
        let entry = try Measurement(
            json: """
                {"id":"0weight00001","weight":180.25,"unit":"lb","at_ms":1772352000000,\
                "note_order":3,"day":20513,"offset_s":0}
                """)
        #expect(try entry.bodyWeight == Load(180.25, .lb) && entry.what == "weight")
        #expect(try entry.json.contains(#""what_key":"weight","value":180.25"#))
    }
}

extension [Quantity.Unit] {
    /// The units in the order of their dimensions.
    fileprivate func sorted() -> Self {
        Quantity.Dimension.allCases.flatMap { dimension in
            filter { $0.dimension == dimension }
        }
    }
}
