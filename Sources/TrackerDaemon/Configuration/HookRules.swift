import TextFiles
import TrackerCore
import UserFiles

/// Rules for a hook's `on` and `run`.
nonisolated enum HookRules {
    static func check(on globs: [String], _ section: TextTable) throws(TextProblem) {
        guard (1...100).contains(globs.count) else {
            throw section.problem("on", "must name 1 to 100 event types, such as [\"timer.*\"]")
        }
        for (index, glob) in globs.enumerated() {
            let key = "on[\(index)]"
            guard (1...100).contains(glob.utf8.count), glob.utf8.allSatisfy(isGlobByte) else {
                throw section.problem(
                    key,
                    "isn't a pattern of event types: \"\(glob.prefix(60))\"; use 1 to 100 of "
                        + "a-z, digits, _, . and *, as in timer.finished, rest.* or *")
            }
            guard glob != HookRunner.failureType else {
                throw section.problem(
                    key,
                    "can't be \(glob): hooks never run for it. "
                        + "Follow it with trackerctl watch, or in the daemon's log")
            }
        }
    }

    /// Warnings about patterns that match no event type. They aren't errors, since the running daemon may be
    /// older than the file.
    static func warnings(of globs: [String], _ section: TextTable) -> [TextProblem] {
        globs.enumerated().compactMap { index, glob in
            EventType.refusal(of: glob).map {
                section.problem("on[\(index)]", "never happens: \($0)")
            }
        }
    }

    static func check(run arguments: [String], _ section: TextTable) throws(TextProblem) {
        try check(program: arguments, "run", section)
        for (index, argument) in arguments.enumerated() {
            let unknown = HookTemplate.placeholders(in: argument).first {
                !HookTemplate.known.contains($0)
            }
            guard let unknown else { continue }
            let known = HookTemplate.known.map { "{\($0)}" }.joined(separator: " ")
            throw section.problem(
                "run[\(index)]",
                "has an unknown placeholder {\(unknown)}; the known ones are \(known). "
                    + "For literal braces, put a space inside: { \(unknown) }")
        }
    }

    /// Rules for a key's program and its number of arguments.
    static func check(
        program arguments: [String], _ key: String, _ section: TextTable
    ) throws(TextProblem) {
        guard let program = arguments.first, !program.isEmpty else {
            throw section.problem(key, "is empty; name a program and its arguments")
        }
        guard arguments.count <= 256 else {
            throw section.problem(key, "has \(arguments.count) parts; at most 256 are allowed")
        }
        guard HookTemplate.placeholders(in: program).isEmpty else {
            throw section.problem(
                "\(key)[0]", "must be a program without placeholders; they go into its arguments")
        }
        guard !program.hasPrefix("~") else {
            throw section.problem(
                "\(key)[0]", "begins with ~, which only a shell expands; write the path in full")
        }
    }

    private static func isGlobByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "*"):
            true
        default: false
        }
    }
}
