import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

struct BackupCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "backup", abstract: "Make, list and restore backups.",
        discussion: "The daemon makes one every day by itself.",
        subcommands: [Create.self, Command<BackupList>.self, Restore.self])
}

extension BackupCommands {
    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "backup", abstract: "Write a verified copy of the database.")

        @Argument(
            help: "A new file; by default one in the daemon's backup folder.",
            completion: .file())
        var path: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> BackupCreate {
            BackupCreate(path: try path.map(PathArgument.absolute))
        }
    }

    struct Restore: ConsentCommand, LookupCommand {
        typealias Call = BackupRestore

        static let methods: [String] = [BackupList.method, BackupRestore.method]
        static let configuration = CommandConfiguration.leaf(
            "restore", of: "backup", abstract: "Restore a backup.",
            discussion: """
                The backup is checked first. It then replaces the current state, which is kept as \
                a backup: restore that one to go back. You are asked first, unless you add --yes.
                """,
            examples: ["backup restore 2", "backup restore /mnt/stick/tracker.db"])

        @Argument(
            help: "Its number in 'trackerctl backup list', or a file; './2' is a file named 2.",
            completion: .file())
        var backup: String

        @Flag(name: .long, help: "Don't ask first.") var yes = false

        @OptionGroup(title: Options.title) var options: Options

        func request(_ asking: Asking) throws -> BackupRestore {
            BackupRestore(path: try path(asking), confirm: consent)
        }

        private func path(_ asking: Asking) throws -> String {
            guard !backup.isEmpty, backup.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return try PathArgument.absolute(backup)
            }
            let backups = try asking.call(BackupList(), options).backups
            guard let number = Int(backup), backups.indices.contains(number - 1) else {
                throw Refusal(
                    message: "no backup \(backup): you have \(backups.count)",
                    hint: "'trackerctl backup list' lists them")
            }
            return backups[number - 1].path
        }
    }
}

extension BackupList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "backup", abstract: "List the backups.",
        discussion: """
            The newest comes first. Besides the daily copies, it has the states that a restored \
            backup replaced.
            """)
}
