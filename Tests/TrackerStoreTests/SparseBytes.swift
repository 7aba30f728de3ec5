import FoundationEssentials

/// A file that is mostly zeros, as a text: for each stretch of others its offset (3 bytes), its length (2
/// bytes) and itself.
enum SparseBytes {
    static func pack(_ bytes: [UInt8]) -> String {
        var packed: [UInt8] = []
        var offset = 0
        while let start = bytes[offset...].firstIndex(where: { $0 != 0 }) {
            let limit = min(start + 0xffff, bytes.count)
            // A few zeros cost less than a new stretch.
            var end = start + 1
            while end < limit, bytes[end..<min(end + 6, limit)].contains(where: { $0 != 0 }) {
                end += 1
            }
            let count = end - start
            packed += [start >> 16, start >> 8 & 0xff, start & 0xff, count >> 8, count & 0xff]
                .map { UInt8($0) }
            packed += bytes[start..<end]
            offset = end
        }
        return Data(packed).base64EncodedString()
    }

    static func unpack(_ text: String, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var packed = Array(Data(base64Encoded: text) ?? Data())[...]
        while packed.count > 5 {
            let head = packed.prefix(5).map { Int($0) }
            let start = head[0] << 16 | head[1] << 8 | head[2]
            let length = head[3] << 8 | head[4]
            bytes.replaceSubrange(start..<start + length, with: packed.dropFirst(5).prefix(length))
            packed = packed.dropFirst(5 + length)
        }
        return bytes
    }
}
