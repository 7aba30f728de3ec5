import TrackerCore

/// A value that was written as JSON, as an event's data is that is a request's result as well: it is
/// encoded once, and the compiler knows of what it is.
struct Written<Value: Encodable>: CustomStringConvertible {
    let json: String

    init(_ value: Value) throws { json = try JSONText.of(value) }

    /// - Parameter json: the value's JSON, put together from parts that were written before.
    init(json: String) { self.json = json }

    /// The JSON, where it becomes part of a larger one.
    var description: String { json }
}
