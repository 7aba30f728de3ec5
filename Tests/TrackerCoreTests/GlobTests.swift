import TestSupport
import Testing
import TrackerCore

struct GlobTests {
    @Test(arguments: [
        ("timer.finished", "timer.finished"), ("timer.*", "timer.finished"), ("timer.*", "timer."),
        ("*", "timer.finished"), ("*", ""), ("", ""), ("**", "a"), ("***", ""),
        ("*.finished", "rest.finished"), ("t*d", "timer.finished"), ("*i*e*", "timer.finished"),
        ("*.*", "timer.finished"), ("*a*a*", "aa"), ("a*b*c", "a.b.b.c"), ("*ab", "aab"),
        ("run.*", "run.interval_started"), ("*x.y*", "a.x.x.y.z"), ("tim*er.*", "timer.x"),
        ("größe.*", "größe.x"),
    ])
    func matching(_ pattern: String, _ text: String) {
        #expect(Glob.matches(pattern, text))
    }

    @Test(arguments: [
        ("timer.*", "rest.finished"), ("timer.*", "timer"), ("timer", "timer.finished"),
        ("timer.finished", "timer.finishe"), ("", "a"), ("a", ""), ("*a", "b"), ("a*", "ba"),
        ("t*r", "timer.x"), ("*a*a*", "a"), ("a*b*c", "acb"), ("Timer.*", "timer.x"),
        // Only the star has a special meaning.
        ("timer.?", "timer.x"), ("timer.[a-z]", "timer.x"), ("timer.*", "timerx"),
        ("timer\\*", "timer*x"),
    ])
    func notMatching(_ pattern: String, _ text: String) {
        #expect(!Glob.matches(pattern, text))
    }

    @Test func anyOfSeveral() {
        #expect(Glob.anyMatches(nil, "timer.finished"))
        #expect(!Glob.anyMatches([], "timer.finished"))
        #expect(Glob.anyMatches(["rest.*", "timer.*"], "timer.finished"))
        #expect(!Glob.anyMatches(["rest.*", "set.*"], "timer.finished"))
    }

    /// With backtracking to every star this would take longer than the universe lasts.
    @Test func hostilePatternsEndSoon() {
        let pattern = String(repeating: "a*", count: 500) + "b"
        #expect(!Glob.matches(pattern, String(repeating: "a", count: 5000)))
    }

    /// Agreement with a plain recursive definition, on short random texts.
    @Test(arguments: 0..<20 as Range<UInt64>) func agreesWithTheDefinition(seed: UInt64) {
        func defined(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            if first == "*" {
                return defined(pattern.dropFirst(), text)
                    || !text.isEmpty && defined(pattern, text.dropFirst())
            }
            return text.first == first && defined(pattern.dropFirst(), text.dropFirst())
        }
        var random = SplitMix(seed: seed)
        for _ in 0..<500 {
            func some(_ letters: String, upTo most: Int) -> String {
                let count = Int.random(in: 0...most, using: &random)
                return String(
                    (0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
            }
            let (pattern, text) = (some("ab**.", upTo: 6), some("ab.", upTo: 8))
            #expect(
                Glob.matches(pattern, text) == defined(Array(pattern)[...], Array(text)[...]),
                "\(pattern) \(text)")
        }
    }
}
