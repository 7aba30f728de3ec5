/// A program as the library defines it.
package struct LibraryProgram: Sendable, Hashable {
    package enum Origin: Sendable {
        /// A person's own file; its programs take precedence where names conflict with shipped ones.
        case own
        case shipped
        /// A shipped program that is used while a person's own file can't be read. It never replaces an
        /// existing program.
        case fallback
    }

    /// The library's permanent name for the program, from which its id is derived.
    package let slug: String
    package let fields: Program.Fields
    package let origin: Origin

    package init(slug: String, fields: Program.Fields, origin: Origin = .shipped) {
        self.slug = slug
        self.fields = fields
        self.origin = origin
    }

    /// Orders a person's own programs before the others, each by slug.
    package static func precedes(_ one: LibraryProgram, _ other: LibraryProgram) -> Bool {
        let isOwn = one.origin == .own
        return isOwn == (other.origin == .own) ? one.slug < other.slug : isOwn
    }
}

/// The changes that the library makes to the programs.
package struct ProgramChanges: Sendable {
    package private(set) var written: [Program] = []
    /// Programs that the library no longer has and that nobody has changed, and programs that have lost their
    /// names to others.
    package private(set) var removed: [Program] = []
    /// Programs whose names are taken by another one.
    package private(set) var skipped: [LibraryProgram] = []

    /// - Parameters:
    ///   - isWhole: whether the library was read to its end; a program missing from a partly read library may
    ///     still be in it.
    ///   - present: all programs, deleted ones included.
    ///   - changed: ids of programs that a person has changed, as the stamps of shared rows tell. `nil` without
    ///     stamps: edited programs then stay as they are.
    package init(
        of library: [LibraryProgram], isWhole: Bool = true, present: [Program],
        changed: Set<String>? = nil
    ) {
        let byID = Dictionary(uniqueKeysWithValues: present.map { ($0.id, $0) })
        let slugs = Set(library.map(\.slug))
        let certain = Set(library.filter { $0.origin != .fallback }.map(\.slug))
        let gone = present.filter { program in
            guard let slug = program.slug, isWhole else { return false }
            return !slugs.contains(slug) && (!program.isEdited || program.isDeleted)
        }
        removed = gone
        // Programs that stay as they are whatever the library says.
        let kept = present.filter { program in
            let isChanged = changed?.contains(program.id) ?? program.isEdited
            return program.slug.map { isChanged || program.isDeleted || !certain.contains($0) }
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
        // A skipped program is removed rather than kept under its old name, which another program may have
        // taken.
        let homeless = skipped.compactMap { byID[Program.id(ofSlug: $0.slug)] }
        removed += homeless
    }

    package var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}
