import TextFiles
import TrackerAPI
import TrackerCore
import UserFiles

/// Any bytes are a program that can be written and read again, or are refused with the place and the
/// reason.
enum ProgramProperties {
    static func check(_ bytes: [UInt8]) throws {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let read: ProgramCreate
        do throws(TextProblem) {
            read = try ProgramFile.read(bytes)
        } catch {
            try demand(!error.message.isEmpty, "a refusal without a word")
            try demand((1...lines).contains(error.line ?? 1), "\(error): of \(lines) lines")
            return
        }
        let fields = Program.Fields(
            name: read.name, icon: read.icon, sound: read.sound, ringAgainMs: read.ringAgain?.ms,
            parts: read.intervals.parts)
        let text = ProgramFile.text(of: ProgramView(try Program(id: "p1", fields: fields)))
        let again = try ProgramFile.read(text)
        try demand(
            again.name == fields.name && again.icon == fields.icon
                && again.sound == fields.sound && again.ringAgain?.ms == fields.ringAgainMs
                && again.intervals.parts == fields.parts,
            "written it is another: \(text)")
    }
}
