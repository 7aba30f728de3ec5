import ArgumentParser
import Glibc
import TrackerAPI
import TrackerView

struct BackupCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies of the database.",
        discussion: "The daemon makes one a day by itself.",
        subcommands: [Create.self])
}

extension BackupCommands {
    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "backup",
            abstract: "Write a checked copy of the database.")

        @Argument(
            help: "A file that doesn't exist yet; one in the daemon's backup folder by default.",
            completion: .file())
        var path: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> BackupCreate { BackupCreate(path: try path.map(absolute)) }

        /// The absolute path, since the daemon has another working directory than the person.
        private func absolute(_ path: String) throws -> String {
            guard !path.hasPrefix("/") else { return path }
            guard let directory = getcwd(nil, 0) else {
                throw ValidationError("the working directory is gone: give an absolute path")
            }
            defer { free(directory) }
            return String(cString: directory) + "/" + path
        }
    }
}
