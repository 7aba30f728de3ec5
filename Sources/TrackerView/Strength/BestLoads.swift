import TrackerAPI
import TrackerCore

/// The best load of one exercise for 1 to 10 reps: that which was done, and that which its best 1RM lets
/// expect.
struct BestLoads {
    /// The most reps with each load, the heaviest first.
    private let done: [RecordView]
    /// In `unit`.
    private let oneRepMax: Double
    private let unit: Load.Unit
    /// Whether the 1RM is over the body's weight, which the loads leave out.
    private let isWithBody: Bool

    /// - Parameter records: all of one exercise.
    /// - Returns: `nil` where nothing tells of a 1RM.
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

    /// What the two columns are of, where they differ by the body's weight; empty where they don't.
    private var remark: String {
        guard isWithBody else { return "" }
        return "done is the added load alone, estimated the body with it\n"
    }

    private func load(of record: RecordView) -> String {
        guard let value = record.load, let own = record.loadUnit.flatMap(Load.Unit.init(rawValue:)),
            let load = try? Load(value, own)
        else { return "-" }
        return NumberText.short(load.converted(to: unit).value)
    }

    /// The load that a 1RM lets expect, by Epley's formula turned round.
    private func estimate(_ reps: Int64) -> Double {
        reps == 1 ? oneRepMax : oneRepMax * 30 / Double(30 + reps)
    }
}
