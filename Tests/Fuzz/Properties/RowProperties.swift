import TestSupport
import TrackerCore
import TrackerEngine

/// Whatever rows an import brings that pass their checks, each request afterwards gets its answer, nothing is an
/// internal error, and the journal and the tables agree.
///
/// The input: lines such as `streak_pause 0 until_day 20000`, each of which gives one value in a row of an
/// export another value: the table, the place of the row in it, the column, and the value as JSON. Of a list or
/// an object the column names the value within (`laps.0.at_ms`), and of a moment its numbers by their places
/// (`base.1`).
enum RowProperties {
    private static let base = Result { try Base() }

    static func check(_ bytes: [UInt8]) throws {
        let base = try base.get()
        var rows = base.rows
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(16) {
            change(&rows, by: line)
        }
        let world = try World(at: base.clock.advanced(byMs: 60_000), library: Base.library)
        defer { world.remove() }
        guard let id = try world.ask("import.open")?["import"]?.text else {
            throw Broken("no import")
        }
        let file =
            "{"
            + Kind.allCases.reduce("\"trackerd\":\(base.header)") { text, kind in
                let rows = rows[kind.rawValue]?.map(\.description) ?? []
                return text + ",\"\(kind.rawValue)\":[\(rows.joined(separator: ","))]"
            } + "}"
        let text = Json.text(file)
        try world.ask("import.append", "{\"import\":\"\(id)\",\"text\":\(text)}")
        try world.ask("import.commit", "{\"import\":\"\(id)\"}")
        for (method, params) in SampleHistory.readings + SampleHistory.moves {
            try world.ask(method, params)
        }
        try world.take(Array("+7200000".utf8))
        try world.take(Array("r".utf8))
        for (method, params) in SampleHistory.readings { try world.ask(method, params) }
        try world.verify()
    }

    private static func change(_ rows: inout [String: [Json]], by line: Substring) {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard words.count == 4, let place = Int(words[1]),
            let row = rows[words[0]]?.dropFirst(max(0, place)).first, place >= 0,
            let value = try? Json(reading: words[3])
        else { return }
        let leaf = row.leaves.first { "\($0)" == words[2] } ?? RowLeaf(column: words[2])
        rows[words[0]]?[place] = row.with(leaf, value)
    }
}

/// The export whose rows are changed.
private struct Base {
    let header: Json
    let rows: [String: [Json]]
    /// When it was written.
    let clock: Moment

    static var library: Library {
        Library(fingerprint: "rows") {
            let definitions = ProgressDefinitions(
                achievements: [
                    Achievement(
                        id: "first", name: "First", text: "{n} effort.", category: .milestone,
                        measured: Measured(.efforts), steps: [.init(.bronze, at: 1)])
                ],
                challenges: [
                    ChallengeTemplate(
                        id: "two", kind: .weekly, text: "{target} efforts",
                        measured: Measured(.efforts), target: 2)
                ])
            return Library.Content(movements: [], definitions: definitions, isWhole: true)
        }
    }

    init() throws {
        let world = try World(library: Self.library)
        defer { world.remove() }
        for (lines, wait) in [
            (SampleHistory.past, 5_400_000), (SampleHistory.between, 1_800_000),
            (SampleHistory.present, 5000), (SampleHistory.more, 0),
        ] {
            for (method, params) in lines { try world.ask(method, params) }
            try world.take(Array("+\(wait)".utf8))
        }
        var text = ""
        var cursor: Json?
        repeat {
            let more = cursor.map { ",\"cursor\":\($0)" } ?? ""
            let page = try world.ask("export", "{\"what\":\"all\",\"format\":\"json\"\(more)}")
            text += page?["text"]?.text ?? ""
            cursor = page?["cursor"]
        } while cursor != nil
        let file = try Json(reading: text.replacing("\n", with: ""))
        header = file["trackerd"] ?? .null
        clock = world.clock
        var rows = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, file[$0.rawValue]?.list ?? []) }
        )
        // The machine of this world stays where it is.
        let journey = ZoneChange(from: "Europe/Berlin", to: "Asia/Tokyo", atMs: clock.wallMs)
        rows[ZoneChange.table] = [try Json(reading: journey.json)]
        self.rows = rows
    }
}
