import TrackerAPI
import TrackerCore

/// The configuration as `table.key = value`, with one setting on each line.
enum ConfigurationText {
    static func lines(of value: JSONValue, prefix: String = "") -> [String] {
        switch value {
        case .object(let members):
            return members.sorted { $0.key < $1.key }.flatMap { name, value in
                lines(of: value, prefix: prefix.isEmpty ? name : "\(prefix).\(name)")
            }
        case .array(let values) where values.contains(where: \.isObject):
            return values.indices.flatMap { lines(of: values[$0], prefix: "\(prefix)[\($0)]") }
        default:
            let text = (try? Output.line(value)).map { String($0.dropLast()) } ?? ""
            return ["\(prefix.forTerminal) = \(text.forTerminal)"]
        }
    }
}

extension JSONValue {
    fileprivate var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }

    /// The value read as a type of the wire.
    func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
        try JSONText.value(type, from: JSONText.of(self))
    }
}
