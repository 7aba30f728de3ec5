/// The quarters of the values above 0 of some days, which maps of days show by darker signs.
struct Quartiles {
    /// The 25th, 50th and 75th percentile and the largest value, by nearest rank; empty without a value
    /// above 0.
    private let ends: [Int64]

    init(_ values: some Sequence<Int64>) {
        let sorted = values.filter { $0 > 0 }.sorted()
        ends = sorted.isEmpty ? [] : (1...4).map { sorted[(sorted.count * $0 + 3) / 4 - 1] }
    }

    /// The quarter of a value, from 1 to 4; 0 for 0.
    func quarter(of value: Int64) -> Int {
        value > 0 ? 1 + ends.dropLast().count { $0 < value } : 0
    }

    /// The quarters that have values, with the values that they stand for, from 1 to the largest.
    var ranges: [(quarter: Int, values: ClosedRange<Int64>)] {
        ends.indices.compactMap { index in
            let first = index > 0 ? ends[index - 1] + 1 : 1
            return first <= ends[index] ? (index + 1, first...ends[index]) : nil
        }
    }
}
