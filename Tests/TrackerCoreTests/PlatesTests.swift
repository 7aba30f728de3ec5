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

    @Test(
        arguments: [
            (20, []), (100, [25, 15]), (102.5, [25, 15, 1.25]), (180, [25, 25, 25, 5]),
            (67.5, [20, 2.5, 1.25]), (22.5, [1.25]),
        ] as [(Double, [Double])])
    func kilograms(_ load: Double, _ perSide: [Double]) throws {
        let plates = try Self.plates(load)
        #expect(plates.perSide == perSide && plates.achieved == load && plates.shortBy == 0)
    }

    @Test func pounds() throws {
        let plates = try Self.plates(225, bar: 45, Load.Unit.lb.defaultPlates)
        #expect(plates.perSide == [45, 45] && plates.achieved == 225)
    }

    @Test func neverAboveTheLoad() throws {
        let plates = try Self.plates(101.1)
        #expect(plates.perSide == [25, 15] && plates.achieved == 100 && plates.shortBy == 1.1)
        let bare = try Self.plates(22.4)
        #expect(bare.perSide == [] && bare.achieved == 20 && bare.shortBy == 2.4)
        #expect(try Self.plates(500, []).shortBy == 480)
    }

    /// The heaviest plate that fits would leave the rest unreachable.
    @Test func theBestThatCanBeReached() throws {
        let few = Self.owned([(25, 2), (20, 4)])
        #expect(try Self.plates(100, few).perSide == [20, 20])
        let odd = try Self.plates(20 + 2 * 12, Self.owned([(10, nil), (4, nil)]))
        #expect(odd.perSide == [4, 4, 4] && odd.shortBy == 0)
        // The heavy plate isn't used where it would lead to a worse sum.
        #expect(
            try Self.plates(20 + 2 * 18, Self.owned([(10, nil), (4, nil)])).perSide == [10, 4, 4])
    }

    @Test func countsAreOfBothSides() throws {
        let few = Self.owned([(20, 3), (10, 2), (5, 1)])
        let plates = try Self.plates(100, few)
        #expect(plates.perSide == [20, 10] && plates.achieved == 80 && plates.shortBy == 20)
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
