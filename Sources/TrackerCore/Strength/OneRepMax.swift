/// Estimates of the one-repetition maximum (1RM), the load that could be lifted once, from a load that was
/// lifted several times.
///
/// All formulas have the same bounds: the 1RM of a single is its own load, 2 to 10 reps are estimated, and
/// more than 10 give no estimate, since the error of the formulas grows with the reps. The five formulas
/// are among those compared by D. LeSuer et al., "The accuracy of prediction equations for estimating 1-RM
/// performance in the bench press, squat, and deadlift", J. Strength Cond. Res. 11(4), 1997.
package enum OneRepMax {
    package enum Formula: String, Choice {
        /// load × (1 + reps / 30). B. Epley, "Poundage chart", Boyd Epley Workout, 1985.
        case epley
        /// load × 36 / (37 − reps). M. Brzycki, "Strength testing: predicting a one-rep max from
        /// reps-to-fatigue", J. Phys. Educ. Recreat. Dance 64(1), 1993.
        case brzycki
        /// load × reps^0.10. V. P. Lombardi, Beginning Weight Training, 1989.
        case lombardi
        /// load × (1 + reps / 40). B. O'Conner, J. Simmons, P. O'Shea, Weight Training Today, 1989.
        case oconner
        /// load × 100 / (48.8 + 53.8 e^(−0.075 reps)). D. Wathan, "Load assignment", in T. R. Baechle
        /// (ed.), Essentials of Strength Training and Conditioning, 1994.
        case wathan
    }

    /// Numbers of reps that give an estimate.
    package static let reps: ClosedRange<Int64> = 1...10

    /// The estimate in the load's own unit, to 8 decimals; `nil` outside of the formulas' bounds.
    package static func estimate(
        load: Double, reps: Int64, by formula: Formula = .epley
    ) -> Double? {
        guard self.reps.contains(reps) else { return nil }
        guard reps > 1 else { return load }
        let count = Double(reps)
        let estimate =
            switch formula {
            case .epley: load * (30 + count) / 30
            case .brzycki: load * 36 / (37 - count)
            case .lombardi: load * tenthRoots[Int(reps) - 2]
            case .oconner: load * (40 + count) / 40
            case .wathan: load * 100 / (48.8 + 53.8 * power(of: 0.927_743_486_328_552_9, reps))
            }
        return Load.rounded(estimate)
    }

    /// reps^0.10 for 2 to 10 reps, as a table, since Swift without Foundation has no such function.
    private static let tenthRoots = [
        1.071_773_462_536_293_1, 1.116_123_174_033_903_4, 1.148_698_354_997_035,
        1.174_618_943_088_019, 1.196_231_198_851_315_5, 1.214_814_044_039_067,
        1.231_144_413_344_916_3, 1.245_730_939_615_517_4, 1.258_925_411_794_167_3,
    ]

    /// A power by repeated multiplication; the base of Wathan's formula is e^−0.075.
    private static func power(of base: Double, _ exponent: Int64) -> Double {
        (0..<exponent).reduce(1) { power, _ in power * base }
    }
}
