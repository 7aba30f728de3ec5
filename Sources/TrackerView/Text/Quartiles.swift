/// Quarters of the values above 0 on some days. Maps of days show higher quarters by darker signs.
struct Quartiles {
    /// The 25th, 50th and 75th percentiles and the largest value, by nearest rank; empty if no value is above
    /// 0.
    private let ends: [Int64]

    init(_ values: some Sequence<Int64>) {
        let sorted = values.filter { $0 > 0 }.sorted()
        ends = sorted.isEmpty ? [] : (1...4).map { sorted[(sorted.count * $0 + 3) / 4 - 1] }
    }

    /// Quarter of a value, from 1 to 4; 0 for 0.
    func quarter(of value: Int64) -> Int {
        value > 0 ? 1 + ends.dropLast().count { $0 < value } : 0
    }

    /// Quarters that have values, with the ranges they stand for. The first begins at 1, the last ends at the
    /// largest value.
    var ranges: [(quarter: Int, values: ClosedRange<Int64>)] {
        ends.indices.compactMap { index in
            let first = index > 0 ? ends[index - 1] + 1 : 1
            return first <= ends[index] ? (index + 1, first...ends[index]) : nil
        }
    }
}
