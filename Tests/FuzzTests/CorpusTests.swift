import Fuzz
import TestSupport
import Testing

/// Runs the inputs that the fuzzers have found worth keeping, and changed versions of them.
@MainActor struct CorpusTests {
    private static let folder = Checkout.path("Tests/Fuzz/Corpus")

    private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = "\(folder)/\(target.name)"
        return try File.names(in: folder).map { name in
            (name, try #require(File.bytes("\(folder)/\(name)")))
        }
    }

    @Test func eachTargetHasItsFolder() {
        #expect(File.names(in: Self.folder) == FuzzTarget.all.map(\.name).sorted())
    }

    @Test(arguments: FuzzTarget.all)
    func whatIsKeptBreaksNothing(target: FuzzTarget) throws {
        let inputs = try Self.inputs(of: target)
        #expect(!inputs.isEmpty)
        for input in inputs {
            #expect(throws: Never.self, "\(target.name)/\(input.name)") {
                try target.run(input.bytes)
            }
        }
    }

    /// A simple fuzzer, for where there is no time for the real one.
    @Test(arguments: FuzzTarget.all)
    func changesBreakNothing(target: FuzzTarget) throws {
        var random = SplitMix(seed: 20_260_301)
        let inputs = try Self.inputs(of: target).map(\.bytes)
        // The engine is slow, most of all where everything is asked.
        for _ in 1...(["engine": 60, "rows": 20, "shared-rows": 60][target.name] ?? 3000) {
            var input = inputs.randomElement(using: &random) ?? []
            for _ in 1...Int.random(in: 1...4, using: &random) {
                Self.change(&input, inputs, &random)
            }
            #expect(throws: Never.self, "\(target.name): \(input)") { try target.run(input) }
        }
    }

    private static func change(
        _ input: inout [UInt8], _ others: [[UInt8]], _ random: inout SplitMix
    ) {
        let start = Int.random(in: 0...input.count, using: &random)
        let count = min(input.count - start, Int.random(in: 0...8, using: &random))
        let piece = start..<start + count
        switch Int.random(in: 0...3, using: &random) {
        case 0: for place in piece { input[place] ^= 1 << UInt8.random(in: 0...7, using: &random) }
        case 1: input.removeSubrange(piece)
        case 2: input.insert(contentsOf: input[piece], at: start)
        default:
            let other = others.randomElement(using: &random) ?? []
            let cut = Int.random(in: 0...other.count, using: &random)
            input.replaceSubrange(piece, with: other[cut...].prefix(16))
        }
    }

    @Test func nothingBreaksNothing() {
        for target in FuzzTarget.all {
            #expect(throws: Never.self, "\(target.name)") { try target.run([]) }
        }
    }
}
