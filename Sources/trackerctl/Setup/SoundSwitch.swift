import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView
import UserFiles

/// The setting for sounds in the person's configuration file.
enum SoundSwitch {
    /// - Throws: `Refusal` if the file can't be read, already sets anything about sounds, which only its
    ///   owner changes, is refused by the daemon, or isn't the one that the daemon reads.
    static func set(_ isOn: Bool, _ client: Client) throws {
        let path = try ConfigurationPath.usual { name in
            guard RawText.isReadable(variable: name) else {
                throw Refusal(message: "\(name) isn't UTF-8 text: set it to a path that is")
            }
            return SocketPath.environment(name)
        }
        let file = UserFile(path)
        if let warning = file.warning { throw Refusal(message: "\(warning)") }
        let text = try changed(file, isOn: isOn)
        if !file.text.isEmpty { try check(by: client) }
        try write(text, to: path)
        _ = try client.call(ConfigReload())
        let sounds = try client.call(ConfigGet(), as: Known.self).sounds
        guard sounds?.enabled == isOn else {
            throw Refusal(
                message: "the daemon reads another file than \(path)",
                hint: "set enabled = \(isOn) below [sounds] there")
        }
    }

    private struct Known: Decodable { let sounds: Configuration.Sounds? }

    /// Has the daemon read the file, since nothing is added to one that it refuses.
    static func check(by client: Client) throws {
        do {
            _ = try client.call(ConfigReload())
        } catch ClientError.refused(let error) where error.data.kind == "invalid_params" {
            throw Refusal(message: error.message, hint: "fix that first")
        }
    }

    /// The file's text with the setting added at the end.
    static func changed(_ file: UserFile, isOn: Bool) throws -> String {
        guard !KeyLines(file.text).contains("sounds") else {
            throw Refusal(
                message: "\(file.path) already has settings for sounds",
                hint:
                    "set enabled = \(isOn) below [sounds] there, and run 'trackerctl config reload'"
            )
        }
        let gap = file.text.isEmpty ? "" : file.text.hasSuffix("\n") ? "\n" : "\n\n"
        return file.text + gap + "[sounds]\nenabled = \(isOn)\n"
    }

    private static func write(_ text: String, to path: String) throws {
        let folder = folder(of: path)
        mkdir(self.folder(of: folder), 0o700)
        mkdir(folder, 0o700)
        // A link leads to where the person keeps the file.
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let target = realpath(path, &buffer).map { String(cString: $0) } ?? path
        let file = try NewFile(target, replacing: true)
        try file.write(text)
        try file.finish()
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
