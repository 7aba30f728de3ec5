import TestSupport
import TrackerCore
import TrackerStore

/// Folder in memory that a person's machines share. A machine writes only into the subfolder of its present id.
/// Others may find the files there late, cut short, twice, or in an older version.
struct SyncFolder {
    /// Size from which a file is final, in bytes.
    static let maximumBytes = 2048

    /// File with all its contents so far, the newest last.
    private struct File {
        var versions: [[String]]
        /// Whether the writer has removed it. Readers may still find it.
        var isRemoved = false
    }

    /// State of writing a subfolder.
    private struct Progress {
        /// Number of the newest file.
        var number = 1
        /// Place of the last row in the files before the newest one.
        var place = SharedPlace.start
    }

    /// Files by writer and number.
    private var files: [String: [Int: File]] = [:]
    private var progress: [String: Progress] = [:]
    /// Names of the machines, by writer.
    private var names: [String: String] = [:]
    /// Contents of the files that readers have merged whole, by reader, writer and number.
    private var known: [String: [String]] = [:]
    /// Line that was written last, after its machine's name.
    private(set) var newest = ""

    /// Writers with files, in the order of their first files. Their ids alone have no order that a seed gives.
    private(set) var writers: [String] = []

    /// Name of a writer's machine.
    func name(of writer: String) -> String { names[writer] ?? writer }

    // MARK: Writing

    /// Replaces the machine's newest file with all rows that changed since the file before it.
    ///
    /// - Parameter isCutOff: whether the machine crashes before it notes that the file is final.
    /// - Returns: whether anything in the folder has changed.
    @discardableResult
    mutating func write(_ machine: SyncMachine, isCutOff: Bool = false) throws -> Bool {
        let writer = try machine.writer
        names[writer] = machine.name
        var place = progress[writer] ?? Progress()
        let (lines, last) = try machine.lines(after: place.place)
        let hasChanged = put(lines, writer, place.number)
        let bytes = lines.reduce(0) { $0 + $1.utf8.count + 1 }
        if bytes > Self.maximumBytes, !isCutOff {
            place.place = last
            place.number += 1
        }
        progress[writer] = place
        return hasChanged
    }

    /// Writes everything that a machine knows under higher numbers, and removes its former files.
    mutating func rewrite(_ machine: SyncMachine) throws {
        let writer = try machine.writer
        names[writer] = machine.name
        let former = progress[writer] ?? Progress()
        let first = former.number + 1
        var place = Progress(number: first)
        while true {
            let (lines, last) = try machine.lines(after: place.place, limit: 10)
            guard last != place.place else { break }
            put(lines, writer, place.number)
            place = Progress(number: place.number + 1, place: last)
        }
        for number in (files[writer] ?? [:]).keys where number < first {
            files[writer]?[number]?.isRemoved = true
        }
        progress[writer] = place
    }

    /// - Returns: whether the file has changed.
    @discardableResult
    private mutating func put(_ lines: [String], _ writer: String, _ number: Int) -> Bool {
        var file = files[writer, default: [:]][number] ?? File(versions: [])
        guard file.versions.last != lines || file.isRemoved else { return false }
        // An empty file isn't made.
        guard !(file.versions.isEmpty && lines.isEmpty) else { return false }
        let former = Set(file.versions.last ?? [])
        newest = lines.last { !former.contains($0) }.map { "\(name(of: writer)): \($0)" } ?? newest
        file.versions.append(lines)
        file.isRemoved = false
        files[writer, default: [:]][number] = file
        if !writers.contains(writer) { writers.append(writer) }
        return true
    }

    // MARK: Reading

    /// Lines that a machine hasn't merged yet, from the files as their writer left them.
    mutating func unread(by reader: SyncMachine, of writer: String) -> [String] {
        var lines: [String] = []
        let sorted = (files[writer] ?? [:]).sorted { $0.key < $1.key }
        for (number, file) in sorted where !file.isRemoved {
            let key = "\(reader.name) \(writer) \(number)"
            guard let newest = file.versions.last, known[key] != newest else { continue }
            known[key] = newest
            lines += newest
        }
        return lines
    }

    /// Forgets everything that a machine has merged, as after a restart.
    mutating func forget(reader: SyncMachine) {
        known = known.filter { !$0.key.hasPrefix("\(reader.name) ") }
    }

    /// Lines of some of a writer's files, as a reader may find them: in any order, late, twice, cut short or
    /// damaged, in older versions and conflict copies, or not at all.
    func faulty(of writer: String, _ dice: inout SplitMix) -> [String] {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }
        var found: [[String]] = []
        let sorted = (files[writer] ?? [:]).sorted { $0.key < $1.key }
        for (_, file) in sorted where !chance(file.isRemoved ? 80 : 25) {
            var versions = [file.versions.last ?? []]
            if chance(25), let other = file.versions.randomElement(using: &dice) {
                versions = [other]
            }
            // A conflict copy is one more file.
            if chance(15), let other = file.versions.randomElement(using: &dice) {
                versions.append(other)
            }
            if chance(10) { versions += versions }
            found += versions.map { chance(20) ? Self.cut($0, &dice) : $0 }
        }
        if chance(50) { found.shuffle(using: &dice) }
        var lines = found.flatMap { $0 }
        if chance(30) { lines.shuffle(using: &dice) }
        return lines
    }

    /// Beginning of a file, up to the end of a line or the middle of one.
    private static func cut(_ lines: [String], _ dice: inout SplitMix) -> [String] {
        guard !lines.isEmpty else { return lines }
        let count = Int.random(in: 0..<lines.count, using: &dice)
        guard Bool.random(using: &dice) else { return Array(lines.prefix(count)) }
        let bytes = Int.random(in: 1..<max(2, lines[count].utf8.count), using: &dice)
        return lines.prefix(count) + [
            String(decoding: lines[count].utf8.prefix(bytes), as: UTF8.self)
        ]
    }
}
