/// A program as the library has it.
package struct LibraryProgram: Sendable, Hashable {
    package enum Origin: Sendable {
        /// A person's own file, whose name for a program goes before a shipped one's.
        case own
        case shipped
        /// Shipped, while a person's own can't be read: it takes the place of nothing that is there.
        case standIn
    }

    /// What the library calls it, for good: its id is derived from that.
    package let slug: String
    package let fields: Program.Fields
    package let origin: Origin

    package init(slug: String, fields: Program.Fields, origin: Origin = .shipped) {
        self.slug = slug
        self.fields = fields
        self.origin = origin
    }

    /// A person's own first.
    package static func precedes(_ one: LibraryProgram, _ other: LibraryProgram) -> Bool {
        let isOwn = one.origin == .own
        return isOwn == (other.origin == .own) ? one.slug < other.slug : isOwn
    }
}

/// What the library changes among the programs.
package struct ProgramChanges: Sendable {
    package private(set) var written: [Program] = []
    /// What the library has no more, and nobody has touched.
    package private(set) var removed: [Program] = []
    /// Those whose names are taken by something else.
    package private(set) var skipped: [LibraryProgram] = []

    /// - Parameters:
    ///   - isWhole: whether the library could be read to its end; what is missing from one that couldn't
    ///     may still be in it.
    ///   - present: all programs, with those that a person has deleted.
    package init(of library: [LibraryProgram], isWhole: Bool = true, present: [Program]) {
        let byID = Dictionary(uniqueKeysWithValues: present.map { ($0.id, $0) })
        let slugs = Set(library.map(\.slug))
        let certain = Set(library.filter { $0.origin != .standIn }.map(\.slug))
        let gone = present.filter { program in
            guard let slug = program.slug, isWhole else { return false }
            return !slugs.contains(slug) && (!program.isEdited || program.isDeleted)
        }
        removed = gone
        // What stays whatever the library says.
        let kept = present.filter { program in
            program.slug.map { program.isEdited || program.isDeleted || !certain.contains($0) }
                ?? true
        }
        let fixed = Set(kept.map(\.id))
        let leaving = Set(gone.map(\.id))
        var names = Set(kept.filter { !$0.isDeleted && !leaving.contains($0.id) }.map(\.key))
        for entry in library.sorted(by: LibraryProgram.precedes) {
            let id = Program.id(ofSlug: entry.slug)
            guard !fixed.contains(id) else { continue }
            guard names.insert(NameKey.of(entry.fields.name)).inserted else {
                skipped.append(entry)
                continue
            }
            let program = try? Program(id: id, fields: entry.fields, slug: entry.slug)
            guard let program, program != byID[id] else { continue }
            written.append(program)
        }
        // One that has no place under its new name would have none under its old one either, once
        // another has taken that.
        let homeless = skipped.compactMap { byID[Program.id(ofSlug: $0.slug)] }
        removed += homeless
    }

    package var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}
