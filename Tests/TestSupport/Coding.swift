import TrackerCore

/// The JSON of a value, as the program writes it.
package func json(_ value: some Encodable) throws -> String { try JSONText.of(value) }

/// A value as the program reads it from JSON.
package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, _ json: String
) throws -> Value {
    try JSONText.value(type, from: json)
}
