import TrackerCore

/// Rows of Jefit's backup, which has several tables one below the other. Each begins with a line such as
/// `### EXERCISE LOGS ###`, then the names of its columns.
///
/// A row of `EXERCISE LOGS` has all sets of an exercise: `60x10,65x8`. `WORKOUT SESSIONS` comes before it and
/// has the workouts' starts and ends.
struct JefitRows {
    static let mark = Array("###".utf8)

    /// Columns of the rows that are made, one for each set.
    static let columns = Columns(
        ofJefit: [
            ("mydate", .date), ("endtime", .end), ("belongsession", .workoutNumber),
            ("ename", .exercise), ("logs", .weight), ("logs", .reps),
        ], separator: UInt8(ascii: ","))

    private enum Table { case sessions, logs, other }

    /// Start and end of a workout, as texts with their zone.
    private struct Session {
        let start: String
        let end: String
    }

    private var table = Table.other
    /// Places of the table's columns by their names; `nil` before the row with the names.
    private var places: [String: Int]?
    private var width = 0
    private var sessions: [String: Session] = [:]

    /// - Parameter first: the first line of the file, which names a table.
    init(first: String) { begin(first) }

    private mutating func begin(_ line: String) {
        places = nil
        table =
            switch line.filter({ $0 != "#" }).trimmed {
            case "WORKOUT SESSIONS": .sessions
            case "EXERCISE LOGS": .logs
            default: .other
            }
    }

    /// The rows of sets that a row of the file has.
    mutating func rows(of row: CSVRows.Row) throws(LeftOut) -> [CSVRows.Row] {
        let texts = try row.texts()
        if texts[0].hasPrefix("###") {
            begin(texts[0])
            return []
        }
        guard table != .other else { return [] }
        guard let places else {
            let names = texts.enumerated().map { ($1.trimmed, $0) }
            self.places = Dictionary(names) { first, _ in first }
            width = texts.count
            return []
        }
        guard texts.count == width else {
            throw LeftOut(
                "the row has \(texts.count) column\(texts.count == 1 ? "" : "s") where the header "
                    + "has \(width)")
        }
        func value(_ name: String) -> String { places[name].map { texts[$0].trimmed } ?? "" }
        guard table == .logs else {
            let times = (Self.time(value("starttime")), Self.time(value("endtime")))
            if let start = times.0 {
                sessions[value("_id")] = Session(start: start, end: times.1 ?? "")
            }
            return []
        }
        let session = sessions[value("belongsession")]
        let beginning = [
            session?.start ?? value("mydate"), session?.end ?? "", value("belongsession"),
            value("ename"),
        ]
        var rows: [CSVRows.Row] = []
        for part in value("logs").split(separator: ",") {
            let figures = part.split(separator: "x", omittingEmptySubsequences: false)
            guard figures.count == 2 else {
                throw LeftOut("column logs: '\(part.prefix(40))' isn't a set such as 60x10")
            }
            let texts = beginning + figures.map(String.init)
            rows.append(
                CSVRows.Row(
                    line: row.line, fields: texts.map { Array($0.utf8) },
                    isMalformed: row.isMalformed))
        }
        guard !rows.isEmpty else { throw LeftOut("the row has no sets") }
        return rows
    }

    /// Time of a number of seconds since 1970, as text with its zone; `nil` if it is none.
    private static func time(_ text: String) -> String? {
        guard let seconds = Int64(text), (1...32_503_680_000).contains(seconds) else { return nil }
        let civil = CivilTime(unixSeconds: seconds)
        return "\(civil.dateText) \(civil.timeText)Z"
    }
}
