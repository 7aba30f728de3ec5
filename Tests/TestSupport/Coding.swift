import FoundationEssentials
import TrackerCore

/// A value as the program writes it in JSON.
package func json(_ value: some Encodable) throws -> String { try JSONText.of(value) }

package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, _ json: String
) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}
