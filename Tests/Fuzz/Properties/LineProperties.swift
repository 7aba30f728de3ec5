import TrackerDaemon

/// A client's input is cut into the same lines however it is split into pieces.
///
/// The input: a byte for the limit, a byte that seeds the sizes of the pieces, then the stream.
enum LineProperties {
    private static let newline = UInt8(ascii: "\n")

    @MainActor static func check(_ bytes: [UInt8]) throws {
        var input = Input(bytes)
        let limit = Int(input.byte())
        let seed = input.byte()
        let stream = Array(input.rest)
        let expected = pieces(of: stream, limit: limit)
        let whole = cut([stream[...]], limit: limit)
        try demand(whole == expected, "\(whole), not \(expected)")
        let inPieces = cut(split(stream, seed: seed), limit: limit)
        try demand(inPieces == expected, "in pieces \(inPieces), not \(expected)")
        try checkThatItGoesOn(after: stream, limit: limit)
    }

    /// The lines by a plain reading of the rules.
    private static func pieces(of stream: [UInt8], limit: Int) -> [LineBuffer.Piece] {
        var lines = stream.split(separator: newline, omittingEmptySubsequences: false)
        let unended = lines.popLast() ?? []
        var pieces = lines.compactMap { line -> LineBuffer.Piece? in
            if line.count > limit { return .tooLong }
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            let isBlank = text.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return isBlank ? nil : .line(Array(text))
        }
        if unended.count > limit { pieces.append(.tooLong) }
        return pieces
    }

    @MainActor private static func cut(
        _ parts: [ArraySlice<UInt8>], limit: Int
    ) -> [LineBuffer.Piece] {
        var buffer = LineBuffer()
        var pieces: [LineBuffer.Piece] = []
        for part in parts {
            buffer.append(part)
            while let piece = buffer.next(limit: limit) { pieces.append(piece) }
        }
        return pieces
    }

    private static func split(_ stream: [UInt8], seed: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = stream[...]
        var state = seed
        while !rest.isEmpty {
            state = state &* 167 &+ 13
            let count = 1 + Int(state >> 4)
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts
    }

    /// After a newline, the next line is read correctly, whatever came before.
    @MainActor private static func checkThatItGoesOn(after stream: [UInt8], limit: Int) throws {
        var buffer = LineBuffer()
        buffer.append(stream)
        while buffer.next(limit: limit) != nil {}
        buffer.append([newline])
        while buffer.next(limit: limit) != nil {}
        try demand(!buffer.hasPartialLine, "a line is left over")
        let next = Array("{}".utf8)
        buffer.append(next + [newline])
        let piece = buffer.next(limit: max(limit, next.count))
        try demand(piece == .line(next), "the next line is \(String(describing: piece))")
    }
}
