import TrackerView

/// Turns the bytes of a file, which come in pieces cut anywhere, into texts cut between characters.
struct TextPieces {
    /// Error for a file that isn't readable text, with a hint at the remedy.
    struct Wrong: Error, Equatable {
        let message: String
        let hint: String
    }

    /// The beginning of a character that continues in the next piece: at most three bytes.
    private var begun: [UInt8] = []
    private var line = 1
    private var isAtStart = true

    /// - Throws: `Wrong` if the bytes aren't UTF-8.
    mutating func push(_ bytes: ArraySlice<UInt8>) throws -> String {
        // Shorter pieces aren't enough to recognise the kind of file.
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
    /// - Throws: `Wrong` if the last character is incomplete.
    mutating func finish() throws {
        guard !begun.isEmpty else { return }
        throw Self.notUTF8(line: line)
    }

    private mutating func text(of bytes: [UInt8]) throws -> String {
        guard !bytes.contains(0) else {
            throw Wrong(
                message: "this isn't a text file",
                hint: "give a CSV file exported by the other program")
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
                message: "this is UTF-16, not UTF-8",
                hint: "convert it first: iconv -f UTF-16 -t UTF-8 FILE > new.csv")
        }
        if bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) {
            throw Wrong(
                message: "this is a ZIP archive or a spreadsheet, not a text file",
                hint: "unpack it, or save the sheet as CSV and import that")
        }
    }

    private static func notUTF8(line: Int) -> Wrong {
        Wrong(
            message: "line \(line) isn't UTF-8; the file may be Latin-1",
            hint: "convert it first: iconv -f ISO-8859-1 -t UTF-8 FILE > new.csv")
    }

    /// Number of bytes at the end that belong to an incomplete character.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (count, byte) in bytes.suffix(3).reversed().enumerated() {
            if byte & 0xc0 == 0x80 { continue }
            let length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
            return length > count + 1 ? count + 1 : 0
        }
        return 0
    }

    /// Number of line ends before the first wrong byte. This slow search runs only for a wrong file.
    private static func linesBeforeWrong(_ bytes: [UInt8]) -> Int {
        var lines = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard String(validating: line, as: UTF8.self) != nil else { return lines }
            lines += 1
        }
        return lines
    }
}
