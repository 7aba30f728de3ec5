import TestSupport
import Testing
import TrackerCore

struct IdentifierTests {
    /// A generator that always gives the same bits.
    private struct Fixed: RandomNumberGenerator {
        let bits: UInt64
        func next() -> UInt64 { bits }
    }

    @Test(
        arguments: [
            (0, "000000000000"), (.max, "zzzzzzzzzzzz"), (1, "100000000000"), (32, "010000000000"),
            (31 << 55, "00000000000z"),
            // The four bits above the sixtieth are ignored.
            (0xf << 60, "000000000000"),
        ] as [(UInt64, String)])
    func bitsBecomeLetters(_ bits: UInt64, _ text: String) {
        var generator = Fixed(bits: bits)
        #expect(Identifier.random(using: &generator) == text)
    }

    @Test func idsAreTwelveLettersThatNobodyMistakes() {
        var random = SplitMix(seed: 1)
        var seen: Set<String> = []
        var letters: Set<Character> = []
        for _ in 0..<5000 {
            let id = Identifier.random(using: &random)
            #expect(id.count == Identifier.length && id.utf8.count == 12)
            letters.formUnion(id)
            seen.insert(id)
        }
        #expect(seen.count == 5000)
        #expect(letters == Set("0123456789abcdefghjkmnpqrstvwxyz") && letters.count == 32)
    }

    @Test(arguments: [
        "", "k3v9", "k3v9x2m4q7w", "k3v9x2m4q7wdd", "k3v9x2m4q7wi", "K3V9X2M4Q7WD",
        "k3v9x2m4q7w ", "k3v9x2m4q7é",
    ])
    func notWhole(_ text: String) {
        #expect(!Identifier.isWhole(text))
    }
}
