import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

struct BackupCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies of the database.",
        discussion: "The daemon makes one a day by itself.",
        subcommands: [Create.self, Command<BackupList>.self, Restore.self])
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

        func request() throws -> BackupCreate {
            BackupCreate(path: try path.map(PathArgument.absolute))
        }
    }

    struct Restore: ConsentCommand {
        typealias Call = BackupRestore

        static let methods: [String] = [BackupList.method, BackupRestore.method]
        static let configuration = CommandConfiguration.leaf(
            "restore", of: "backup",
            abstract: "Put a backup in the place of the present state.",
            discussion: """
                The backup is checked first. The present state is kept among the backups: restore that to \
                get back to it. It asks first, unless --yes is given.

                Examples:
                  trackerctl backup restore 2
                  trackerctl backup restore /mnt/stick/tracker.db
                """)

        @Argument(
            help: "Its number in 'trackerctl backup list', or a file; './2' is a file called 2.",
            completion: .file())
        var backup: String

        @Flag(name: .long, help: "Don't ask.") var yes = false

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> BackupRestore {
            BackupRestore(path: try path(), confirm: consent)
        }

        private func path() throws -> String {
            guard !backup.isEmpty, backup.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return try PathArgument.absolute(backup)
            }
            let backups = try options.delivery.connect().call(BackupList()).backups
            guard let number = Int(backup), backups.indices.contains(number - 1) else {
                throw Refusal(
                    message: "no backup \(backup): there are \(backups.count)",
                    hint: "'trackerctl backup list' shows them")
            }
            return backups[number - 1].path
        }
    }
}

extension BackupList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "backup",
        abstract: "List the backups.",
        discussion: """
            The newest comes first. Beside the daily copies there are the states that a restored backup \
            has replaced.
            """)
}
