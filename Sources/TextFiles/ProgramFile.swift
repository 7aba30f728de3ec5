import TrackerAPI
import TrackerCore
import UserFiles

extension ProgramFile {
    package static func read(
        _ text: String, file: String? = nil
    ) throws(TextProblem) -> ProgramCreate {
        try read(Array(text.utf8), file: file)
    }

    /// Reads a program from the bytes of a file, and checks it as the daemon would.
    ///
    /// - Parameter file: the name of the file in problems; `nil` for a text from elsewhere.
    package static func read(
        _ bytes: [UInt8], file: String? = nil
    ) throws(TextProblem) -> ProgramCreate {
        let table = try TextTable(TextFile.text(bytes, file: file), file: file)
        try check(table, known: ["name", "icon", "sound", "ring_again", "intervals"])
        do {
            let program = try JSONText.value(ProgramCreate.self, from: table.json)
            let fields = try Program.Fields(
                name: program.name, icon: program.icon, sound: program.sound,
                ringAgainMs: program.ringAgain?.ms, parts: program.intervals.parts
            ).named()
            try fields.check()
            return ProgramCreate(
                name: fields.name, intervals: Intervals(fields.parts), icon: fields.icon,
                sound: fields.sound, ringAgain: program.ringAgain)
        } catch {
            let rejection = Rejection(decoding: error)
            throw table.problem(at: rejection.field, rejection.message)
        }
    }

    /// Problems with sounds in a program's text: their files can't be read. Empty for a text that isn't a program.
    ///
    /// - Parameter fault: reason why the file at a path can't be read; `nil` for a file that can be.
    package static func soundProblems(
        _ text: String, file: String?, fault: (String) -> String?
    ) -> [TextProblem] {
        guard let program = try? read(text, file: file),
            let table = try? TextTable(text, file: file)
        else { return [] }
        let own = program.sound.map { [(path: "sound", sound: $0)] } ?? []
        return (own + program.intervals.parts.sounds()).compactMap { key, sound in
            guard let path = ChosenSound.path(sound), let reason = fault(path) else { return nil }
            return table.problem(at: key, "\(key): \(path) can't be read: \(reason)")
        }
    }

    private static let partNames = [
        "label", "duration", "kind", "confirmation", "cues", "sound", "ring_again", "exercise",
        "count",
        "repeat", "intervals",
    ]

    /// Refuses unknown keys, since a misspelt one would have no effect, and durations without a unit, since
    /// nobody would mean milliseconds.
    private static func check(_ table: TextTable, known: [String]) throws(TextProblem) {
        try table.refuseUnknown(besides: known)
        for key in ["duration", "ring_again"] where table.keys.contains(key) {
            let span = (try? table.string(key)).flatMap { DurationText.milliseconds($0) }
            guard span == nil else { continue }
            throw table.problem(
                key, "must be a duration with its unit, such as \"45s\" or \"1m30s\"")
        }
        for part in try table.tables("intervals") { try check(part, known: partNames) }
    }
}
