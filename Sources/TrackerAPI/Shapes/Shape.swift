import Synchronization
import TrackerCore

/// Form of the JSON that a type reads and writes. `hello` and `rpc.discover` describe methods by it, and
/// parameters are checked against it.
package indirect enum Shape: Sendable, Hashable {
    /// Any JSON value.
    case any
    case boolean
    /// Only `false`, which removes a value or switches something off.
    case off
    case integer
    case number
    /// Text, with an example.
    case text(String)
    /// A time by RFC 3339.
    case moment
    case word([String])
    case list(Shape)
    /// An object with any member names and values of one shape.
    case map(Shape)
    case object([Member])
    /// One of several shapes.
    case either([Shape])
    /// A shape of `Shapes.definitions`, by its name.
    case reference(String)
    /// A shape that many results share, with its name.
    case named(String, Shape)

    package struct Member: Sendable, Hashable {
        package let name: String
        package let shape: Shape
        package let isNeeded: Bool

        package init(_ name: String, _ shape: Shape, isNeeded: Bool = false) {
            self.name = name
            self.shape = shape
            self.isNeeded = isNeeded
        }
    }

    static let text = Shape.text("tea")

    /// Members of an object, including those of all its forms; `nil` if any members are allowed or the shape
    /// isn't an object.
    package var members: [Member]? {
        switch self {
        case .object(let members): members
        case .reference(let name): Shapes.definitions[name]?.members
        case .named(_, let shape): shape.members
        case .either(let shapes):
            shapes.contains { $0.hasFreeNames }
                ? nil
                : shapes.reduce(nil) { all, shape in
                    shape.members.map { (all ?? []) + $0 } ?? all
                }
        default: nil
        }
    }

    private var hasFreeNames: Bool {
        switch self {
        case .any, .map: true
        default: false
        }
    }

    /// Shape of the list's elements; `nil` if the shape isn't a list.
    package var element: Shape? {
        switch self {
        case .list(let element): element
        case .reference(let name): Shapes.definitions[name]?.element
        case .named(_, let shape): shape.element
        case .either(let shapes): shapes.lazy.compactMap(\.element).first
        default: nil
        }
    }

    package var example: JSONValue {
        switch self {
        case .any, .map: .object([:])
        case .boolean: .bool(true)
        case .off: .bool(false)
        case .integer, .number: .integer(1)
        case .text(let example): .string(example)
        case .moment: .string("2026-03-01T09:30:00.000+01:00")
        case .word(let words): .string(words.first ?? "")
        case .list: .array([])
        case .object(let members):
            .object(
                Dictionary(
                    members.filter(\.isNeeded).map { ($0.name, $0.shape.example) },
                    uniquingKeysWith: { $1 }))
        case .either(let shapes): shapes.first?.example ?? .null
        case .reference(let name): Shapes.definitions[name]?.example ?? .null
        case .named(_, let shape): shape.example
        }
    }
}

/// A type whose decoder doesn't reveal its shape, because it tries several kinds of values or reads only some
/// members at a time.
protocol Shaped {
    static var shape: Shape { get }
}

/// Shapes of the params and results of all methods.
package enum Shapes {
    /// Shape of a method's params, including `request_id` if it changes something. It is computed on first
    /// use, because computing all shapes takes some milliseconds.
    package static func parameters(of entry: Methods.Entry) -> Shape {
        if let shape = found.withLock({ $0[entry.method] }) { return shape }
        let own = ShapeProbe.shape(of: entry.parameters).members ?? []
        let shape = Shape.object(entry.effect == .change ? own + [requestID] : own)
        found.withLock { $0[entry.method] = shape }
        return shape
    }

    private static let found = Mutex<[String: Shape]>([:])

    /// Shapes that others refer to, by name.
    package static let definitions: [String: Shape] = [
        Intervals.part: Intervals.partShape, ProgramPart.name: ProgramPart.partShape,
    ]

    /// The `request_id`, which may be left out but can't be null.
    static let requestID = Shape.Member("request_id", .text("7f3c9a"))
}
