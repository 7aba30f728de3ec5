import TrackerCore

extension Context {
    /// A sound as a person chooses it. A file must be one that can be read now; one that can't be read later
    /// gives way to the usual sound.
    func chosenSound(_ text: String, field: String) throws(Rejection) -> String {
        try ChosenSound.check(text, field: field)
        if let path = ChosenSound.path(text), let reason = dependencies.soundFault(path) {
            throw .invalid(field, "\(field: field): \(path) can't be read: \(reason)")
        }
        return text
    }

    /// Checks that the files can be read that a person has chosen for a program and its intervals.
    ///
    /// - Parameter sound: the program's own sound; `nil` for none.
    func checkSounds(of parts: [ProgramPart], and sound: String?) throws(Rejection) {
        if let sound { _ = try chosenSound(sound, field: "sound") }
        for (path, sound) in parts.sounds() { _ = try chosenSound(sound, field: path) }
    }
}
