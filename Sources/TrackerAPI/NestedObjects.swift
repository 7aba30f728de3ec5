import TrackerCore

extension UnkeyedDecodingContainer {
    /// The next element of a list in the params, read as an object.
    ///
    /// - Parameters:
    ///   - path: path of the element for the refusal, such as `attempts[1]`.
    ///   - example: example of such an object for the refusal.
    mutating func object<Key: CodingKey>(
        keyedBy type: Key.Type, at path: String, such example: String
    ) throws -> KeyedDecodingContainer<Key> {
        guard let container = try? nestedContainer(keyedBy: type) else {
            throw Rejection.invalid(path, "\(field: path) must be an object: \(example)")
        }
        return container
    }
}

extension KeyedDecodingContainer {
    /// A member of an object in a list. It must be there and not null.
    func needed<Value: Decodable>(_ key: Key) throws -> Value {
        guard let value = try decodeIfPresent(Value.self, forKey: key) else {
            let field = (codingPath + [AnyKey(key.memberName)]).fieldName ?? key.memberName
            throw Rejection.invalid(field, "\(field: field) is missing")
        }
        return value
    }
}
