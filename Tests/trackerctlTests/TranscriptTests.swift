import Glibc
import TestSupport
import Testing
import TrackerCore

/// Commands with the requests that they send and what they print, as files that are read like any other text.
///
/// A file has lines of these kinds. The first four are written by hand, the others by the program:
///
///     # a remark
///     +5m                       time that passes
///     $ train reset             a command, without the program's name
///     < y                       the person's reply to a question of that command
///     > training.reset {…}      a request
///     % discard … ? [y/N]       a question
///     | discarded: 12 of 50 …   a line of standard output
///     @ discarded: 12 of 50 …   a line of the notification that '--notify' shows
///     ! no session is running   a message
///     ? start one: …            the hint below it
///     = 64                      an exit status other than 0
@MainActor @Suite struct TranscriptTests {
    /// With RECORD=1 the files are written anew, and differ where the program does.
    private static let records = getenv("RECORD") != nil

    @Test(arguments: File.names(in: Checkout.path("Tests/trackerctlTests/Transcripts")))
    func theProgramSaysWhatTheFileSays(_ name: String) throws {
        let path = Checkout.path("Tests/trackerctlTests/Transcripts/\(name)")
        let expected = File.text(path)
        let said = try Self.transcript(of: expected)
        guard said != expected else { return }
        if Self.records { try File.write(said, to: path, mode: 0o644) }
        Issue.record("\(name): \(Self.difference(expected, said))")
    }

    /// The lines of a text that are written by hand, with what the program says to them.
    private static func transcript(of text: String) throws -> String {
        let session = try TypedSession()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            line.first.map { !">%|@!?=".contains($0) } ?? true
        }
        var said: [String] = []
        for (index, line) in lines.enumerated() {
            said.append(String(line))
            if line.hasPrefix("+") {
                let ms = try #require(DurationText.milliseconds(String(line.dropFirst())))
                try session.advance(ms: ms)
            }
            // What is said comes after the last reply.
            let next = lines.dropFirst(index + 1).first
            guard line.hasPrefix("$") || line.hasPrefix("<"), next?.hasPrefix("<") != true else {
                continue
            }
            guard let start = lines[...index].lastIndex(where: { $0.hasPrefix("$") }) else {
                continue
            }
            let replies = lines[(start + 1)..<(index + 1)].map { String($0.dropFirst(2)) }
            let typed = session.type(String(lines[start].dropFirst(2)), answering: replies)
            said += Self.lines(of: typed)
        }
        return said.joined(separator: "\n")
    }

    private static func lines(of typed: Typed) -> [String] {
        typed.requests.map { "> \($0)" } + typed.questions.flatMap { marked("%", $0) }
            + marked("|", typed.output) + marked("@", typed.notified)
            + marked("!", typed.message ?? "") + marked("?", typed.hint ?? "")
            + (typed.status == 0 ? [] : ["= \(typed.status)"])
    }

    /// The lines of a text with a mark before each.
    private static func marked(_ mark: String, _ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.map { line in
            let end = line.lastIndex { $0 != " " }.map { line[...$0] } ?? ""
            return end.isEmpty ? mark : "\(mark) \(end)"
        }
    }

    /// The first line that differs, with the command above it.
    private static func difference(_ expected: String, _ said: String) -> String {
        let (old, new) = (expected.split(separator: "\n"), said.split(separator: "\n"))
        let index = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let place = index ?? min(old.count, new.count)
        let command = new.prefix(place + 1).last { $0.hasPrefix("$") } ?? ""
        func line(_ lines: [Substring]) -> Substring {
            place < lines.count ? lines[place] : "the end"
        }
        return "\(command)\n  the file: \(line(old))\n  the program: \(line(new))"
    }
}
