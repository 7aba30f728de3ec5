/// Parts of a set as people write it: `5x100kg@8, warm-up`.
package enum SetPhrase {
    /// A load with its sign, such as `+20`.
    package static func load(_ value: Double, _ mode: WorkoutSet.LoadMode) -> String {
        mode.sign + NumberText.exact(value)
    }

    /// The effort behind a set, such as `@8` or `@rir2`; empty without one.
    package static func effort(rpe: Double? = nil, rir: Int64? = nil) -> String {
        rpe.map { "@\(NumberText.exact($0))" } ?? rir.map { "@rir\($0)" } ?? ""
    }

    /// A number of reps or a range of them, such as `8-12`, or `5+` for five or more; `8/side` for those of each side.
    package static func reps(
        _ reps: Int64, to most: Int64?, amrap: Bool? = nil, perSide: Bool? = nil
    ) -> String {
        "\(reps)" + (most.map { "-\($0)" } ?? "") + (amrap == true ? "+" : "")
            + (perSide == true ? side : "")
    }

    /// The end of a number of reps, or of a time, for each side.
    package static let side = "/side"

    /// The tempo behind a set, such as `@3-1-1`; empty without one.
    package static func tempo(_ tempo: String?) -> String { tempo.map { "@\($0)" } ?? "" }

    /// The drop sets behind a set, such as ` 2drops`; empty without any.
    package static func drops(_ count: Int64?) -> String {
        count.map { " \($0)drop\($0 == 1 ? "" : "s")" } ?? ""
    }

    /// A share of another load, such as `85%` of the training max, or `85% of best`.
    package static func share(_ percent: Double, of base: SetGroup.ShareBase) -> String {
        let text = "\(NumberText.exact(percent))%"
        return switch base {
        case .max: text
        case .best: text + " of best"
        case .working: text + "w"
        }
    }

    package static func time(seconds: Double) -> String {
        DurationText.text(ms: Int64((seconds * 1000).rounded()))
    }
}

extension WorkoutSet.Kind {
    /// The kind behind a set; `nil` for a working set.
    package var remark: String? {
        switch self {
        case .working: nil
        case .warmup: "warm-up"
        case .drop, .failure, .partial: rawValue
        }
    }
}
