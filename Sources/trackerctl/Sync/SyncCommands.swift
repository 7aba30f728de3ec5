import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct SyncCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<SyncStatus>.self }

    static let configuration = CommandConfiguration.group(
        "sync", abstract: "Share one log between your machines.",
        discussion: """
            Your machines share the log through a folder. trackerd only reads and writes files \
            there; another program carries the folder from machine to machine: Syncthing, git, \
            rsync, a USB stick. Each machine works alone for as long as you like, and their changes \
            are merged when they meet. Reminders ring on all machines, and one answer ends them \
            everywhere. Running timers stay on their machine.
            """,
        subcommands: [
            Command<SyncStatus>.self, Setup.self, Command<SyncNow>.self, Conflicts.self, Take.self,
            Command<SyncDigest>.self, Forget.self, Command<SyncLeave>.self,
        ])
}

extension SyncStatus: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "status", of: "sync", abstract: "Show your machines and pending changes.",
        discussion: """
            'sync' alone does the same. One line for each machine, then what is still to be \
            written or merged, then any problems and what to do about them.
            """,
        examples: ["sync", "sync --json"], aliases: ["show"])
}

extension SyncCommands {
    struct Setup: ConsentCommand {
        typealias Call = SyncEnable

        static let configuration = CommandConfiguration.leaf(
            "setup", of: "sync", abstract: "Share this log through a folder.",
            discussion: """
                The folder is created if it's missing; its parent must exist. If other \
                machines already share a log there, this names them and asks before it merges your \
                log with theirs, unless you add --yes. A backup is made before anything comes in. \
                Then you are told how to get the folder to your other machines.

                To rename this machine, give the same folder and another --name.
                """,
            examples: [
                "sync setup ~/Sync/trackerd",
                "sync setup ~/Sync/trackerd --name laptop",
                "sync setup /media/stick/trackerd --yes",
            ])

        @Argument(help: "Folder to share, such as ~/Sync/trackerd.", completion: .directory)
        var folder: String

        @Option("This machine's name; by default the host's.", "name")
        var name: String?

        @Flag(name: .long, help: "Don't ask first.") var yes = false

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> SyncEnable {
            guard !folder.isEmpty else {
                throw ValidationError("no folder given. Try: trackerctl sync setup ~/Sync/trackerd")
            }
            return SyncEnable(folder: try PathArgument.folder(folder), name: name, confirm: consent)
        }

        func text(of result: SyncView, in style: Style) -> String {
            SyncText.enabled(result, in: style)
        }
    }

    struct Forget: ConsentCommand {
        typealias Call = SyncForget

        static let configuration = CommandConfiguration.leaf(
            "forget", of: "sync", abstract: "Remove the files of an unused machine.",
            discussion: """
                Everything the machine has written is merged first and stays in the log. If it \
                wrote something in the last 30 days, this asks first, unless you add --yes. A \
                machine that is still in use writes its files again.
                """,
            examples: ["sync forget old-laptop", "sync forget old-laptop --yes"])

        @Argument(
            help: "Name or id of the machine, as 'trackerctl sync' shows it.",
            completion: .asking(SyncStatus()) { Forget.completions(for: $0.machines) })
        var machine: String

        @Flag(name: .long, help: "Don't ask first.") var yes = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> SyncForget { SyncForget(machine: machine, confirm: consent) }

        func text(of result: SyncView, in style: Style) -> String {
            SyncText.forgotten(machine, in: style)
        }

        /// Names of the other machines; the id if a name can't be offered or belongs to several.
        static func completions(for machines: [SyncView.Machine]) -> [String] {
            machines.filter { $0.state != .here }.map { machine in
                let isOnly = machines.count { $0.name == machine.name } == 1
                return isOnly && LiveNames.isOffered(machine.name) ? machine.name : machine.writer
            }
        }
    }

    struct Conflicts: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "conflicts", of: "sync", abstract: "List edits that were replaced, and shared names.",
            discussion: """
                If you change the same thing on two machines before they meet, the later change \
                wins. This lists the edits of this machine that lost, the newest first: 'trackerctl \
                sync take N' puts one back. Names that two machines gave to different things come \
                last; rename one of them.
                """,
            examples: ["sync conflicts", "sync conflicts --limit 5"])

        @OptionGroup var length: LimitOption<SyncConflicts>

        @OptionGroup(title: Options.title) var options: Options

        func request() -> SyncConflicts { SyncConflicts(limit: length.limit) }
    }

    struct Take: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "take", of: "sync", abstract: "Put back an edit that another machine replaced.",
            discussion: """
                The other machines then get your edit, too. This is refused if the thing was \
                deleted, or changed again since. 'trackerctl undo' undoes it.
                """,
            examples: ["sync take 812"])

        @Argument(
            help: ArgumentHelp("Its number in 'trackerctl sync conflicts'.", valueName: "n"),
            transform: CountArgument.read)
        var seq: Int64

        @OptionGroup(title: Options.title) var options: Options

        func request() -> SyncTake { SyncTake(seq: seq) }
    }
}

extension SyncNow: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "now", of: "sync", abstract: "Write and merge everything right away.",
        discussion: """
            trackerd itself writes a second after each change, and merges as soon as files \
            change. Use this with folders that don't report changes, such as network drives, and \
            in scripts that copy the folder.
            """,
        examples: ["sync now", "sync now && rsync -a ~/Sync/trackerd/ desktop:Sync/trackerd/"])
}

extension SyncLeave: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "leave", of: "sync", abstract: "Stop sharing this log.",
        discussion: """
            Everything is written to the folder first. Your log stays here and on your other \
            machines, and so do this machine's files, until another machine forgets it. To share \
            the log again: trackerctl sync setup FOLDER
            """,
        examples: [
            "sync leave",
            "sync forget old-laptop    on one of the others, to remove its files",
        ])

    static func text(of result: SyncView, in style: Style) -> String {
        SyncText.left(result, in: style)
    }
}

extension SyncDigest: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "digest", of: "sync", abstract: "Print a checksum of the shared log.",
        discussion: """
            Two machines with the same version of trackerd print the same checksum once each has \
            everything from the other.
            """,
        examples: ["sync digest", "sync digest --quiet"])
}
