import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Starts that must be refused, and starts that must succeed all the same.
    @Suite struct Starts {
        private func failure(_ stage: Stage, arguments: [String] = []) throws -> Program {
            let daemon = try stage.launch(arguments: arguments)
            try daemon.process.waitForEnd()
            return daemon.process
        }

        @Test func aSecondOneOnTheSameStateNamesTheFirst() throws {
            try Stage.with { stage in
                let first = try stage.start()
                let second = try failure(stage, arguments: ["--socket", stage.file("other")])
                #expect(try second.waitForEnd() == .exited(75))
                #expect(second.complaints.contains("pid \(first.process.pid)"))
                #expect(!File.exists(stage.file("other")))
                try first.connect().call("hello")
            }
        }

        @Test func aLivingSocketIsNeverReplaced() throws {
            try Stage.with { stage in
                let first = try stage.start()
                let second = try failure(stage, arguments: ["--state", stage.file("other")])
                #expect(try second.waitForEnd() == .exited(75))
                #expect(
                    second.complaints.contains("another program is listening on \(stage.socket)"))
                try first.connect().call("hello")
            }
        }

        /// A hook that a daemon was starting when it was killed leaves such a socket.
        @Test func aSocketThatIsAboutToBeStaleIsWaitedFor() throws {
            try Stage.with { stage in
                let script = """
                    import socket, sys, time
                    s = socket.socket(socket.AF_UNIX)
                    s.bind(sys.argv[1])
                    s.listen()
                    time.sleep(0.4)
                    """
                let other = try stage.run(["python3", "-c", script, stage.socket])
                try wait(for: "the other one to listen") { File.exists(stage.socket) }
                try stage.start().connect().call("hello")
                other.end()
            }
        }

        @Test func whatIsNoSocketStays() throws {
            try Stage.with { stage in
                try File.write("mine", to: stage.socket)
                let process = try failure(stage)
                #expect(try process.waitForEnd() == .exited(75))
                #expect(process.complaints.contains("isn't a socket"))
                #expect(File.text(stage.socket) == "mine")
            }
        }

        @Test func theSocketAndTheStateAreTheOwnersAlone() throws {
            try Stage.with { stage in
                let daemon = try stage.start(wrapper: ["sh", "-c", "umask 0; exec \"$@\"", "sh"])
                try daemon.connect().call("stopwatch.start")
                for (path, mode) in [
                    (stage.socket, 0o600), (stage.state, 0o700), (stage.database, 0o600),
                    (stage.database + "-wal", 0o600),
                ] as [(String, mode_t)] {
                    var status = stat()
                    #expect(lstat(path, &status) == 0, "\(path)")
                    #expect(status.st_mode & 0o777 == mode, "\(path)")
                }
            }
        }

        /// The folder of the socket must belong to the owner alone: a folder that others may enter is
        /// corrected, or refused.
        @Test func theSocketsFolderIsTheOwnersAlone() throws {
            try Stage.with { stage in
                let folder = stage.file("trackerd")
                try File.makeFolder(folder)
                #expect(chmod(folder, 0o755) == 0)
                let named = try failure(stage, arguments: ["--socket", folder + "/s"])
                #expect(try named.waitForEnd() == .exited(64))
                #expect(named.complaints.contains("chmod 700 \(folder)"), "\(named.complaints)")
                #expect(!File.exists(folder + "/s"))
                // Without an option the folder is the daemon's own.
                let notify = try NotifySocket(path: stage.file("n"))
                let place = ["XDG_RUNTIME_DIR": stage.folder.path, "NOTIFY_SOCKET": notify.path]
                let own = [Built.trackerd, "--state", stage.state]
                let daemon = try stage.run(own, environment: place)
                try wait(for: "readiness: \(daemon.complaints)") { notify.hasHeard("READY=1") }
                var status = stat()
                #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
                #expect(daemon.complaints.contains("others could enter \(folder) (mode 755)"))
                daemon.end()
                guard getuid() == 0 else { return }
                File.remove(folder)
                try File.makeFolder(folder)
                #expect(chown(folder, 65534, 65534) == 0)
                let foreign = try stage.run(own, environment: place)
                #expect(try foreign.waitForEnd() == .exited(64))
                #expect(foreign.complaints.contains("\(folder) belongs to uid 65534, not to you"))
            }
        }

        /// Opening the pipe would block the start for ever.
        @Test func aPipeInTheWayHoldsUpNothing() throws {
            try Stage.with { stage in
                try stage.configure("", notifications: true)
                try File.makeFolder(stage.state)
                for name in ["bubbles", "bubbles.new"] {
                    #expect(mkfifo("\(stage.state)/\(name)", 0o600) == 0)
                    #expect(mkfifo(stage.file(name), 0o600) == 0)
                }
                try stage.start().connect().call("hello")
            }
        }

        @Test func aSocketPathTooLongIsRefused() throws {
            try Stage.with { stage in
                let path = stage.file(String(repeating: "x", count: 110))
                let process = try failure(stage, arguments: ["--socket", path])
                #expect(try process.waitForEnd() == .exited(64))
                #expect(process.complaints.contains("at most 107 bytes"))
            }
        }

        /// Text with other signs in place of the bytes would name another folder, in which all would be empty.
        @Test(arguments: [
            ("XDG_STATE_HOME", []), ("XDG_CONFIG_HOME", []), ("XDG_DATA_HOME", []),
            ("XDG_RUNTIME_DIR", []), ("HOME", []), ("NONE", ["--state", "x\\0377"]),
            ("NONE", ["--socket=x\\0377"]), ("NONE", ["--check", "--config", "x\\0377"]),
        ])
        func aPathThatIsNotUTF8IsRefused(_ variable: String, _ options: [String]) throws {
            try Stage.with { stage in
                let start = """
                    cd "$1"; shift
                    export \(variable)="$(printf '%s/x\\377' "$PWD")"
                    for word in "$@"; do shift; set -- "$@" "$(printf %b "$word")"; done
                    exec "$@"
                    """
                let result = try stage.result(
                    ["sh", "-c", start, "sh", stage.folder.path, Built.trackerd] + options,
                    environment: ["XDG_RUNTIME_DIR": stage.folder.path])
                #expect(result.ending == .exited(64))
                let what = options.isEmpty ? "\(variable) isn't UTF-8" : "an argument isn't UTF-8"
                #expect(result.complaints.contains(what), "\(result.complaints)")
                let files = File.names(in: stage.folder.path).filter { !$0.hasPrefix("run-") }
                #expect(files.isEmpty, "\(files)")
            }
        }

        /// Where all places are named, nobody looks at the variables.
        @Test func aVariableThatIsNotNeededMayBeAnything() throws {
            try Stage.with { stage in
                let wrapper = [
                    "sh", "-c",
                    #"export XDG_STATE_HOME="$(printf '/x\377')"; exec "$@""#, "sh",
                ]
                try stage.start(wrapper: wrapper).connect().call("hello")
            }
        }

        @Test func aRelativeRuntimeFolderIsIgnoredAndSaid() throws {
            try Stage.with { stage in
                let result = try stage.result(
                    [Built.trackerd, "--state", stage.state],
                    environment: ["XDG_RUNTIME_DIR": "run"])
                #expect(result.ending == .exited(64))
                #expect(
                    result.complaints.contains("XDG_RUNTIME_DIR isn't an absolute path (run)"),
                    "\(result.complaints)")
            }
        }

        /// A file system without locks, as NFS may be, is no other daemon: a filter answers flock as it does.
        @Test(arguments: [37, 95, 38]) func aStateThatCannotBeLockedIsNotAnotherDaemon(
            _ code: Int
        ) throws {
            try Stage.with { stage in
                let script = """
                    import ctypes, os, struct, sys
                    libc = ctypes.CDLL(None, use_errno=True)
                    # Load the number; flock is 73; answer with the errno, or allow.
                    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 73),
                             (0x06, 0, 0, 0x50000 | int(sys.argv[1])), (0x06, 0, 0, 0x7fff0000)]
                    code = b"".join(struct.pack("HBBI", *step) for step in steps)
                    buffer = ctypes.create_string_buffer(code)
                    program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(buffer))
                    assert libc.prctl(38, 1, 0, 0, 0) == 0
                    assert libc.prctl(22, 2, program, 0, 0) == 0
                    os.execv(sys.argv[2], sys.argv[2:])
                    """
                let daemon = try stage.launch(wrapper: ["python3", "-c", script, "\(code)"])
                #expect(try daemon.process.waitForEnd() == .exited(74))
                let text = daemon.process.complaints
                #expect(text.contains("can't lock the state (\(stage.state)): "), "\(text)")
                #expect(text.contains("--state") && !text.contains("another trackerd"))
                #expect(!File.exists(stage.database))
            }
        }

        // MARK: Configuration

        @Test func checkSaysWhetherItIsRight() throws {
            try Stage.with { stage in
                let check = [Built.trackerd, "--check", "--config", stage.configuration]
                let place = ["XDG_RUNTIME_DIR": stage.folder.path]
                try stage.configure("[limits]\nconnectoins = 4\n")
                let right = try stage.result(check, environment: place)
                #expect(right.ending == .exited(0))
                #expect(right.output.contains("\(stage.configuration): ok"))
                #expect(right.output.contains("\(stage.configuration):2: limits.connectoins"))
                try stage.configure("[limits]\n\nconnections = \"4\"\n")
                let wrong = try stage.result(check, environment: place)
                #expect(wrong.ending == .exited(78))
                #expect(wrong.complaints.contains("\(stage.configuration):3: "))
                #expect(!File.exists(stage.file("trackerd")))
            }
        }

        /// A link to nothing isn't the same as no file: the person has a configuration, and it isn't there.
        @Test(arguments: ["c/trackerd/config.toml", "c/trackerd", "c"])
        func aLinkThatLeadsNowhereIsWrong(_ link: String) throws {
            try Stage.with { stage in
                let parent = link.split(separator: "/").dropLast()
                for count in parent.indices {
                    try File.makeFolder(stage.file(parent[...count].joined(separator: "/")))
                }
                #expect(symlink(stage.file("none"), stage.file(link)) == 0)
                let place = [
                    "XDG_RUNTIME_DIR": stage.folder.path, "XDG_CONFIG_HOME": stage.file("c"),
                ]
                for options in [["--check"], ["--state", stage.state]] {
                    let result = try stage.result([Built.trackerd] + options, environment: place)
                    #expect(result.ending == .exited(78))
                    let why = "config.toml: can't be read: the link \(stage.file(link)) is broken"
                    #expect(result.complaints.contains(why), "\(result.complaints)")
                    #expect(!result.output.contains("ok"))
                }
                unlink(stage.file(link))
                let none = try stage.result([Built.trackerd, "--check"], environment: place)
                #expect(none.ending == .exited(0), "\(none.complaints)")
            }
        }

        // MARK: The database

        /// Makes a state with some history, and returns the number of events.
        private func history(_ stage: Stage) throws -> Int64 {
            let daemon = try stage.start()
            let client = try daemon.connect()
            for number in 1...200 {
                try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"t\(number)\"}")
            }
            let seq = try #require(try client.call("hello")["seq"]?.integer)
            try daemon.stop()
            return seq
        }

        private func expectRecovered(_ stage: Stage, _ daemon: TestedDaemon) throws -> LineClient {
            let client = try daemon.connect()
            let folder = try client.call("status").at("health", "recovered_from")?.string
            let recovery = try #require(folder)
            #expect(recovery.hasPrefix("\(stage.state)/recovery/"))
            #expect(File.exists("\(recovery)/tracker.db"))
            #expect(daemon.process.complaints.contains(recovery))
            #expect(try client.call("journal.verify")["ok"] == .bool(true))
            try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"new\"}")
            return client
        }

        @Test func aDamagedDatabaseIsSetAsideAndItSaysSo() throws {
            try Stage.with { stage in
                _ = try history(stage)
                try File.overwrite(stage.database, at: 0, with: [UInt8](repeating: 0, count: 100))
                let damaged = try #require(File.bytes(stage.database))
                let client = try expectRecovered(stage, try stage.start())
                let recovery = try #require(
                    try client.call("status").at("health", "recovered_from")?.string)
                #expect(File.bytes("\(recovery)/tracker.db") == damaged)
                let events = try client.call("events.list", "{\"types\":[\"storage.recovered\"]}")
                #expect(events["events"]?.list.count == 1)
            }
        }
    }
}
