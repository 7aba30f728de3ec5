import Testing
import TrackerAPI
import TrackerCore

/// Texts for people name commands, never methods of the wire.
@Suite struct WordsTests {
    /// The texts within quotes of a Swift file.
    private static func literals(of source: String) -> [String] {
        var literals: [String] = []
        var isInside = false
        for line in source.split(separator: "\n") {
            let pieces = line.components(at: "\"\"\"")
            guard pieces.count == 1 else {
                isInside.toggle()
                continue
            }
            if isInside {
                literals.append(String(line))
            } else if !line.drop(while: \.isWhitespace).hasPrefix("//") {
                let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
                literals += parts.enumerated().filter { $0.offset % 2 == 1 }.map {
                    String($0.element)
                }
            }
        }
        return literals
    }

    @Test(arguments: [
        "TrackerCore", "TrackerStore", "TrackerEngine", "TrackerDaemon", "TextFiles",
        "UserFiles",
        "TrainingLogs", "TrackerClient", "TrackerView", "trackerctl", "trackerd",
    ])
    func noTextNamesAMethod(_ target: String) throws {
        // Events have names of their own, by which hooks and scripts choose them.
        let methods = Set(Methods.all.map { $0.method }.filter { $0.contains(".") })
            .subtracting(EventType.allCases.map(\.rawValue))
        for path in try SourceWords.paths(in: "Sources/\(target)")
        where path.hasSuffix(".swift") && !path.hasSuffix("/RPCCommand.swift") {
            for literal in Self.literals(of: try SourceWords.text(of: path)) {
                let words = literal.split { !($0.isLetter || $0 == "_" || $0 == ".") }
                    .map { $0.last == "." ? String($0.dropLast()) : String($0) }
                #expect(methods.isDisjoint(with: words), "\(path): \(literal)")
            }
        }
    }

    @Test func methodsInTextsAreSeen() {
        let source = """
            // "timer.start"
            let a = rest.skip("begin with rest.start, then")
            """
        #expect(Self.literals(of: source) == ["begin with rest.start, then"])
    }
}

extension Substring {
    fileprivate func components(at mark: String) -> [Substring] {
        split(separator: mark, omittingEmptySubsequences: false)
    }
}
