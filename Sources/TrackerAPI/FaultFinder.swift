import TrackerCore

/// Reads a request that JSONDecoder has refused without saying where.
///
/// For a number that doesn't fit its type and for a text with a broken escape it throws an error of a
/// private type that has no coding path. This decoder asks for each member by itself and names the one
/// that fails.
struct FaultFinder: Decoder {
    let base: any Decoder

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(base: try base.container(keyedBy: type)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try base.singleValueContainer()
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let base: KeyedDecodingContainer<Key>

        var codingPath: [any CodingKey] { base.codingPath }
        var allKeys: [Key] { base.allKeys }

        func contains(_ key: Key) -> Bool { base.contains(key) }
        func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            do {
                return try base.decode(type, forKey: key)
            } catch {
                guard !(error is Rejection), !(error is DecodingError) else { throw error }
                throw Rejection.unreadable(key.stringValue, type)
            }
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try base.nestedContainer(keyedBy: type, forKey: key)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try base.nestedUnkeyedContainer(forKey: key)
        }

        func superDecoder() throws -> any Decoder { try base.superDecoder() }
        func superDecoder(forKey key: Key) throws -> any Decoder {
            try base.superDecoder(forKey: key)
        }
    }
}
