import TestSupport
import TrackerCore

/// Personal records by their definition: for each kind, each counted set is compared with all others.
struct RecordOracle {
    typealias Lift = FigureRows.Lift

    /// A personal record as it stands.
    struct Holder {
        let kind: String
        /// The load in micrograms; used for the most reps only, which are a record for each load.
        var load: Int64 = 0
        /// The amount by which records are compared.
        let amount: Double
        let value: Json
        let unit: String
        let lift: Lift?
        let workout: String
        let atMs: Int64
        let isFirst: Bool

        /// Whether the body's weight may have a part in the value.
        var isOfBody: Bool { kind == "best_1rm" || kind == "set_work" }
    }

    let unit: String

    /// - Parameter lifts: sets of one exercise.
    func holders(_ lifts: [Lift]) -> [Holder] {
        let counted = lifts.filter(\.counts)
        let first = counted.first { lift in counted.allSatisfy { !$0.isBefore(lift) } }
        func best(
            _ kind: String, unit: String, of lifts: [Lift], load: Int64 = 0,
            _ amount: (Lift) -> Double?, _ value: (Lift) -> Double
        ) -> [Holder] {
            let holder = lifts.first { lift in
                guard let mine = amount(lift) else { return false }
                return lifts.allSatisfy { other in
                    guard let theirs = amount(other) else { return true }
                    return theirs < mine || theirs == mine && !other.isBefore(lift)
                }
            }
            guard let holder, let amount = amount(holder) else { return [] }
            return [
                Holder(
                    kind: kind, load: load, amount: amount, value: .plain(value(holder)),
                    unit: unit, lift: holder, workout: holder.workout, atMs: holder.atMs,
                    isFirst: holder.id == first?.id)
            ]
        }
        func loaded(_ lift: Lift) -> Double? { lift.weight > 0 ? Double(lift.weight) : nil }
        func moved(_ lift: Lift) -> Double? { lift.moved > 0 ? Double(lift.moved) : nil }
        var all = best("heaviest_load", unit: unit, of: counted, loaded) { shown($0.weight) }
        for load in Set(counted.map(\.weight)).sorted(by: >) {
            let same = counted.filter { lift in
                lift.weight == load
                    && !counted.contains {
                        $0.weight > load && ($0.reps ?? 0) >= (lift.reps ?? 0)
                    }
            }
            all += best("most_reps", unit: "reps", of: same, load: load) {
                $0.reps.map(Double.init)
            } _: {
                Double($0.reps ?? 0)
            }
        }
        all += best("best_1rm", unit: unit, of: counted, \.epley, shownEpley)
        all += best("set_work", unit: unit, of: counted) { lift in
            moved(lift).flatMap { load in
                lift.reps.map { Double($0) * (load + Double(lift.second)) }
            }
        } _: { lift in
            Self.rounded(Double(lift.reps ?? 0) * shown(lift.moved + lift.second))
        }
        all += bestWorkout(counted, first)
        all += best("longest_hold", unit: "seconds", of: counted, \.hold) { $0.hold ?? 0 }
        return all
    }

    /// The workout with the most work; among equal ones, the earlier one.
    private func bestWorkout(_ counted: [Lift], _ first: Lift?) -> [Holder] {
        let lifts = counted.filter { $0.work > 0 }
        let sums = Set(lifts.map(\.workout)).map { workout in
            let own = lifts.filter { $0.workout == workout }
            return (
                work: own.reduce(Int128(0)) { $0 + $1.work }, atMs: own.map(\.atMs).max() ?? 0,
                workout: workout, ids: own.map(\.id)
            )
        }
        let best = sums.min { ($1.work, $0.atMs, $0.workout) < ($0.work, $1.atMs, $1.workout) }
        guard let best else { return [] }
        return [
            Holder(
                kind: "workout_work", amount: Double(best.work), value: shown(work: best.work),
                unit: unit, lift: nil, workout: best.workout, atMs: best.atMs,
                isFirst: best.ids == [first?.id])
        ]
    }

    /// The records that a set has made among the sets of its exercise: those that it holds, unless another
    /// one has as much, or was lifted as heavy and as often.
    func made(by lift: Lift, among lifts: [Lift]) -> Json {
        guard lift.counts else { return [] }
        let others = lifts.filter { $0.counts && $0.id != lift.id }
        let before = holders(others)
        func isDominated(_ weight: (Lift) -> Int64) -> Bool {
            others.contains { other in
                guard let theirs = other.reps, let mine = lift.reps else { return false }
                return theirs >= mine && weight(other) >= weight(lift)
            }
        }
        let isFirst = !others.contains { $0.isBefore(lift) }
        return .list(
            holders(lifts).filter { $0.lift?.id == lift.id }.compactMap { best in
                var former = before.first { $0.kind == best.kind && $0.load == best.load }?.value
                if best.kind == "most_reps" {
                    former = others.filter { $0.weight >= lift.weight }.compactMap(\.reps).max()
                        .map(Json.int)
                }
                if best.kind == "most_reps", isDominated(\.weight) { return nil }
                if best.kind == "best_1rm", isDominated(\.moved) { return nil }
                let amount = before.first { $0.kind == best.kind && $0.load == best.load }?.amount
                guard amount.map({ $0 < best.amount }) ?? true else { return nil }
                return .members([
                    "kind": .text(best.kind), "value": best.value, "unit": .text(best.unit),
                    "previous": former, "first": .bool(isFirst),
                    "without_body": best.isOfBody && lift.lacksBody ? .bool(true) : nil,
                ])
            })
    }

    // MARK: Weights

    private static func rounded(_ figure: Double) -> Double { (figure * 1e8).rounded() / 1e8 }

    /// A weight in the preferred unit.
    private func shown(_ micrograms: Int64) -> Double {
        Self.rounded(Double(micrograms) / Double(Lift.micrograms(unit)))
    }

    func shown(work: Int128) -> Json {
        let scale: Int128 = unit == "kg" ? 100_000_000 : 45_359_237
        return .plain(Double((work + scale / 2) / scale) / 1e8)
    }

    private func shownEpley(_ lift: Lift) -> Double {
        let (load, reps) = (shown(lift.moved), lift.reps ?? 0)
        return reps == 1 || reps > 10 ? load : Self.rounded(load * Double(30 + reps) / 30)
    }
}

extension FigureRows.Lift {
    static func micrograms(_ unit: String) -> Int64 { unit == "kg" ? 1_000_000_000 : 453_592_370 }

    var counts: Bool { kind != "warmup" && kind != "partial" && !isOfDeload }

    /// The load in micrograms; negative for assistance.
    var weight: Int64 {
        let micrograms = load.map { Int64(($0 * Double(Self.micrograms(unit))).rounded()) } ?? 0
        return mode == "assisted" ? -micrograms : micrograms
    }

    /// The micrograms that each rep moves: with the body's weight or less the help; 0 for nothing known.
    var moved: Int64 {
        let body = body.map { Int64(($0.value * Double(Self.micrograms($0.unit))).rounded()) }
        return max(0, weight + (body ?? 0))
    }

    /// The second weight of a pair, which only work counts; help has none.
    var second: Int64 { isPair && mode != "assisted" ? weight : 0 }

    /// Whether the body is moved, and its weight isn't known.
    var lacksBody: Bool { mode != "external" && reps != nil && body == nil }

    func isBefore(_ other: Self) -> Bool {
        (atMs, order, position) < (other.atMs, other.order, other.position)
    }

    /// The estimated one-rep maximum by Epley, for 2 to 10 reps: load × (30 + reps) / 30, and the load
    /// itself for others, since that much was lifted.
    var epley: Double? {
        guard let reps, moved > 0 else { return nil }
        return reps == 1 || reps > 10 ? Double(moved) : Double(moved * (30 + reps)) / 30
    }

    /// Reps × moved weight in 10⁻¹⁶ kg, the unit in which all loads are whole.
    var work: Int128 {
        guard let reps else { return 0 }
        func exact(_ value: Double, _ unit: String) -> Int128 {
            Int128((value * 1e8).rounded()) * (unit == "kg" ? 100_000_000 : 45_359_237)
        }
        let own = load.map { exact($0, unit) } ?? 0
        let whole = body.map { exact($0.value, $0.unit) } ?? 0
        guard mode != "assisted" else { return Int128(reps) * max(0, whole - own) }
        return Int128(reps) * (whole + (isPair ? 2 : 1) * own)
    }

    var hold: Double? {
        reps == nil && distance == nil && mode != "assisted" ? seconds : nil
    }
}
