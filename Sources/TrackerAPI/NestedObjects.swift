import TrackerCore

extension UnkeyedDecodingContainer {
    /// The next element of a list in the params, which is an object.
    ///
    /// - Parameters:
    ///   - path: the path of the element, such as `attempts[1]`, for the refusal.
    ///   - example: such an object, for the refusal.
    mutating func object<Key: CodingKey>(
        keyedBy type: Key.Type, at path: String, such example: String
    ) throws -> KeyedDecodingContainer<Key> {
        guard let container = try? nestedContainer(keyedBy: type) else {
            throw Rejection.invalid(path, "\(path) must be an object: \(example)")
        }
        return container
    }
}

extension KeyedDecodingContainer {
    /// A member of an object within a list; `nil` where it is missing.
    ///
    /// - Parameter path: the path of the object, since a refusal names the member by its whole path.
    func member<Value: Decodable>(_ key: Key, at path: String) throws -> Value? {
        do {
            return try decodeIfPresent(Value.self, forKey: key)
        } catch {
            let rejection = Rejection(decoding: error)
            let field = "\(path).\(key.memberName)"
            throw Rejection.invalid(
                field, rejection.message.replacingFirst(key.memberName, by: field))
        }
    }
}
