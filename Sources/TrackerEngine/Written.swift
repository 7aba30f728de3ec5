import TrackerCore

/// A value written as JSON, whose type the compiler still knows. So an event's data that is also the
/// request's result is encoded only once.
struct Written<Value: Encodable>: CustomStringConvertible {
    let json: String

    init(_ value: Value) throws { json = try JSONText.of(value) }

    /// - Parameter json: the value's JSON, put together from parts that were written before.
    init(json: String) { self.json = json }

    /// The JSON, where it becomes part of a larger one.
    var description: String { json }
}
