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

    /// A number of reps or a range of them, such as `8-12`.
    package static func reps(_ reps: Int64, to most: Int64?) -> String {
        "\(reps)" + (most.map { "-\($0)" } ?? "")
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
