import TestSupport
import Testing
import TrackerCore

struct PlatesTests {
    private static func plates(
        _ load: Double, bar: Double = 20, _ plates: [Settings.Plate] = Load.Unit.kg.defaultPlates
    ) throws -> LoadedBar {
        try LoadedBar(load: load, bar: bar, plates: plates)
    }

    private static func owned(_ plates: [(Double, Int64?)]) -> [Settings.Plate] {
        plates.map { Settings.Plate(weight: $0.0, count: $0.1) }
    }

    @Test func theBarAloneMayBeTooHeavy() {
        let refusal = #expect(throws: Rejection.self) { try Self.plates(19.99) }
        #expect(refusal?.field == "load" && refusal?.kind == .invalidParams)
    }

    /// Pounds given in kilograms among kilograms, which have no useful common measure.
    @Test func weightsThatHaveLittleInCommon() throws {
        let mixed = Self.owned([(20.41165665, nil), (25, nil), (1.25, nil), (0.00000001, 4)])
        let plates = try Self.plates(4010, mixed)
        #expect(plates.perSide.count == 95 && plates.shortBy == 0)
        let near = try Self.plates(20 + 2 * 46, mixed)
        let pounds = [20.41165665, 20.41165665]
        #expect(near.perSide == pounds + [1.25, 1.25, 1.25, 1.25, 0.00000001, 0.00000001])
        #expect(near.shortBy == 0.35337336)
        let alone = Self.owned([(20.41165665, nil), (11.33980925, nil)])
        #expect(try Self.plates(20 + 4 * 20.41165665, alone).perSide == pounds)
    }

    /// Rounded up, the plates wouldn't fit.
    @Test func whatFitsExactlyIsFound() throws {
        let mixed = Self.owned([(20.41165665, nil), (1.25, nil)])
        let load = 20 + 4 * 20.41165665
        let plates = try Self.plates(load, mixed)
        #expect(plates.perSide == [20.41165665, 20.41165665] && plates.shortBy == 0)
        #expect(plates.achieved == load)
        let few = Self.owned([(20.41165665, 2), (1.25, 2)])
        #expect(try Self.plates(load, few).perSide == [20.41165665, 1.25])
    }

    @Test func aBarHoldsSoManyPlates() throws {
        let small = Self.owned([(2.5, nil)])
        #expect(try Self.plates(520, small).perSide.count == 100)
        let refusal = #expect(throws: Rejection.self) { try Self.plates(525, small) }
        #expect(refusal?.kind == .tooLarge && refusal?.field == "plates")
    }

    /// Comparison with all combinations.
    @Test(arguments: 0..<60 as Range<UInt64>) func theBestOfAll(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let weights = [25, 20, 17.5, 15, 12, 7.5, 5, 2.5, 1.25, 0.5].shuffled(using: &random)
        let plates = weights.prefix(5).map {
            Settings.Plate(weight: $0, count: .random(in: 1...7, using: &random))
        }
        let load = Double(Int.random(in: 80...800, using: &random)) / 4
        let best = try LoadedBar(load: load, bar: 20, plates: plates)
        let room = (load - 20) / 2
        var reachable: [[Double]: Double] = [[]: 0]
        for plate in plates.sorted(by: { $0.weight > $1.weight }) {
            for (used, sum) in reachable {
                for count in 1..<max(2, Int(plate.count ?? 0) / 2 + 1)
                where (plate.count ?? 0) >= 2 {
                    let more = used + Array(repeating: plate.weight, count: count)
                    reachable[more] = sum + plate.weight * Double(count)
                }
            }
        }
        let most = try #require(reachable.values.filter { $0 <= room }.max())
        let ways = reachable.filter { $0.value == most }.map(\.key)
        let preferred = ways.max { $0.lexicographicallyPrecedes($1) }
        #expect(best.achieved == 20 + 2 * most && best.perSide == preferred)
        #expect(best.shortBy == load - best.achieved)
    }
}
