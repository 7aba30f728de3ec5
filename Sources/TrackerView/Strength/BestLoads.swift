import TrackerAPI
import TrackerCore

/// The best load of one exercise for 1 to 10 reps: the load lifted, and the load estimated from the best 1RM.
struct BestLoads {
    /// Records of the most reps at each load, heaviest first.
    private let done: [RecordView]
    /// Best 1RM, in `unit`.
    private let oneRepMax: Double
    private let unit: Load.Unit
    /// Whether the 1RM includes the body weight, which the loads leave out.
    private let isWithBody: Bool

    /// - Parameter records: all records of one exercise.
    /// - Returns: `nil` if no record gives a 1RM.
    init?(_ records: [RecordView]) {
        guard let best = records.first(where: { $0.kind == Records.Kind.bestOneRepMax.rawValue }),
            let unit = Load.Unit(rawValue: best.unit)
        else { return nil }
        done = records.filter {
            $0.kind == Records.Kind.mostReps.rawValue && $0.load != nil && $0.loadMode != "assisted"
        }
        oneRepMax = best.value
        isWithBody = best.bodyWeight != nil
        self.unit = unit
    }

    func text(in style: Style) -> String {
        let measure = unit.rawValue.uppercased()
        var table = Table(">REPS", ">DONE/\(measure)", "ON", ">ESTIMATED/\(measure)")
        table.rows = OneRepMax.reps.map { reps in
            let best = done.first { $0.value >= Double(reps) }
            return [
                .init("\(reps)"), .init(best.map(load) ?? "-", style.strong),
                .init(best.map { style.date(String($0.at.prefix(10))) } ?? ""),
                .init(NumberText.tenths(estimate(reps)), style.faint),
            ]
        }
        return table.text(in: style) + style.faint(remark)
    }

    /// Note on what the two columns include, if they differ by the body weight; otherwise empty.
    private var remark: String {
        guard isWithBody else { return "" }
        return "done: added load only; estimated: with body weight\n"
    }

    private func load(of record: RecordView) -> String {
        guard let value = record.load, let own = record.loadUnit.flatMap(Load.Unit.init(rawValue:)),
            let load = try? Load(value, own)
        else { return "-" }
        return NumberText.short(load.converted(to: unit).value)
    }

    /// Load to expect from the 1RM, by Epley's formula solved for the load.
    private func estimate(_ reps: Int64) -> Double {
        reps == 1 ? oneRepMax : oneRepMax * 30 / Double(30 + reps)
    }
}
