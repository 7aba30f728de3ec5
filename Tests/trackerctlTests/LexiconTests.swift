import ArgumentParser
import TestSupport
import Testing

@testable import trackerctl

/// Words that help and messages avoid, since a native speaker would use others.
@Suite struct LexiconTests {
    /// Folders of Sources whose texts are checked.
    private static let folders = [
        "trackerctl", "trackerd", "TextFiles", "UserFiles", "TrackerAPI", "TrackerClient",
        "TrackerCore", "TrackerDaemon", "TrackerEngine", "TrackerStore", "TrackerView",
        "TrainingLogs",
    ]
    /// In lower case. A blank before or after a word is part of it: 'is not' has to pass.
    private static let forbidden = [
        "bubble", "movement", "that is on", " is no ", " are no ", "of which", "those whose",
        "such as are", "as far as", "goes on", "take back", "taken back", "takes it back",
        "throw away", "thrown away", "nothing of it", "says of", "comes of", " lacks ", " anew",
        "sign of life",
    ]
    /// Phrases that contain forbidden words but are plain English.
    private static let plain = [
        "there is no ", "there are no ", " is no longer ", " are no longer ",
    ]
    /// Files that may contain one of these words, and why.
    private static let exceptions: [(file: String, word: String, reason: String)] = [
        ("TrackerDaemon/Daemon.swift", "bubble", "the name of a file in the state folder")
    ]
    private static let longestAbstract = 8

    /// The forbidden words in a text, however it is wrapped.
    private static func findings(in text: String) -> [String] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        let line = plain.reduce(" \(words.joined(separator: " ")) ") {
            $0.replacing($1, with: " ")
        }
        return forbidden.filter { line.contains($0) }
    }

    /// Every text of the help of a command and of those below it.
    private static func texts(of command: HelpDump.Command) -> [String] {
        let own = [command.abstract, command.discussion]
        let arguments = command.visibleArguments.flatMap { [$0.abstract, $0.discussion] }
        return (own + arguments).compactMap(\.self)
            + command.visibleSubcommands.flatMap { texts(of: $0) }
    }

    private static func files(in folder: String) -> [String] {
        File.names(in: Checkout.path("Sources/\(folder)")).flatMap { name in
            name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : files(in: "\(folder)/\(name)")
        }
    }

    @Test func theHelpUsesPlainWords() throws {
        let texts = Self.texts(of: try HelpDump(of: Trackerctl.self).command)
        #expect(texts.count > 500)
        for text in texts {
            let words = Self.findings(in: text)
            #expect(words.isEmpty, "\(words): \(text)")
        }
    }

    @Test func abstractsAreShortSentences() {
        for (path, type) in MethodCoverageTests.commands {
            let abstract = type.configuration.abstract
            let count = abstract.split(separator: " ").count
            #expect(count <= Self.longestAbstract, "\(path): \(abstract)")
            #expect(abstract.first?.isUppercase == true, "\(path): \(abstract)")
            #expect(abstract.hasSuffix("."), "\(path): \(abstract)")
        }
    }

    @Test(arguments: ExampleTests.pages) func pagesUsePlainWords(_ page: String) {
        #expect(Self.findings(in: File.text(Checkout.path(page))) == [])
    }

    @Test(arguments: folders) func literalsUsePlainWords(_ folder: String) throws {
        let files = Self.files(in: folder)
        try #require(!files.isEmpty)
        for file in files {
            let allowed = Self.exceptions.filter { $0.file == file }.map(\.word)
            let source = File.text(Checkout.path("Sources/\(file)"))
            for literal in LiteralScanner.literals(of: source) {
                let words = Self.findings(in: literal).filter { !allowed.contains($0) }
                #expect(words.isEmpty, "\(file): \(words): \(literal)")
            }
        }
    }

    @Test func literalsAreFound() {
        let source = #"""
            // "a comment"
            let one = "first \(two("second", (3))) end", three = "\"quoted\""
            let four = """
                fourth \
                line
                """
            """#
        #expect(
            LiteralScanner.literals(of: source).map { $0.split(whereSeparator: \.isWhitespace) }
                == [["second"], ["first", "_", "end"], ["quoted"], ["fourth", "line"]])
    }
}

/// Reads the string literals of a Swift source. An interpolation counts as one word; literals within it are
/// read, too.
private struct LiteralScanner {
    private let bytes: [UInt8]
    private var place = 0
    private var literals: [String] = []

    static func literals(of source: String) -> [String] {
        var scanner = LiteralScanner(bytes: Array(source.utf8))
        scanner.scan()
        return scanner.literals
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func starts(_ text: String) -> Bool {
        // Nearly all bytes are told by the first comparison.
        bytes[place] == text.utf8.first && bytes[place...].starts(with: text.utf8)
    }

    private mutating func scan() {
        while place < bytes.count {
            if starts("//") {
                while place < bytes.count, !starts("\n") { place += 1 }
            } else if starts("\"") {
                read()
            } else {
                place += 1
            }
        }
    }

    /// Reads a literal from its opening quotes to behind its closing ones. One of a single line ends with it.
    private mutating func read() {
        let isLong = starts("\"\"\"")
        let quotes = isLong ? "\"\"\"" : "\""
        var text: [UInt8] = []
        place += quotes.utf8.count
        while place < bytes.count, !starts(quotes), isLong || !starts("\n") {
            if starts("\\(") {
                place += 2
                skipInterpolation()
                text.append(UInt8(ascii: "_"))
            } else if starts("\\") {
                // An escaped character or the end of a line.
                place += 2
                text.append(UInt8(ascii: " "))
            } else {
                text.append(bytes[place])
                place += 1
            }
        }
        place += quotes.utf8.count
        literals.append(String(decoding: text, as: UTF8.self))
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while place < bytes.count, depth > 0 {
            if starts("\"") {
                read()
            } else {
                if starts("(") { depth += 1 }
                if starts(")") { depth -= 1 }
                place += 1
            }
        }
    }
}
