import TestSupport

// What carries shared folders from machine to machine, each time that it is asked to. `Syncthing` does so by itself.
// As a script would, it first has each machine write what waits and look at its own files.

/// Carries folders that are clones of one bare repository.
package struct GitClones {
    private let stage: Stage
    private let machines: [SharingMachine]

    /// - Parameter machines: machines whose folders are still empty.
    package init(_ stage: Stage, _ machines: [SharingMachine]) throws {
        self.stage = stage
        self.machines = machines
        let hub = stage.file("hub.git")
        try git(in: stage.folder.path, "init", "--quiet", "--bare", "--initial-branch=main", hub)
        for (number, machine) in machines.enumerated() {
            let folder = machine.folder
            try git(in: stage.folder.path, "clone", "--quiet", hub, folder)
            // Names with a dot are files that aren't whole yet.
            try File.write(".*\n", to: "\(folder)/.git/info/exclude")
            guard number == 0 else { continue }
            try git(in: folder, "commit", "--quiet", "--allow-empty", "--message=empty")
            try git(in: folder, "push", "--quiet", "origin", "HEAD:main")
        }
    }

    /// Takes what is new from each machine to the repository, and back.
    package func carry() throws {
        for machine in machines {
            try machine.call("sync.now", upTo: 60)
            let folder = machine.folder
            // Each step may fail where a file changes meanwhile, or nothing is new. The next round has it.
            _ = try result(in: folder, "add", "--all")
            _ = try result(in: folder, "commit", "--quiet", "--message=log")
            let pull = try result(in: folder, "pull", "--quiet", "--rebase", "origin", "main")
            if pull.ending == .exited(0) {
                _ = try result(in: folder, "push", "--quiet", "origin", "HEAD:main")
            } else {
                _ = try result(in: folder, "rebase", "--abort")
            }
        }
    }

    private func git(in folder: String, _ arguments: String...) throws {
        let result = try result(in: folder, arguments)
        guard result.ending == .exited(0) else {
            throw StageError("git \(arguments): \(result.complaints)")
        }
    }

    private func result(in folder: String, _ arguments: String...) throws -> Program.Result {
        try result(in: folder, arguments)
    }

    private func result(in folder: String, _ arguments: [String]) throws -> Program.Result {
        // Nothing goes on in the background after a command.
        let settings = ["gc.auto=0", "maintenance.auto=false", "user.name=t", "user.email=t@t"]
        return try stage.result(
            ["git", "-C", folder] + settings.flatMap { ["-c", $0] } + arguments,
            environment: ["GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0"])
    }
}

/// Carries folders through a third one by rsync: each machine puts its own subfolder there, and takes all others.
package struct RsyncHub {
    private let stage: Stage
    private let machines: [SharingMachine]
    private let hub: String

    package init(_ stage: Stage, _ machines: [SharingMachine]) throws {
        self.stage = stage
        self.machines = machines
        hub = stage.file("hub")
        try File.makeFolder(hub)
    }

    package func carry() throws {
        for machine in machines {
            try machine.call("sync.now", upTo: 60)
            let writer = try machine.writer()
            try rsync("\(machine.folder)/\(writer)/", "\(hub)/\(writer)/")
            try rsync("--exclude=/\(writer)/", "\(hub)/", "\(machine.folder)/")
        }
    }

    private func rsync(_ arguments: String...) throws {
        // By default, two files of one size and one second are the same to it.
        let result = try stage.result(
            ["rsync", "--archive", "--modify-window=-1", "--exclude=.*"] + arguments)
        // 24: a file was replaced meanwhile. The next round has it.
        guard [.exited(0), .exited(24)].contains(result.ending) else {
            throw StageError("rsync \(arguments): \(result.ending): \(result.complaints)")
        }
    }
}
