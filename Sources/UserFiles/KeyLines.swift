/// The lines of the keys of a TOML document, since TOMLKit doesn't give them.
///
/// Only what the parser can't handle is checked. Reading stops at anything that isn't understood, and
/// later keys have no line.
package struct KeyLines {
    /// Lines by path, such as `limits`, `limits.connections`, `hooks[0]`, `hooks[0].run`,
    /// `hooks[0].run[1]`.
    private var lines: [String: Int] = [:]
    /// Number of tables that each array of tables has so far.
    private var tables: [String: Int] = [:]
    private var scanner: TOMLScanner
    /// The first part on which the parser would end the whole process, as long as nothing before it is
    /// wrong; `nil` for none.
    package private(set) var unbearable: (line: Int, reason: String)?
    /// Depth of the present value. The parser accepts no value deeper than `maximumDepth`.
    private var depth = 0
    private static let maximumDepth = 256

    package init(_ text: String) {
        scanner = TOMLScanner(text)
        readDocument()
    }

    /// The line of a path, or of the innermost part around it that has a line; `nil` for none.
    package func line(of path: String) -> Int? {
        var path = Substring(path)
        while true {
            if let line = lines[String(path)] { return line }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
            path = path[..<end]
        }
    }

    /// Whether the document has a path, or anything within it.
    package func contains(_ path: String) -> Bool { lines[path] != nil }

    /// The path of a key within a path.
    package static func child(_ key: String, of path: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    private mutating func readDocument() {
        var prefix = ""
        while let byte = scanner.nextInDocument() {
            if byte == UInt8(ascii: "[") {
                prefix = readHeader()
            } else {
                readAssignment(under: prefix)
            }
        }
    }

    private mutating func note(_ path: String, _ line: Int) {
        // The first mention counts; `[a.b]` mentions `a`, too.
        if lines[path] == nil { lines[path] = line }
    }

    /// Reads `[limits]` or `[[hooks]]`, and returns the path that it opens.
    private mutating func readHeader() -> String {
        let line = scanner.line
        scanner.skip()
        let isArray = scanner.skip(if: UInt8(ascii: "["))
        scanner.skipBlanks()
        if !scanner.isAtKey, unbearable == nil {
            unbearable = (line, "a table's name begins with a letter, digit, _, - or quote")
        }
        let keys = scanner.keys()
        scanner.skipLine()
        var path = ""
        for (index, key) in keys.enumerated() {
            path = Self.child(key, of: path)
            note(path, line)
            if isArray, index == keys.count - 1 { tables[path, default: 0] += 1 }
            if let count = tables[path] { path += "[\(count - 1)]" }
            note(path, line)
        }
        return path
    }

    /// Reads `connections = 5` or `limits.connections = 5`.
    private mutating func readAssignment(under prefix: String) {
        let line = scanner.line
        var path = prefix
        for key in scanner.keys() {
            path = Self.child(key, of: path)
            note(path, line)
        }
        guard scanner.skip(if: UInt8(ascii: "=")) else { return scanner.giveUp() }
        scanner.skipBlanks()
        readValue(path)
    }

    private mutating func readValue(_ path: String) {
        guard depth < Self.maximumDepth else { return scanner.giveUp() }
        depth += 1
        defer { depth -= 1 }
        switch scanner.byte {
        case UInt8(ascii: "["): readArray(path)
        case UInt8(ascii: "{"): readInlineTable(path)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): scanner.skipString()
        default: scanner.skipPlainValue()
        }
    }

    private mutating func readArray(_ path: String) {
        scanner.skip()
        var index = 0
        while let byte = scanner.nextInDocument(), byte != UInt8(ascii: "]") {
            if byte == UInt8(ascii: ",") {
                scanner.skip()
                continue
            }
            guard byte != UInt8(ascii: "}") else {
                if unbearable == nil { unbearable = (scanner.line, "an array ends with ], not }") }
                return scanner.giveUp()
            }
            let element = "\(path)[\(index)]"
            note(element, scanner.line)
            readValue(element)
            index += 1
        }
        scanner.skip()
    }

    private mutating func readInlineTable(_ path: String) {
        scanner.skip()
        while let byte = scanner.nextInDocument(), byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: ",") {
                scanner.skip()
            } else {
                readAssignment(under: path)
            }
        }
        scanner.skip()
    }
}
