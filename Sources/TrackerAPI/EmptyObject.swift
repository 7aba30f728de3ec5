import TrackerCore

/// Decodes as an object without members: what a request reads where `params` was left out.
struct EmptyObject: Decoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>())
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Rejection.invalid("params", "params must be an object")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw Rejection.invalid("params", "params must be an object")
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { false }
        func decodeNil(forKey key: Key) -> Bool { true }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            throw missing(key)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> { throw missing(key) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw missing(key)
        }

        func superDecoder() throws -> any Decoder { EmptyObject() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw missing(key) }

        private func missing(_ key: Key) -> DecodingError {
            .keyNotFound(key, .init(codingPath: [], debugDescription: "no params"))
        }
    }
}
