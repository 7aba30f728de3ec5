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
    /// The sounds in a table.
    package static func list(_ sounds: [SoundFile], in style: Style) -> String {
        var table = Table("SOUND", "~WHEN", "~?FILE")
        table.rows = sounds.map { sound in
            [sound.name, sound.occasion, sound.file?.forTerminal ?? "none"].map { .init($0) }
        }
        return table.text(in: style)
    }
}
