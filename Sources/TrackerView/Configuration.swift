import TrackerAPI
import TrackerCore

/// The configuration as lines of `table.key = value`.
package enum ConfigurationText {
    package static func lines(of value: JSONValue, prefix: String = "") -> [String] {
        switch value {
        case .object(let members):
            return members.sorted { $0.key < $1.key }.flatMap { name, value in
                lines(of: value, prefix: prefix.isEmpty ? name : "\(prefix).\(name)")
            }
        case .array(let values) where values.contains(where: \.isObject):
            return values.indices.flatMap { lines(of: values[$0], prefix: "\(prefix)[\($0)]") }
        default:
            let text = (try? JSONText.of(value)) ?? ""
            return ["\(prefix.forTerminal) = \(SafeJSON.escaped(text).forTerminal)"]
        }
    }
}

extension JSONValue {
    fileprivate var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }
}

extension ConfigReload.Response: Shown {
    package func text(in style: Style) -> String {
        changed.isEmpty
            ? "nothing changed\n"
            : "changed: " + changed.joined(separator: ", ").forTerminal + "\n"
    }
}
