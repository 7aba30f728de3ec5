import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// The socket's file, which others may remove, replace and take.
    @Suite struct Socket {
        private func pid(at path: String) -> Int64? {
            try? LineClient(path: path).call("hello")["pid"]?.integer
        }

        private func waitFor(_ daemon: TestedDaemon, at path: String) throws {
            try wait(for: "trackerd \(daemon.process.pid) at \(path)") {
                pid(at: path) == Int64(daemon.process.pid)
            }
        }

        /// - Parameter way: how the file goes.
        @Test(arguments: ["rm", "mv", "folder", "above", "stale", "link"])
        func whatIsRemovedIsBoundAgain(_ way: String) throws {
            try Stage.with { stage in
                let (above, folder) = (stage.file("run"), stage.file("run/t"))
                try File.makeFolder(above)
                let path = folder + "/s"
                let daemon = try startAt(path, stage)
                let client = try LineClient(path: path)
                try client.call("timer.start", #"{"duration":"1h","name":"tea"}"#)
                for _ in 1...2 {
                    switch way {
                    case "rm": unlink(path)
                    case "mv": rename(path, folder + "/old")
                    case "folder": File.remove(folder)
                    case "above": File.remove(above)
                    // A socket that nobody listens at, as a crash leaves it.
                    case "stale": try leaveStaleSocket(at: path, stage)
                    default:
                        unlink(path)
                        symlink("/nonexistent", path)
                    }
                    guard way != "link" else {
                        try expectComplaint(daemon, "\(path) exists and isn't a socket")
                        unlink(path)
                        try waitFor(daemon, at: path)
                        continue
                    }
                    try waitFor(daemon, at: path)
                    #expect(File.text(folder + "/up") == "\(daemon.process.pid)\n")
                    var status = stat()
                    #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
                    #expect(lstat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
                }
                // Those who were connected notice nothing.
                #expect(try client.call("timer.get", #"{"timer":"tea"}"#)["name"] == .string("tea"))
                #expect(daemon.facts.descriptors < 40)
                try daemon.stop()
                #expect(!File.exists(path) && !File.exists(folder + "/up"))
            }
        }

        private func startAt(
            _ path: String, _ stage: Stage, state: String = "state"
        ) throws -> TestedDaemon {
            let daemon = try stage.launch(
                arguments: ["--state", stage.file(state), "--socket", path])
            try wait(for: "readiness: \(daemon.process.complaints)") {
                daemon.notify.hasHeard("READY=1")
            }
            return daemon
        }

        private func leaveStaleSocket(at path: String, _ stage: Stage) throws {
            let script = """
                import os, socket, sys
                s = socket.socket(socket.AF_UNIX)
                s.bind(sys.argv[1] + ".new")
                os.rename(sys.argv[1] + ".new", sys.argv[1])
                """
            let made = try stage.result(["python3", "-c", script, path])
            try #require(made.ending == .exited(0), "\(made.complaints)")
        }

        private func expectComplaint(_ daemon: TestedDaemon, _ text: String) throws {
            try wait(for: text) { daemon.process.complaints.contains(text) }
        }

        /// A daemon on another state that has taken the path keeps it, and takes nothing with it at its end.
        @Test(arguments: [false, true]) func nobodyRemovesAnothersSocket(isKilled: Bool) throws {
            try Stage.with { stage in
                let path = stage.file("s")
                let first = try startAt(path, stage)
                // It mustn't be quicker than the other one.
                first.process.send(SIGSTOP)
                unlink(path)
                let second = try startAt(path, stage, state: "other")
                first.process.send(SIGCONT)
                try expectComplaint(first, "another program is listening on \(path)")
                #expect(try watch(seconds: 0.5) { pid(at: path) == Int64(second.process.pid) })
                if isKilled { try second.crash() } else { try second.stop() }
                // The socket of a killed one changes nothing in the folder: it's looked for by time.
                try waitFor(first, at: path)
                #expect(File.text(stage.file("up")) == "\(first.process.pid)\n")
                #expect(first.process.complaints.split(separator: "another program").count == 2)
            }
        }
    }
}
