import Glibc

/// A value on a message bus, with its D-Bus type. Strings and booleans can be written as literals.
package nonisolated indirect enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case bool(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    /// The path of an object.
    case object(String)
    case signature(String)
    case descriptor(BusDescriptor)
    /// Elements of one type. The signature gives the type, since there may be no elements.
    case array([BusValue], of: String)
    case structure([BusValue])
    /// An entry of a dictionary; a dictionary is an array of entries.
    case entry(BusValue, BusValue)
    case variant(BusValue)

    /// A dictionary of the type `a{sv}`.
    package static func dictionary(_ values: [String: BusValue]) -> BusValue {
        .array(values.map { .entry(.string($0), .variant($1)) }, of: "{sv}")
    }

    /// A list of strings, `as`.
    package static func strings(_ texts: [String]) -> BusValue {
        .array(texts.map(BusValue.string), of: "s")
    }

    /// The type as a D-Bus signature.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .object: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(_, let element): "a" + element
        case .structure(let members): "(\(members.map(\.signature).joined()))"
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        case .variant: "v"
        }
    }
}

/// The value as a Swift type, looking into variants; `nil` for a value of another type.
extension BusValue {
    package var text: String? {
        switch self {
        case .string(let text), .object(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    package var bool: Bool? {
        switch self {
        case .bool(let bool): bool
        case .variant(let value): value.bool
        default: nil
        }
    }

    /// A whole number of any type, clamped to the largest `Int64`.
    package var integer: Int64? {
        switch self {
        case .byte(let number): Int64(number)
        case .int16(let number): Int64(number)
        case .uint16(let number): Int64(number)
        case .int32(let number): Int64(number)
        case .uint32(let number): Int64(number)
        case .int64(let number): number
        case .uint64(let number): Int64(clamping: number)
        case .variant(let value): value.integer
        default: nil
        }
    }

    /// Elements of an array or members of a structure.
    package var list: [BusValue]? {
        switch self {
        case .array(let values, _), .structure(let values): values
        case .variant(let value): value.list
        default: nil
        }
    }

    /// Values of a dictionary with string keys.
    package var dictionary: [String: BusValue]? {
        guard let list else { return nil }
        var values: [String: BusValue] = [:]
        for case .entry(let key, let value) in list { values[key.text ?? ""] = value }
        return values.count == list.count ? values : nil
    }

    package var descriptor: BusDescriptor? {
        switch self {
        case .descriptor(let descriptor): descriptor
        case .variant(let value): value.descriptor
        default: nil
        }
    }
}

extension BusValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral bool: Bool) { self = .bool(bool) }
}

/// A file descriptor to send, or one received. It is closed with the last reference to this object.
package nonisolated final class BusDescriptor: Hashable, Sendable {
    package let number: Int32

    /// Copies a descriptor, which stays the caller's.
    package init(copyOf number: Int32) throws(SystemError) {
        self.number = try SystemError.checkErrno(fcntl(number, F_DUPFD_CLOEXEC, 3), "fcntl")
    }

    deinit { close(number) }

    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
