/// A compact form of a file that is mostly zeros: the file's size (4 bytes), then for each stretch of other
/// bytes its offset (3 bytes), its length (2 bytes) and the bytes. Numbers are big-endian.
enum SparseBytes {
    static func pack(_ bytes: [UInt8]) -> [UInt8] {
        var packed = number(bytes.count, bytes: 4)
        var offset = 0
        while let start = bytes[offset...].firstIndex(where: { $0 != 0 }) {
            let limit = min(start + 0xffff, bytes.count)
            // A few zeros take less space than a new stretch.
            var end = start + 1
            while end < limit, bytes[end..<min(end + 6, limit)].contains(where: { $0 != 0 }) {
                end += 1
            }
            packed += number(start, bytes: 3) + number(end - start, bytes: 2) + bytes[start..<end]
            offset = end
        }
        return packed
    }

    static func unpack(_ packed: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: number(packed.prefix(4)))
        var rest = packed.dropFirst(4)
        while rest.count > 5 {
            let start = number(rest.prefix(3))
            let length = number(rest.dropFirst(3).prefix(2))
            bytes.replaceSubrange(start..<start + length, with: rest.dropFirst(5).prefix(length))
            rest = rest.dropFirst(5 + length)
        }
        return bytes
    }

    private static func number(_ value: Int, bytes count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
