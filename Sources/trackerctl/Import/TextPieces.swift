import TrackerView

/// Turns the bytes of a file, which come in pieces cut anywhere, into texts that are cut between
/// characters.
struct TextPieces {
    /// The error for a file that is no readable text, with a hint at the remedy.
    struct Wrong: Error, Equatable {
        let message: String
        let hint: String
    }

    /// The beginning of a character whose rest comes with the next piece: at most three bytes.
    private var begun: [UInt8] = []
    private var line = 1
    private var isAtStart = true

    /// - Throws: `Wrong` where the bytes aren't UTF-8.
    mutating func push(_ bytes: ArraySlice<UInt8>) throws -> String {
        // The file's kind can't be recognised in shorter pieces.
        if isAtStart {
            try Self.checkBeginning(begun + bytes.prefix(8))
            isAtStart = begun.count + bytes.count < 4
        }
        var whole = begun + bytes
        let cut = Self.unfinished(whole)
        begun = Array(whole.suffix(cut))
        whole.removeLast(cut)
        return try text(of: whole)
    }

    /// Ends the file.
    ///
    /// - Throws: `Wrong` where the last character is incomplete.
    mutating func finish() throws {
        guard !begun.isEmpty else { return }
        throw Self.notUTF8(line: line)
    }

    private mutating func text(of bytes: [UInt8]) throws -> String {
        guard !bytes.contains(0) else {
            throw Wrong(
                message: "this is no text",
                hint: "give a file that the other program exported as CSV")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Self.notUTF8(line: line + Self.linesBeforeWrong(bytes))
        }
        line += bytes.count { $0 == UInt8(ascii: "\n") }
        return text
    }

    private static func checkBeginning(_ bytes: [UInt8]) throws {
        let hasGaps = bytes.count >= 4 && bytes.prefix(4).count { $0 == 0 } == 2
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) || hasGaps {
            throw Wrong(
                message: "this is UTF-16, and not UTF-8",
                hint: "convert it first: iconv -f UTF-16 -t UTF-8 FILE > new.csv")
        }
        if bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) {
            throw Wrong(
                message: "this is a ZIP archive or a spreadsheet, and no text",
                hint: "unpack it, or save the sheet as CSV, and import that")
        }
    }

    private static func notUTF8(line: Int) -> Wrong {
        Wrong(
            message: "line \(line) isn't UTF-8; perhaps the file is Latin-1",
            hint: "convert it first: iconv -f ISO-8859-1 -t UTF-8 FILE > new.csv")
    }

    /// Number of bytes at the end that begin an incomplete character.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (count, byte) in bytes.suffix(3).reversed().enumerated() {
            if byte & 0xc0 == 0x80 { continue }
            let length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
            return length > count + 1 ? count + 1 : 0
        }
        return 0
    }

    /// Number of line ends before the first wrong byte. Only a wrong file takes this long.
    private static func linesBeforeWrong(_ bytes: [UInt8]) -> Int {
        var lines = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard String(validating: line, as: UTF8.self) != nil else { return lines }
            lines += 1
        }
        return lines
    }
}
