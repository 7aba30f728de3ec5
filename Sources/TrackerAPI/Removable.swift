import TrackerCore

/// A new value in params, or `false` to remove the value.
package enum Removable<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    case value(Value)
    case removed

    package init(from decoder: any Decoder) throws {
        if (try? decoder.singleValueContainer().decode(Bool.self)) == false {
            self = .removed
            return
        }
        do {
            self = .value(try Value(from: decoder))
        } catch {
            var rejection = Rejection(decoding: error)
            rejection.text.append(", or false for none")
            throw rejection
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .value(let value): try value.encode(to: encoder)
        case .removed: try false.encode(to: encoder)
        }
    }

    /// New value; `nil` if the value is removed.
    package var value: Value? {
        guard case .value(let value) = self else { return nil }
        return value
    }
}
