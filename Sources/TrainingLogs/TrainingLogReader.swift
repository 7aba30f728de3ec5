import TrackerCore

/// Reads a file of a training program from bytes that come in pieces, cut anywhere.
///
/// Only one row, one workout and the findings are kept in memory; of a file of no known program without times of
/// day, up to 50,000 sets, since a later row may belong to an earlier workout. After an error the reader returns
/// nothing more.
package struct TrainingLogReader {
    /// Largest size of the header, in bytes; headers of known files have about 200.
    private static let maximumHeaderBytes = 16_384

    /// The given or detected format; `nil` until the header shows it.
    package private(set) var format: TrainingLog.Format?
    package private(set) var findings = Findings()
    /// Whether there are loads other than 0 without a unit in the file.
    package private(set) var needsUnit = false
    /// Whether there are distances without a unit in the file.
    package private(set) var needsDistanceUnit = false

    /// Time when trackerd's own export was written, in UTC milliseconds; `nil` if the file doesn't give it.
    package var exportedMs: Int64? { own?.exportedMs }

    /// True if the file has measurements of the body in place of workouts.
    package var hasMeasurements: Bool { columns?.isOfMeasurements ?? false }

    /// Names of all columns of a file of no known program; `nil` for other files and until the header has been read.
    package private(set) var head: [String]?
    /// Columns of such a file that are read, by the words for their meanings; `nil` for other files.
    package var toldColumns: [String: String]? { head.flatMap { _ in columns?.told } }

    /// True if all starts have a time of day, as far as the file has been read. Where one has none, other files may
    /// have workouts of the same start.
    package var hasTimes: Bool { gathering.hasTimes }

    /// Name of the column with the starts; empty until the header has been read.
    package var dateColumn: String { columns?.name(of: .date) ?? "" }
    /// Name of the column with the distances; empty if there is none.
    package var distanceColumn: String { columns?.name(of: .distance) ?? "" }

    private var beginning: [UInt8] = []
    private var isInQuotes = false
    private var lineOfBytes = 1
    private var columns: Columns?
    private var rows: CSVRows?
    private var own: NativeRows?
    private var jefit: JefitRows?
    /// Columns that a person has told, by the words for their meanings; `nil` to find them.
    private let told: [String: String]?
    /// Columns that were told for earlier files, by the names of all columns.
    private let known: [[String]: [String: String]]
    private var gathering: WorkoutBuilder
    private var clock: FileClock
    private var error: TrainingLogError?

    /// - Parameters:
    ///   - format: the format that the file must have; `nil` to detect it.
    ///   - told: the file's names of columns by the words for their meanings, as a person told them; `nil` to find
    ///     them.
    ///   - known: columns that were told for earlier files, by the names of all columns.
    ///   - zone: zone of the file's times.
    package init(
        format: TrainingLog.Format? = nil, told: [String: String]? = nil,
        known: [[String]: [String: String]] = [:], zone: Zone
    ) {
        self.format = told == nil ? format : .csv
        self.told = told
        self.known = known
        gathering = WorkoutBuilder(zone: zone)
        clock = FileClock(zone: zone)
    }

    /// Takes the next piece, and returns the items that it completes.
    package mutating func push(
        _ bytes: ArraySlice<UInt8>
    ) throws(TrainingLogError) -> [TrainingLog.Item] {
        try guarded { reader throws(TrainingLogError) in
            var items: [TrainingLog.Item] = []
            for byte in bytes {
                if let item = try reader.parse(byte) { items.append(item) }
            }
            return items
        }
    }

    /// Ends the file, and returns the last items.
    package mutating func finish() throws(TrainingLogError) -> [TrainingLog.Item] {
        try guarded { reader throws(TrainingLogError) in
            if reader.rows == nil, reader.own == nil { try reader.readHeader(sawReturn: false) }
            try reader.own?.finish()
            var items: [TrainingLog.Item] = []
            if let row = try reader.rows?.finish(),
                let item = try reader.parse(row, isCutOff: true)
            {
                items.append(item)
            }
            for workout in reader.gathering.finish(&reader.findings) {
                items.append(.workout(reader.note(workout)))
            }
            return items
        }
    }

    private mutating func guarded(
        _ body: (inout Self) throws(TrainingLogError) -> [TrainingLog.Item]
    ) throws(TrainingLogError) -> [TrainingLog.Item] {
        if let error { throw error }
        do throws(TrainingLogError) {
            return try body(&self)
        } catch {
            self.error = error
            throw error
        }
    }

    private mutating func parse(_ byte: UInt8) throws(TrainingLogError) -> TrainingLog.Item? {
        guard byte != 0 else {
            throw TrainingLogError(
                "this isn't text, or it is in UTF-16: export it again, or save it as UTF-8")
        }
        if rows != nil {
            guard let row = try rows?.push(byte) else { return nil }
            return try parse(row, isCutOff: false)
        }
        if own != nil { return try own?.push(byte).map { .row($0) } }
        try begin(byte)
        return nil
    }

    // MARK: Beginning of the file

    private mutating func begin(_ byte: UInt8) throws(TrainingLogError) {
        let isEnd = !isInQuotes && (byte == newline || byte == carriageReturn)
        if byte == quote { isInQuotes.toggle() }
        guard isEnd else {
            beginning.append(byte)
            if beginning == [0xef, 0xbb, 0xbf] { beginning = [] }
            guard ![[0xff, 0xfe], [0xfe, 0xff]].contains(beginning) else {
                throw TrainingLogError("this is UTF-16: save the file as UTF-8")
            }
            if byte == UInt8(ascii: "{"), beginning.dropLast().allSatisfy({ $0 <= 0x20 }) {
                try beginOwn()
            }
            guard beginning.count <= Self.maximumHeaderBytes else { throw unknownHeader(nil) }
            return
        }
        if beginning.allSatisfy({ $0 <= 0x20 }) {
            // This is a blank line, or the second byte of a line end.
            beginning = []
            lineOfBytes += byte == newline ? 1 : 0
            return
        }
        try readHeader(sawReturn: byte == carriageReturn)
    }

    private mutating func beginOwn() throws(TrainingLogError) {
        if let format, format != .trackerd {
            throw TrainingLogError("this is JSON, not a file from \(format.title)")
        }
        format = .trackerd
        var own = NativeRows(line: lineOfBytes)
        _ = try own.push(UInt8(ascii: "{"))
        self.own = own
        beginning = []
    }

    private mutating func readHeader(sawReturn: Bool) throws(TrainingLogError) {
        guard !beginning.allSatisfy({ $0 <= 0x20 }) else {
            throw TrainingLogError("the file is empty")
        }
        guard format != .trackerd else {
            throw TrainingLogError(line: lineOfBytes, "this isn't JSON as trackerd exports it")
        }
        let lineEnd = lineOfBytes + lineEnds + 1
        if beginning.starts(with: JefitRows.mark), format == nil || format == .jefit {
            format = .jefit
            jefit = JefitRows(first: String(decoding: beginning, as: UTF8.self))
            columns = JefitRows.columns
            rows = CSVRows(separator: UInt8(ascii: ","), line: lineEnd, sawReturn: sawReturn)
            beginning = []
            return
        }
        let found = try header()
        columns = found
        format = found.format
        rows = CSVRows(separator: found.separator, line: lineEnd, sawReturn: sawReturn)
        for name in found.unread {
            findings.warn("the column \(FileText.cut(name, to: 80)) is ignored", at: lineOfBytes)
        }
        beginning = []
    }

    private var lineEnds: Int {
        beginning.count { $0 == newline }
    }

    private mutating func header() throws(TrainingLogError) -> Columns {
        var heads: [(separator: UInt8, names: [String])] = []
        for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
            guard let names = try columnNames(splitBy: separator) else { continue }
            guard told != nil || !ProposedColumns.areOwn(names) else {
                throw TrainingLogError(
                    line: lineOfBytes,
                    "this is a table of sets that trackerd wrote, which can't be imported: use a file "
                        + "from 'trackerctl export --what all --output all.json'")
            }
            if told == nil,
                let found = Columns(names, separator: separator, format: format)
            {
                return found
            }
            heads.append((separator, names))
        }
        // The separator that splits the line further comes first.
        heads.sort { $0.names.count > $1.names.count }
        if let told { return try toldHead(told, in: heads) }
        let bar = UInt8(ascii: "|")
        if let names = try columnNames(splitBy: bar),
            Columns(names, separator: bar, format: format) != nil
        {
            throw TrainingLogError(
                line: lineOfBytes,
                "the columns are separated by bars: save the file with commas or semicolons")
        }
        guard format == nil || format == .csv else { throw unknownHeader(beginning) }
        for (separator, names) in heads {
            let former = known[names].flatMap {
                Columns(names, separator: separator, told: $0)
            }
            guard let found = former ?? Columns(proposedFor: names, separator: separator) else {
                continue
            }
            head = names
            return found
        }
        let recognized = Columns.meanings(proposedFor: heads.first?.names ?? [])
        throw unknownHeader(beginning, missing: TrainingLog.missing(from: recognized))
    }

    private mutating func toldHead(
        _ told: [String: String], in heads: [(separator: UInt8, names: [String])]
    ) throws(TrainingLogError) -> Columns {
        for (separator, names) in heads {
            guard let found = Columns(names, separator: separator, told: told) else { continue }
            head = names
            return found
        }
        let names = (heads.first?.names ?? []).map { FileText.cut($0, to: 40) }
        throw TrainingLogError(
            line: lineOfBytes,
            "the file doesn't have all of these columns; it has: "
                + FileText.cut(names.joined(separator: ", "), to: 400), needsColumns: true)
    }

    private func columnNames(
        splitBy separator: UInt8
    ) throws(TrainingLogError) -> [String]? {
        var rows = CSVRows(separator: separator, line: lineOfBytes)
        for byte in beginning { _ = try rows.push(byte) }
        guard let row = try rows.finish() else { return nil }
        do throws(LeftOut) {
            return try row.texts()
        } catch {
            throw TrainingLogError(line: lineOfBytes, error.reason)
        }
    }

    /// - Parameter missing: what no column is known to have; `nil` for a line that can't be split into columns.
    private func unknownHeader(_ header: [UInt8]?, missing: String? = nil) -> TrainingLogError {
        let shown = header.map { bytes in
            let text = FileText.name(String(decoding: bytes.prefix(120), as: UTF8.self))
            return " ('\(text)\(bytes.count > 120 ? "…" : "")')"
        }
        let line = "the first line\(shown ?? "")"
        guard format == nil || format == .csv else {
            let title = format?.title ?? ""
            return TrainingLogError(
                line: lineOfBytes, "\(line) isn't that of \(title): export the file again")
        }
        return TrainingLogError(
            line: lineOfBytes,
            "\(line) isn't that of a known program\(missing.map { ", and \($0)" } ?? "")",
            needsColumns: true)
    }

    // MARK: Rows of the file

    private mutating func parse(
        _ row: CSVRows.Row, isCutOff: Bool
    ) throws(TrainingLogError) -> TrainingLog.Item? {
        guard let columns else { return nil }
        var done: TrainingLog.Item?
        do throws(LeftOut) {
            let rows = try jefit?.rows(of: row)
            for row in rows ?? [row] {
                let set = try FileRow(row, columns, isCutOff: isCutOff)
                // Only the first of several rows may end a workout.
                if let item = try completed(by: set) { done = item }
            }
        } catch {
            guard !error.isFatal else {
                throw TrainingLogError(line: row.line, error.reason)
            }
            gathering.pass()
            findings.leaveOut(error, at: row.line)
        }
        if findings.skipped.count > Findings.maximumSkipped {
            throw TrainingLogError(
                line: row.line,
                "more than \(Findings.maximumSkipped) rows can't be read, the first on line "
                    + "\(findings.skipped[0].line): \(findings.skipped[0].reason)")
        }
        return done
    }

    /// The item that a row completes; `nil` if it completes none.
    private mutating func completed(by row: FileRow) throws(LeftOut) -> TrainingLog.Item? {
        guard row.columns.isOfMeasurements else {
            return try gathering.add(row, &findings).map { .workout(note($0)) }
        }
        return .measurement(try MeasurementRow(row: row).measurement(&clock, &findings))
    }

    private mutating func note(_ workout: TrainingLog.Workout) -> TrainingLog.Workout {
        for set in workout.exercises.lazy.flatMap(\.sets) {
            if let load = set.load, load.unit == nil, load.value != 0 { needsUnit = true }
            if case .unknown = set.distance { needsDistanceUnit = true }
        }
        return workout
    }
}
