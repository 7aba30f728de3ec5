import TestSupport
import TrackerCore
import TrackerEngine

/// What comes from other machines through the shared folder.
enum SharedFileProperties {
    private static let writer = "0123456789ab"

    /// Whatever a file has, what is read of it makes a file with the same lines, and a row's line is written as the same
    /// line again.
    ///
    /// The input: a whole file.
    static func checkFile(_ bytes: [UInt8]) throws {
        guard let name = SharedFile.Name(number: 1),
            let file = try? SharedFile(bytes, name: name, writer: writer)
        else { return }
        let ends = bytes.count { $0 == UInt8(ascii: "\n") }
        let isCut = bytes.last != UInt8(ascii: "\n")
        try demand(
            file.lines.count + file.damaged == ends - 1 + (isCut ? 1 : 0),
            "\(file.lines.count) lines and \(file.damaged) damaged ones of \(ends)")
        var draft = SharedFile.Draft(writer: writer, name: name)
        for line in file.lines {
            let fits = draft.add(line)
            try demand(fits, "the lines don't fit any more")
            try checkLine(line)
        }
        let again = try SharedFile(draft.bytes, name: name, writer: writer)
        try demand(again.lines == file.lines && again.damaged == 0, "other lines are read again")
    }

    private static func checkLine(_ text: String) throws {
        guard let line = SharedLine(text) else { return }
        try demand(Identifier.isWhole(line.id) || line.id == Settings.onlyID, "id \(line.id)")
        let again = SharedLine(line.text)
        try demand(again?.text == line.text, "\(line.text) is written as \(again?.text ?? "")")
    }

    /// Whatever rows come, nothing is an internal error, the journal and the tables agree, a clock goes on, and rows that
    /// come once more change nothing.
    ///
    /// The input: lines of objects, without their hashes.
    static func checkRows(_ bytes: [UInt8]) throws {
        let pieces = bytes.split(separator: UInt8(ascii: "\n")).prefix(32)
        let lines = pieces.map { piece in
            let object = String(decoding: piece, as: UTF8.self)
            return "\(object)\t\(SharedLine.hexadecimal(SHA256.digest(of: object).prefix(8)))"
        }
        let world = try World()
        defer { world.remove() }
        try world.ask("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try world.ask("log.add", #"{"exercise":"squats","count":5}"#)
        try world.merge(lines)
        try world.verify()
        let digest = try world.sharedDigest()
        try world.merge(lines)
        try demand(world.sharedDigest() == digest, "the same rows change something")
        try world.take(Array("+1000".utf8))
        try world.ask("exercise.create", #"{"name":"Afterwards","unit":"reps"}"#)
        let isLogged = try world.ask("log.add", #"{"exercise":"afterwards","count":5}"#) != nil
        try demand(isLogged, "nothing can be logged any more")
        for (method, params) in SampleHistory.readings { try world.ask(method, params) }
        try world.take(Array("r".utf8))
        try world.verify()
    }

    /// Whatever a note has, what is read of it makes the same note.
    ///
    /// The input: a whole `about.json`.
    static func checkNote(_ bytes: [UInt8]) throws {
        guard let note = try? MachineNote(bytes, writer: writer) else { return }
        try demand(MachineNote.isName(note.name), "the name is \(note.name)")
        let again = try MachineNote(note.bytes(), writer: writer)
        try demand(again == note, "\(note) is written as \(again)")
    }
}
