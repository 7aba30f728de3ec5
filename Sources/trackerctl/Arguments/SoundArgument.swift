import ArgumentParser
import TrackerCore

/// Reads sounds that a person chooses for one thing: the name of a sound, or a file.
enum SoundArgument {
    /// The sound's name, or the absolute path of the file.
    static func read(_ text: String) throws -> String {
        guard !text.isEmpty else {
            throw ValidationError("give a file, or a name that 'trackerctl sound list' shows")
        }
        return Sound(rawValue: text) == nil ? try PathArgument.absolute(text) : text
    }

    /// The same, where an empty text stands for the usual sound.
    static func change(_ text: String) throws -> String { text.isEmpty ? text : try read(text) }
}
