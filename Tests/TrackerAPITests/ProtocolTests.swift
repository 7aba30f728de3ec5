import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// `Sources/TrackerAPI/PROTOCOL.md` and the pages of its areas agree with the code.
struct ProtocolTests {
    private let page: ProtocolPage

    init() throws { page = try ProtocolPage() }

    // MARK: Pages

    /// The entry's table has every page of an area, and no others.
    @Test func theEntryLeadsToEachPage() throws {
        let pages = try SourceWords.paths(in: ProtocolPage.folder)
            .map { $0.dropFirst("Sources/TrackerAPI/".count) }
        let entry = try SourceWords.text(of: ProtocolPage.entry)
        let linked = links(in: entry).filter { !$0.hasPrefix("#") }
        #expect(linked.sorted() == pages.sorted())
    }

    /// A link within a page leads to one of its headings, any other to a file.
    @Test func linksLeadSomewhere() throws {
        for path in try [ProtocolPage.entry] + SourceWords.paths(in: ProtocolPage.folder) {
            let text = try SourceWords.text(of: path)
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            for link in links(in: text) where !link.hasPrefix("https://") {
                if link.hasPrefix("#") {
                    let isThere = anchors(in: text).contains(String(link.dropFirst()))
                    #expect(isThere, "\(path): \(link)")
                } else {
                    #expect(throws: Never.self, "\(path): \(link)") {
                        try SourceWords.text(of: "\(folder)/\(link)")
                    }
                }
            }
        }
    }

    private func links(in text: String) -> [Substring] {
        text.matches(of: /\]\(([^)]*)\)/).map { $0.output.1 }
    }

    /// The names by which links mean the headings of a page.
    private func anchors(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
            line.drop { $0 == "#" || $0 == " " }.lowercased()
                .filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
                .replacing(" ", with: "-")
        }
    }

    // MARK: Methods

    @Test func methodsAreThoseOfTheTable() {
        let documented = page.methodSections.flatMap { $0.methods.map(\.name) }
        #expect(documented.sorted() == Methods.all.map { $0.method }.sorted())
    }

    @Test func marksTellTheEffects() throws {
        for method in page.methodSections.flatMap(\.methods) {
            let mark =
                switch try #require(Methods.byName[method.name]).effect {
                case .none: "reads"
                case .change: ""
                case .outside: "outside"
                }
            #expect(method.mark == mark, "\(method.name)")
        }
    }

    @Test(arguments: Golden.all) func everyParameterIsDocumented(_ golden: Golden) throws {
        let section = try section(of: golden.method)
        let documented = section.names(of: section.parameterRows ?? [])
        let missing = Set(try golden.parameters).subtracting(documented)
        #expect(missing.isEmpty)
    }

    @Test func noOtherParameterIsDocumented() throws {
        for section in page.methodSections {
            var known: Set<String> = []
            for method in section.methods {
                let golden = try #require(Golden.all.first { $0.method == method.name })
                known.formUnion(try golden.parameters)
            }
            let documented = section.names(of: section.parameterRows ?? [])
            #expect(Set(documented).subtracting(known).isEmpty, "\(section.title)")
        }
    }

    /// The rows of required parameters say so.
    @Test(arguments: Golden.all) func neededParametersAreCalledNeeded(_ golden: Golden) throws {
        let section = try section(of: golden.method)
        for name in try golden.neededParameters {
            let rows = section.parameterRows ?? []
            let row = try #require(rows.first { section.names(in: $0[0]).contains(name) })
            #expect(row.joined().contains("needed"), "\(name)")
        }
    }

    /// Every member of every result is documented.
    @Test(arguments: Golden.all) func resultsAreDocumented(_ golden: Golden) throws {
        for response in golden.responses {
            let members = try decode(JSONValue.self, response).memberNames
            // An optional parameter's name ends in a question mark in the page. Milliseconds beside a moment
            // are described with the moments.
            let missing = members.filter { name in
                !(name.hasSuffix("_ms") && members.contains(String(name.dropLast(3))))
                    && !page.text.contains("`\(name)`") && !page.text.contains("`\(name)?`")
            }
            #expect(missing.isEmpty)
        }
    }

    @Test func theListOfMethodsInTurnsIsWhole() throws {
        let transport = try page.section(titled: "Transport")
        let item = transport.lines.drop { !$0.hasPrefix("- Requests that may look through") }
            .prefix { !$0.hasPrefix("- A client that closes") }.joined(separator: " ")
        var told = Set(transport.names(in: item[...]))
        told.formUnion(["training.list", "run.list", "workout.list", "log.list"])
        let inTurns = Methods.all.filter { $0.isLong || $0.type is any ProgressRequest.Type }
        #expect(told == Set(inTurns.map { $0.method }))
    }

    private func section(of method: String) throws -> ProtocolPage.Section {
        try #require(
            page.methodSections.first { $0.methods.contains { $0.name == method } },
            "\(method) has no section")
    }

    // MARK: Errors

    @Test func errorKindsAreThoseOfTheCode() throws {
        let codes = Dictionary(
            uniqueKeysWithValues: WireError.codes.map { ($0.key.rawValue, $0.value) })
        var told: [String: Int] = [:]
        for row in try page.section(titled: "Errors").rows where row.count == 3 {
            let code = try #require(Int(row[0].filter { $0 != " " }))
            told[row[1].filter { !" `".contains($0) }] = code
        }
        #expect(told == codes)
    }

    @Test func detailsOfErrorsAreDocumented() throws {
        var rejection = Rejection(
            .conflict, "\(field: "f")", field: "f", state: "s", matches: ["m"], line: 1)
        rejection.index = 0
        // The occurrence's own members are documented with the reminders.
        var members = try decode(JSONValue.self, json(WireError(rejection).data)).memberNames
        members.insert("occurrence")
        let rows = try page.section(titled: "Errors").rows.filter { $0.count == 2 }
        #expect(Set(rows.map { $0[0].filter { !" `".contains($0) } }) == members)
    }

    // MARK: Events

    @Test func eventTypesAreThoseOfTheCode() {
        let documented = page.eventSections.flatMap { $0.names(of: $0.rows) }
        #expect(documented.sorted() == EventType.allCases.map(\.rawValue).sorted())
    }

    /// Documenting a type that nothing records would be pointless: each type is named at least once outside
    /// of its declaration.
    @Test func everyEventTypeIsUsed() throws {
        let counts = try SourceWords.counts(in: "Sources")
        let unused = EventType.allCases.filter { counts["\($0)", default: 0] < 2 }
        #expect(unused.isEmpty)
    }

    // MARK: Limits

    @Test func limitsAreTheDefaults() throws {
        let limits = Configuration.Limits()
        let rows = try page.section(titled: "Limits").rows
        let expected = [
            ("line_bytes", "1 MiB", limits.lineBytes == 1 << 20),
            ("in_flight", "\(limits.inFlight) requests", true),
            ("connections", "\(limits.connections) connections", true),
            ("first_line", "\(limits.firstLineMs / 1000) s", true),
            ("unread_bytes", "1 MiB", limits.unreadBytes == 1 << 20),
        ]
        for (key, words, isSo) in expected {
            let row = try #require(rows.first { $0[1].contains("`\(key)`") })
            #expect(row[0].contains(words) && isSo, "\(key)")
        }
        let requests = "\(Message.maximumCalls) requests in an array"
        #expect(rows.contains { $0[0].contains(requests) })
        #expect(limits.replyBytes == 4 * limits.unreadBytes)
    }
}

extension Golden {
    /// The names of all parameters.
    fileprivate var parameters: Dictionary<String, JSONValue>.Keys {
        get throws { try decode([String: JSONValue].self, all.json).keys }
    }

    /// Names of the required parameters.
    fileprivate var neededParameters: Dictionary<String, JSONValue>.Keys {
        get throws { try decode([String: JSONValue].self, fewest.json).keys }
    }
}

extension JSONValue {
    /// Names of the value's members and of all nested ones.
    fileprivate var memberNames: Set<String> {
        switch self {
        case .object(let members):
            members.reduce(into: Set(members.keys)) { $0.formUnion($1.value.memberNames) }
        case .array(let values): values.reduce(into: []) { $0.formUnion($1.memberNames) }
        default: []
        }
    }
}
