import Testing
import TrackerCore

struct OneRepMaxTests {
    /// Estimates for a load of 100, calculated from the published formulas.
    @Test(
        arguments: [
            (2, [106.66666667, 102.85714286, 107.17734625, 105, 105.14573874]),
            (5, [116.66666667, 112.5, 117.46189431, 112.5, 116.58250529]),
            (8, [126.66666667, 124.13793103, 123.11444133, 120, 127.67141908]),
            (10, [133.33333333, 133.33333333, 125.89254118, 125, 134.74669948]),
        ] as [(Int64, [Double])])
    func formulas(_ reps: Int64, _ estimates: [Double]) {
        let found = OneRepMax.Formula.allCases.map {
            OneRepMax.estimate(load: 100, reps: reps, by: $0)
        }
        #expect(found == estimates)
        #expect(OneRepMax.estimate(load: 100, reps: reps) == estimates[0])
    }

    @Test(arguments: OneRepMax.Formula.allCases)
    func bounds(_ formula: OneRepMax.Formula) {
        #expect(OneRepMax.estimate(load: 142.5, reps: 1, by: formula) == 142.5)
        #expect(OneRepMax.estimate(load: 0, reps: 5, by: formula) == 0)
        for reps in [Int64.min, -1, 0, 11, 12, .max] {
            #expect(OneRepMax.estimate(load: 100, reps: reps, by: formula) == nil)
        }
        let estimates = (2...10 as ClosedRange<Int64>).compactMap {
            OneRepMax.estimate(load: 100, reps: $0, by: formula)
        }
        #expect(estimates == estimates.sorted() && estimates.count == 9 && estimates[0] > 100)
    }
}
