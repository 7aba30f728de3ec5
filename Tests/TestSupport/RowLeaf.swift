/// A value within a row that is changed by itself: a column, a value within a column's list or object, or one
/// number of a text such as a moment's.
package struct RowLeaf: Sendable, Hashable, CustomStringConvertible {
    fileprivate enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
        /// The number at this place among those of a text.
        case number(Int)
    }

    fileprivate var steps: [Step] = []

    /// A column.
    package init(column: String) { steps = [.member(column)] }

    fileprivate init() {}

    fileprivate func adding(_ step: Step) -> RowLeaf {
        var leaf = self
        leaf.steps.append(step)
        return leaf
    }

    package var description: String {
        steps.map { step in
            switch step {
            case .member(let name): name
            case .element(let index), .number(let index): "\(index)"
            }
        }.joined(separator: ".")
    }
}

extension Json {
    /// All values within a row that can be changed.
    package var leaves: [RowLeaf] { leaves(below: RowLeaf()) }

    private func leaves(below leaf: RowLeaf) -> [RowLeaf] {
        switch self {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap {
                $0.value.leaves(below: leaf.adding(.member($0.key)))
            }
        case .list(let values):
            values.enumerated().flatMap { $1.leaves(below: leaf.adding(.element($0))) }
        case .text(let text):
            [leaf] + Self.numbers(of: text).indices.map { leaf.adding(.number($0)) }
        case .null, .bool, .int, .number: [leaf]
        }
    }

    /// The value of a leaf; `nil` where there is none.
    package subscript(_ leaf: RowLeaf) -> Json? { value(at: leaf.steps[...]) }

    private func value(at steps: ArraySlice<RowLeaf.Step>) -> Json? {
        guard let step = steps.first else { return self }
        switch (step, self) {
        case (.member(let name), .object(let members)):
            return members[name]?.value(at: steps.dropFirst())
        case (.element(let index), .list(let values)) where values.indices.contains(index):
            return values[index].value(at: steps.dropFirst())
        case (.number(let index), .text(let text)):
            let numbers = Self.numbers(of: text)
            return numbers.indices.contains(index) ? Int64(text[numbers[index]]).map(Json.int) : nil
        default: return nil
        }
    }

    /// The row with another value of a leaf.
    package func with(_ leaf: RowLeaf, _ value: Json) -> Json { with(leaf.steps[...], value) }

    private func with(_ steps: ArraySlice<RowLeaf.Step>, _ value: Json) -> Json {
        guard let step = steps.first else { return value }
        switch (step, self) {
        case (.member(let name), .object(var members)):
            members[name] = (members[name] ?? .null).with(steps.dropFirst(), value)
            return .object(members)
        case (.element(let index), .list(var values)) where values.indices.contains(index):
            values[index] = values[index].with(steps.dropFirst(), value)
            return .list(values)
        case (.number(let index), .text(let text)):
            let numbers = Self.numbers(of: text)
            guard numbers.indices.contains(index) else { return self }
            return .text(text.replacingCharacters(in: numbers[index], with: "\(value)"))
        default: return self
        }
    }

    /// The numbers of a text that is made of them, as moments and elapsed times are: `1500 17/5/4/boot`.
    private static func numbers(of text: String) -> [Range<String.Index>] {
        let end = text.lastIndex(of: "/") ?? text.endIndex
        var numbers: [Range<String.Index>] = []
        var place = text.startIndex
        while place < end {
            var next = text[place..<end].firstIndex { " /".contains($0) } ?? end
            guard Int64(text[place..<next]) != nil else { return [] }
            numbers.append(place..<next)
            if next < end { text.formIndex(after: &next) }
            place = next
        }
        return numbers
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
