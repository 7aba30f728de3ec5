import TrackerAPI
import TrackerCore

extension SyncView: Shown {
    package func text(in style: Style) -> String {
        guard state != .off else {
            return "Sync is off: this log is on this machine only.\n"
                + style.faint("To share it: trackerctl sync setup ~/Sync/trackerd") + "\n"
        }
        var text = machineTable(in: style)
        text += paragraphs(of: progressLines(in: style), in: style)
        text += paragraphs(of: troubles(in: style), in: style)
        return text
    }

    package var ids: [String] { [writer].compactMap(\.self) }

    /// Names of the other machines that share the log, such as `desktop and phone`; `nil` for none.
    package var others: String? {
        let names = machines.filter { $0.state == .present }.map(\.name.forTerminal)
        guard let last = names.last else { return nil }
        let first = names.dropLast().joined(separator: ", ")
        return first.isEmpty ? last : "\(first) and \(last)"
    }

    private func paragraphs(of lines: [String], in style: Style) -> String {
        lines.map { $0.rows(in: style) }.joined()
    }

    private func machineTable(in style: Style) -> String {
        var table = Table("~MACHINE", "STATE", "LAST CHANGE", ">FILES", ">SIZE", "?ID")
        table.rows = machines.map { row(of: $0, in: style) }
        return machines.isEmpty ? "" : table.text(in: style)
    }

    private func row(of machine: Machine, in style: Style) -> [Table.Cell] {
        let asItIs: (String) -> String = { $0 }
        return [
            .init(machine.name.forTerminal, machine.state == .here ? style.strong : asItIs),
            .init(machine.stateWord, machine.isShared ? asItIs : style.faint),
            .init(lastChange(of: machine, in: style)),
            .init("\(machine.files)"), .init(SizeText.of(machine.bytes)),
            .init(machine.writer.forTerminal, style.faint),
        ]
    }

    private func lastChange(of machine: Machine, in style: Style) -> String {
        if let changedAt = machine.changedAt { return style.day(changedAt) }
        // While the folder can't be used, the state of other machines isn't known.
        return state == .stopped ? "" : machine.isShared ? "none yet" : "none"
    }

    // MARK: Pending work

    private func progressLines(in style: Style) -> [String] {
        var lines = [folder.map { "Folder: \($0.forTerminal)" }].compactMap(\.self)
        if state == .preparing {
            lines.append("Getting ready: the log so far is being written to the folder.")
        } else if unwritten > 0 {
            let changes = counted(unwritten, "change")
            // Rows that were only merged may wait that long, because the other machines have them already.
            lines.append(
                state == .stopped
                    ? "\(changes) kept until the folder can be used again."
                    : "\(changes) to be written, within 5 minutes.")
        } else if let writtenAt {
            lines.append("All changes here are written (last: \(style.time(writtenAt))).")
        }
        if unread > 0 {
            lines.append("\(SizeText.of(unread)) from other machines waiting to be merged.")
        } else if let mergedAt, state != .stopped {
            let time = style.time(mergedAt)
            lines.append("Everything from other machines has come in (last: \(time)).")
        }
        if others == nil, state != .stopped {
            let none =
                machines.contains { $0.state == .left }
                ? "No other machines now." : "No other machines yet."
            lines.append(
                "\(none) Copy or sync this folder to one, then run there: "
                    + "trackerctl sync setup FOLDER")
        }
        return lines
    }

    // MARK: Problems

    /// Lines about problems, each with what to do about it.
    private func troubles(in style: Style) -> [String] {
        var lines: [String] = []
        if let problem { lines.append(problem.sentence(in: style)) }
        if conflicts > 0 {
            let count = style.warning(counted(conflicts, "conflict"))
            lines.append("\(count) to settle: trackerctl sync conflicts")
        }
        lines += heldLines(in: style)
        if damaged > 0 {
            let count = style.warning(counted(damaged, "damaged line"))
            lines.append(
                "\(count) skipped. If that stays, run 'trackerctl sync now' on each machine.")
        }
        lines += machines.filter { $0.isSilent(at: style.nowMs()) }.map { machine in
            let name = machine.name.forTerminal
            let since = machine.changedAt.map { style.time($0) } ?? ""
            return style.warning("Nothing from \(name) since \(since).")
                + " If it won't come back: trackerctl sync forget \(address(of: machine))"
        }
        return lines
    }

    private func heldLines(in style: Style) -> [String] {
        var lines: [String] = []
        if held.reference > 0 {
            let count = entries(held.reference)
            let verb = held.reference == 1 ? "waits" : "wait"
            lines.append("\(count) from another machine \(verb) for something still to come.")
        }
        if held.version > 0 {
            let count = entries(held.version)
            let verb = held.version == 1 ? "needs" : "need"
            lines.append(style.warning("\(count) \(verb) a newer trackerd: update this machine."))
        }
        if held.refused > 0 {
            let count = entries(held.refused)
            let fate = held.refused == 1 ? "isn't valid here and was" : "aren't valid here and were"
            lines.append(
                style.warning("\(count) from another machine \(fate) left out.")
                    + " See: trackerctl doctor")
        }
        return lines
    }

    private func entries(_ count: Int) -> String { "\(count) \(count == 1 ? "entry" : "entries")" }

    /// Name of a machine on the command line, or its id if the name has blanks or isn't unique.
    private func address(of machine: Machine) -> String {
        let isWord = machine.name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        let isOnly = machines.count { $0.name == machine.name } == 1
        return isWord && isOnly && !machine.name.isEmpty ? machine.name : machine.writer.forTerminal
    }
}

extension String {
    /// The line with its newline, wrapped to the terminal's width.
    func rows(in style: Style) -> String { style.line(naming: []) { _ in self } + "\n" }
}

extension SyncView.Machine {
    var stateWord: String {
        switch state.known {
        case .here: "this machine"
        case .present: "sharing"
        case .left: "left"
        case .former: "former id"
        case nil: state.forTerminal
        }
    }

    var isShared: Bool { state == .here || state == .present }

    private static let silenceMs: Int64 = 30 * 86_400_000

    /// Whether this is another machine that shares the log but has changed nothing for 30 days.
    func isSilent(at nowMs: Int64) -> Bool {
        guard state == .present, let changed = changedAt.flatMap(WireTime.ms) else { return false }
        return nowMs - changed > Self.silenceMs
    }
}

extension SyncProblem {
    /// Problem, when it began, and what to do about it.
    func sentence(in style: Style) -> String {
        let what =
            switch kind.known {
            case .missing: "The folder can't be reached"
            case .unwritable: "The folder can't be written"
            case .full: "The disk with the folder is full"
            case .format: "The folder was written by a newer trackerd"
            case .limits: "The folder has more than trackerd can read"
            case nil: kind.forTerminal
            }
        let advice =
            switch kind.known {
            case .missing: "Mount it or put it back; your changes are kept until then."
            case .unwritable: "Check its permissions; your changes are kept until then."
            case .full: "Free some space; your changes are kept until then."
            case .format: "Update trackerd on this machine."
            case .limits: "Forget machines you no longer use: trackerctl sync forget NAME"
            case nil: "See: trackerctl doctor"
            }
        return style.bad("\(what) (since \(style.time(since)))")
            + ": \(detail.forTerminal). \(advice)"
    }
}

/// Answers of the sync commands.
package enum SyncText {
    /// Answer to the setup: the machines it joined, or how to get the folder to another machine.
    package static func enabled(_ sync: SyncView, in style: Style) -> String {
        let folder = sync.folder?.forTerminal ?? "the folder"
        let name = style.strong(sync.name?.forTerminal ?? "this machine")
        let text = "\(style.good("Sync is on")): this machine is \(name), its folder \(folder).\n"
        if let others = sync.others {
            return text + "Joined \(others). 'trackerctl sync' shows the progress.\n"
        }
        return text + """

            Next, get the folder to your other machine with any program that copies folders:
              Syncthing   add \(folder) as a shared folder
              git, rsync  push and pull it from a timer
              USB stick   copy it there and back

            Then run this there, with the folder's path on that machine:
              trackerctl sync setup FOLDER

            """
    }

    package static func left(_ sync: SyncView, in style: Style) -> String {
        "\(style.good("Sync is off.")) Your log stays here, and on your other machines.\n"
            + style.faint("To share it again: trackerctl sync setup FOLDER") + "\n"
    }

    package static func forgotten(_ machine: String, in style: Style) -> String {
        "Forgot \(style.strong(machine.forTerminal)). Everything you did on it stays in the log.\n"
    }
}

extension SyncNow.Response: Shown {
    package func text(in style: Style) -> String {
        let words = "wrote \(counted(written, "change")), merged \(merged) from other machines"
        let text = "\(style.good("Synced")): \(words).\n"
        guard sync.conflicts > 0 else { return text }
        let count = style.warning(counted(sync.conflicts, "conflict"))
        return text + "\(count) to settle: trackerctl sync conflicts\n"
    }
}

extension SyncDigest.Response: Shown {
    package func text(in style: Style) -> String {
        "\(style.strong(digest.forTerminal))\n"
            + "\(counted(rows, "row")), \(deleted) of them deleted\n"
            + style.faint("Machines with the same log print the same checksum.") + "\n"
    }

    package var ids: [String] { [digest] }
}
