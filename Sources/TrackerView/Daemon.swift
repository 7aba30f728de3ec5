import TrackerAPI

extension Hello.Response: Shown {
    package func text(in style: Style) -> String {
        "trackerd \(version.forTerminal), protocol \(`protocol`), schema \(schema), "
            + "process \(pid), up since \(style.second(startedAt)), \(counted(seq, "event"))\n"
    }
}

extension JournalVerify.Response: Shown {
    package func text(in style: Style) -> String {
        let counts = "\(counted(events, "event")), \(counted(rows, "row"))"
        guard !ok else { return "\(style.good("consistent")): \(counts)\n" }
        return "\(style.bad("inconsistent")): \(counts)\n"
            + differences.map { "  \($0.forTerminal)\n" }.joined()
    }
}

extension BackupCreate.Response: Shown {
    package func text(in style: Style) -> String {
        "\(path.forTerminal): \(bytes) bytes, up to event \(seq)\n"
    }
}

extension BackupList.Response: Shown {
    package func text(in style: Style) -> String {
        guard !backups.isEmpty else { return style.faint("no backups yet") + "\n" }
        var table = Table(">", "MADE", ">EVENT", ">SIZE", "~", "~FILE")
        table.rows = backups.enumerated().map { index, backup in
            [
                .init(String(index + 1), style.strong), .init(style.day(backup.at)),
                .init(backup.seq.map { String($0) } ?? "?"),
                .init("\((backup.bytes + 999) / 1000) kB"),
                .init(backup.origin == "backup" ? "" : backup.origin.forTerminal),
                .init(backup.path.forTerminal, style.faint),
            ]
        }
        return table.text(in: style)
    }

    package var ids: [String] { backups.map(\.path) }
}

extension BackupRestore.Response: Shown {
    package func text(in style: Style) -> String {
        "Restored \(restoredFrom.forTerminal).\n"
            + "To undo this: trackerctl backup restore \(replaced.forTerminal)\n"
    }
}
