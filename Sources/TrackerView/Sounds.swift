import TrackerCore

/// A sound and the file that it is played from.
package struct SoundFile: Encodable {
    package let name: String
    package let occasion: String
    /// Path of the file; `nil` if there is none.
    package let file: String?

    package init(sound: Sound, file: String?) {
        name = sound.rawValue
        occasion = sound.occasion
        self.file = file
    }
}

package enum SoundText {
    /// The sounds in a table, then the folder of the shipped sounds and the person's own files.
    package static func list(_ sounds: [SoundFile], in style: Style) -> String {
        var table = Table("SOUND", "~WHEN", "FILE")
        table.rows = sounds.map { sound in
            [.init(sound.name), .init(sound.occasion), .init(sound.file == nil ? "none" : "")]
        }
        let own = sounds.filter { $0.file?.hasSuffix("/\($0.name).wav") == false }
        let folders = Set(
            sounds.compactMap { sound -> Substring? in
                guard let file = sound.file, file.hasSuffix("/\(sound.name).wav") else {
                    return nil
                }
                return file.dropLast(sound.name.utf8.count + 5)
            })
        return table.text(in: style)
            + folders.sorted().map { "files: \(String($0).forTerminal)\n" }.joined()
            + own.map { "\($0.name): \($0.file?.forTerminal ?? "")\n" }.joined()
    }
}
