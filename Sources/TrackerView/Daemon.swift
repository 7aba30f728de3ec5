import TrackerAPI

extension Hello.Response: Shown {
    package func text(in style: Style) -> String {
        "trackerd \(version.forTerminal), protocol \(`protocol`), schema \(schema), "
            + "process \(pid), since \(style.second(startedAt)), \(counted(seq, "event"))\n"
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
