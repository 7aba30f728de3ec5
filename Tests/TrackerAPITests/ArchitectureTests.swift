import Testing

/// `Sources/README.md` names files, types and functions that exist.
struct ArchitectureTests {
    @Test func whatItNamesExists() throws {
        var known: Set<String> = []
        for folder in ["Sources", "Tests"] {
            known.formUnion(try SourceWords.counts(in: folder).keys)
            for path in try SourceWords.paths(in: folder) {
                known.formUnion(SourceWords.words(of: path))
            }
        }
        let page = try SourceWords.text(of: "Sources/README.md")
        let names = page.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
            .filter { name in !name.contains { "$<* ".contains($0) } }
        #expect(names.count > 100)
        let unknown = names.filter { !known.isSuperset(of: SourceWords.words(of: $0)) }
        #expect(unknown.isEmpty)
    }
}
