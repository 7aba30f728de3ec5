import TrackerCore

/// A sound and the file that it is played from.
package struct SoundFile: Encodable {
    package let name: String
    package let occasion: String
    /// The path; `nil` where there is no file.
    package let file: String?

    package init(sound: Sound, file: String?) {
        name = sound.rawValue
        occasion = sound.occasion
        self.file = file
    }
}

package enum SoundText {
    /// The sounds in a table, and below it the files that are a person's own.
    package static func list(_ sounds: [SoundFile], in style: Style) -> String {
        var table = Table("SOUND", "~WHEN", "FILE")
        table.rows = sounds.map { sound in
            [.init(sound.name), .init(sound.occasion), .init(sound.file == nil ? "none" : "")]
        }
        let own = sounds.filter { $0.file?.hasSuffix("/\($0.name).wav") == false }
        return table.text(in: style)
            + own.map { "\($0.name): \($0.file?.forTerminal ?? "")\n" }.joined()
    }
}
