import TrackerAPI
import TrackerCore
import TrackerStore

// The part `sync` of `daemon.check`. It reports what is known without a look at the folder, which may hang.

extension Engine {
    private static let part = "sync"
    /// Free space below which a person is warned, in bytes.
    private static let scarceBytes: Int64 = 67_108_864
    /// Time without a change after which a machine counts as silent, in milliseconds.
    private static let silentMs: Int64 = 2_592_000_000
    private static let bytesPerMiB: Int64 = 1_048_576

    /// - Returns: nothing while this log isn't shared.
    func folderChecks(at now: Moment) throws -> [Check] {
        guard let sync = sharedFolder else { return [] }
        return folder(of: sync) + space(of: sync) + ownFiles(of: sync)
            + (try rows(of: sync, at: now)) + (try machines(of: sync, at: now))
    }

    private func folder(of sync: FolderSync) -> [Check] {
        let path = sync.folder.path
        if let found = sync.problem {
            let since = dependencies.zone.text(ofMs: found.sinceMs)
            let advice = Self.advice(found.problem.kind, path)
            switch found.problem.kind {
            case .missing, .unwritable, .full:
                let detail = "\(path) can't be used (since \(since)): \(found.problem.detail)"
                return [.fail(Self.part, detail, advice: advice)]
            case .format, .limits: return [.warn(Self.part, found.problem.detail, advice: advice)]
            }
        }
        guard sync.listings > 0 else {
            return [
                .warn(Self.part, "\(path) hasn't answered yet", advice: "try again in a moment")
            ]
        }
        return [.ok(Self.part, "the log is shared through \(path)")]
    }

    private static func advice(_ kind: SharedFolder.Problem.Kind, _ path: String) -> String {
        switch kind {
        case .missing:
            "mount or create it; your changes are kept until then. Or use another folder: "
                + "trackerctl sync leave, then trackerctl sync setup FOLDER"
        case .unwritable: "make \(path) readable and writable for you"
        case .full: "make room on its disk"
        case .format: "update trackerd on this machine"
        case .limits: "forget machines that you no longer use: trackerctl sync forget NAME"
        }
    }

    private func space(of sync: FolderSync) -> [Check] {
        guard sync.problem == nil, let free = sync.freeBytes, free < Self.scarceBytes else {
            return []
        }
        return [
            .warn(
                Self.part, "only \(free / Self.bytesPerMiB) MiB are free in \(sync.folder.path)",
                advice: "make room on its disk before changes have to wait")
        ]
    }

    /// Whether something else writes to this machine's own subfolder.
    private func ownFiles(of sync: FolderSync) -> [Check] {
        guard let atMs = sync.overwrittenMs else { return [] }
        let at = dependencies.zone.text(ofMs: atMs)
        return [
            .warn(
                Self.part,
                "something else changed this machine's files in \(store.device) at \(at); they "
                    + "were written again",
                advice: "set your sync program to send this subfolder from this machine only")
        ]
    }

    private func rows(of sync: FolderSync, at now: Moment) throws -> [Check] {
        let (held, damaged) = try store.read(at: now) { transaction in
            (try transaction.heldCounts(), try transaction.damagedLines() + sync.refused.count)
        }
        var checks: [Check] = []
        func warn(_ count: Int, _ what: (one: String, several: String), _ advice: String) {
            guard count > 0 else { return }
            let text = count == 1 ? "1 \(what.one)" : "\(count) \(what.several)"
            checks.append(.warn(Self.part, text, advice: advice))
        }
        warn(
            held[.awaitsReference] ?? 0,
            ("row waits for another that hasn't come", "rows wait for others that haven't come"),
            "let all machines sync. If that doesn't help, run on each: trackerctl sync now")
        warn(
            held[.awaitsVersion] ?? 0,
            ("row comes from a newer trackerd", "rows come from a newer trackerd"),
            "update trackerd on this machine")
        warn(
            held[.refused] ?? 0,
            ("row of another machine isn't valid", "rows of other machines aren't valid"),
            "update trackerd on all machines, then run: trackerctl sync now")
        warn(
            damaged,
            ("line in the folder can't be read", "lines in the folder can't be read"),
            "run on the machine that wrote the file: trackerctl sync now")
        return checks
    }

    private func machines(of sync: FolderSync, at now: Moment) throws -> [Check] {
        guard sync.problem == nil, sync.listings > 0 else { return [] }
        let found = sync.machines.values.filter { $0.writer != store.device }
        let others = try store.read(at: now) { transaction in
            try found.filter { try !transaction.isOwn($0.writer) }
        }
        guard !others.isEmpty else {
            return [
                .warn(
                    Self.part, "no other machine is in \(sync.folder.path) yet",
                    advice: "sync the folder to another machine, then run there: "
                        + "trackerctl sync setup FOLDER")
            ]
        }
        return others.sorted { $0.writer < $1.writer }.compactMap { machine -> Check? in
            if case .success(let note) = machine.note, note.hasLeft { return nil }
            guard let changedMs = machine.changedMs, now.wallMs - changedMs >= Self.silentMs else {
                return nil
            }
            let name = machineName(machine.writer, sync)
            let since = dependencies.zone.text(ofMs: changedMs)
            return .warn(
                Self.part, "\(name) hasn't written anything since \(since)",
                advice: "let it sync, or if you no longer use it: trackerctl sync forget \(name)")
        }
    }
}

extension SharedFolder.Machine {
    /// Time of the latest change of its files, UTC milliseconds; `nil` if it has none.
    fileprivate var changedMs: Int64? {
        files.values.map { $0.modifiedNs / nanosecondsPerMs }.max()
    }
}
