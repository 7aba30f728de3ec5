import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// trackerctl with a daemon that comes and goes.
    @Suite struct Commands {
        private func trackerctl(_ stage: Stage, _ arguments: String...) throws -> Program.Result {
            try stage.result(
                [Built.trackerctl] + arguments, environment: ["TRACKERD_SOCKET": stage.socket])
        }

        private func background(_ stage: Stage, _ arguments: String...) throws -> Program {
            try stage.run(
                [Built.trackerctl] + arguments, environment: ["TRACKERD_SOCKET": stage.socket])
        }

        private func isSubscribed(_ daemon: TestedDaemon) throws -> Bool {
            try daemon.connect().call("status").at("health", "subscribers") != .integer(0)
        }

        /// The checks are about the daemon's environment, not about that of trackerctl.
        @Test func doctorAsksTheDaemon() throws {
            try Stage.with { stage in
                try File.makeFolder(stage.file("mine"))
                try File.write("#!/bin/sh\n", to: stage.file("mine/bell"), mode: 0o700)
                let none = try trackerctl(stage, "doctor")
                #expect(none.ending == .exited(1) && none.output.contains("FAIL  socket"))
                let session = try SessionBus(stage)
                let server = try NotificationServer(session)
                try stage.configure("", notifications: true)
                let daemon = try stage.start(environment: session.variables)
                let place = [
                    "TRACKERD_SOCKET": stage.socket, "PATH": stage.file("mine") + ":/usr/bin",
                ]
                func doctor() throws -> Program.Result {
                    try stage.result([Built.trackerctl, "doctor"], environment: place)
                }
                let well = try doctor()
                #expect(well.ending == .exited(0), "\(well.output)")
                #expect(well.output.contains("ok    notifications  shown by mock 1.0"))
                #expect(well.output.contains("ok    configuration"))
                #expect(well.output.contains("trackerctl bar --print-config waybar"))
                server.kill()
                try stage.configure(
                    "[[hooks]]\non = [\"*\"]\nrun = [\"bell\"]\n", notifications: true)
                try daemon.connect().call("config.reload")
                try wait(for: "the server to be gone") {
                    try doctor().output.contains("FAIL  notifications")
                }
                let hook = try doctor()
                #expect(hook.ending == .exited(1))
                #expect(
                    hook.output.contains("FAIL  hook           *: bell isn't in the daemon's PATH"))
                try File.write("[nonsense", to: stage.configuration)
                let wrong = try doctor()
                #expect(wrong.output.contains("FAIL  configuration  \(stage.configuration):1: "))
            }
        }

        /// What starts by its socket alone reminds nobody after a login.
        @Test func doctorWantsTheServiceToStartAtLogin() throws {
            try Stage.with { stage in
                let script = stage.file("systemctl")
                func doctor(_ enabled: String) throws -> String {
                    try File.write(
                        """
                        #!/bin/sh
                        case "$*" in
                        *show*)
                            printf 'LoadState=loaded\\nActiveState=active\\n\\n'
                            printf 'LoadState=loaded\\nActiveState=active\\n' ;;
                        *\(enabled)) echo enabled ;;
                        *) echo disabled ;;
                        esac

                        """,
                        to: script, mode: 0o700)
                    return try stage.result(
                        [Built.trackerctl, "doctor"],
                        environment: [
                            "TRACKERD_SOCKET": stage.socket,
                            "PATH": stage.folder.path + ":/usr/bin:/bin",
                        ]
                    ).output
                }
                let todo = "systemctl --user enable --now trackerd.service"
                let socketAlone = try doctor("trackerd.socket")
                #expect(socketAlone.contains(todo), "\(socketAlone)")
                let service = try doctor("trackerd.service")
                #expect(!service.contains(todo), "\(service)")
            }
        }

        @Test func waitGoesOnOverARestart() throws {
            try Stage.with { stage in
                let first = try stage.start()
                try first.connect().call("timer.start", "{\"duration\":\"3s\",\"name\":\"tea\"}")
                let waiting = try background(stage, "wait", "tea")
                try wait(for: "a subscription") { try isSubscribed(first) }
                try first.crash()
                let second = try stage.start()
                try wait(for: "a new subscription") { try isSubscribed(second) }
                #expect(!waiting.hasEnded)
                #expect(try waiting.waitForEnd() == .exited(0))
                #expect(waiting.output.contains("tea"))
                #expect(waiting.output.contains("over"))
            }
        }

        @Test func waitHearsOfAnEndWhileTheDaemonWasAway() throws {
            try Stage.with { stage in
                let first = try stage.start()
                try first.connect().call("timer.start", "{\"duration\":\"1s\",\"name\":\"tea\"}")
                let waiting = try background(stage, "wait", "tea")
                try wait(for: "a subscription") { try isSubscribed(first) }
                try first.crash()
                usleep(1_100_000)
                _ = try stage.start()
                #expect(try waiting.waitForEnd() == .exited(0))
            }
        }

        @Test func waitTellsOfACancelledTimer() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"tea\"}")
                let waiting = try background(stage, "wait", "tea")
                try wait(for: "a subscription") { try isSubscribed(daemon) }
                try client.call("timer.cancel", "{\"timer\":\"tea\"}")
                #expect(try waiting.waitForEnd() == .exited(1))
            }
        }

        private static let seeded = Int(Stage.ownEvents)

        @Test func watchEndsAfterItsLimit() throws {
            try Stage.with { stage in
                try stage.start().connect().call("stopwatch.start")
                let watching = try trackerctl(
                    stage, "watch", "--json", "--since", "0", "--limit", "2")
                #expect(watching.ending == .exited(0))
                #expect(watching.output.split(separator: "\n").count == 2)
            }
        }

        @Test func watchShowsEachEventOnceOverRestarts() throws {
            try Stage.with { stage in
                var daemon = try stage.start()
                let watching = try background(stage, "watch", "--json", "--since", "0")
                for round in 1...3 {
                    let client = try daemon.connect()
                    for _ in 1...30 { try client.call("stopwatch.start") }
                    // Some rounds end before everything has been read.
                    if round == 2 {
                        try wait(for: "\(round * 30) lines") {
                            watching.output.split(separator: "\n").count == Self.seeded + round * 30
                        }
                    }
                    if round == 3 { try daemon.stop() } else { try daemon.crash() }
                    daemon = try stage.start()
                }
                try wait(for: "90 lines") {
                    watching.output.split(separator: "\n").count == Self.seeded + 90
                }
                let seqs = try watching.output.split(separator: "\n").map {
                    try JSONValue(text: String($0))["seq"]?.integer
                }
                #expect(seqs == (1...Self.seeded + 90).map { Int64($0) })
                #expect(watching.complaints.contains("trackerd is back"))
                #expect(!watching.hasEnded)
            }
        }

        @Test func exitStatusesTellWhatWentWrong() throws {
            try Stage.with { stage in
                func status(_ arguments: String...) throws -> Program.Ending {
                    try stage.result(
                        [Built.trackerctl] + arguments,
                        environment: ["TRACKERD_SOCKET": stage.socket]
                    ).ending
                }
                #expect(try status("status") == .exited(69))
                let daemon = try stage.start()
                #expect(try status("status") == .exited(0))
                #expect(try status("timer", "start", "25m", "tea") == .exited(0))
                #expect(try status("timer", "get", "coffee") == .exited(1))
                #expect(try status("rest", "skip") == .exited(1))
                #expect(try status("timer", "start", "soon") == .exited(64))
                #expect(try status("no-such-command") == .exited(64))
                #expect(try status("rpc", "hello", "{") == .exited(64))
                #expect(try status("rpc", "no.such") == .exited(1))
                #expect(try status("--help") == .exited(0))
                let shell = "exec \"$0\" status >/dev/full"
                let full = try stage.result(
                    ["sh", "-c", shell, Built.trackerctl],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                #expect(full.ending == .exited(74))
                try daemon.stop()
                #expect(try status("timer", "list") == .exited(69))
            }
        }

        @Test func anAnswerThatMakesNoSenseIsAnInternalError() throws {
            try Stage.with { stage in
                _ = try stage.run([
                    "python3", "-c",
                    """
                    import os, socket, sys
                    s = socket.socket(socket.AF_UNIX)
                    s.bind(sys.argv[1] + ".new")
                    s.listen()
                    os.rename(sys.argv[1] + ".new", sys.argv[1])
                    c = s.accept()[0]
                    c.recv(4096)
                    c.sendall(b"what?\\n")
                    c.recv(4096)
                    """, stage.socket,
                ])
                try wait(for: "the socket") { File.exists(stage.socket) }
                #expect(try trackerctl(stage, "status").ending == .exited(70))
            }
        }

        @Test func oneConnectionTooManyIsARefusalThatSaysSo() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nconnections = 1\n")
                let daemon = try stage.start()
                let only = try daemon.connect()
                try only.call("hello")
                for _ in 1...20 {
                    let result = try trackerctl(stage, "status")
                    #expect(result.ending == .exited(1), "\(result.complaints)")
                    #expect(result.complaints.contains("1 connections already"))
                }
            }
        }

        /// The key that is pressed twice when a hold ends early.
        @Test func nextBailsAndLeavesTheRestAlone() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.call("training.start", #"{"mode":"time","target":60,"rest":"30s"}"#)
                #expect(try trackerctl(stage, "next").complaints.contains("has only just begun"))
                usleep(1_050_000)
                let bail = try trackerctl(stage, "next")
                #expect(
                    bail.ending == .exited(0) && bail.output.hasPrefix("bailed; training: rest"))
                let again = try trackerctl(stage, "next")
                #expect(again.ending == .exited(1) && again.complaints.contains("second press"))
                #expect(try client.call("training.get")["state"] == .string("resting"))
                usleep(1_050_000)
                let skip = try trackerctl(stage, "next")
                #expect(skip.output.hasPrefix("rest skipped; training: holding"))
                try client.call("training.reset", #"{"confirm":true}"#)
                let none = try trackerctl(stage, "next")
                #expect(none.complaints.contains("nothing to continue"))
            }
        }

        /// A workout from the first set to the last by short commands, as at the rack.
        @Test func aWorkoutByShortCommands() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                func ctl(_ words: [String]) throws -> Program.Result {
                    try stage.result(
                        [Built.trackerctl] + words, environment: ["TRACKERD_SOCKET": stage.socket])
                }
                func says(_ line: String, _ parts: String..., exit: Int32 = 0) throws {
                    let result = try ctl(line.split(separator: " ").map(String.init))
                    #expect(result.ending == .exited(exit), "\(line): \(result.complaints)")
                    for part in parts {
                        let text = exit == 0 ? result.output : result.complaints
                        #expect(text.contains(part), "\(line): \(text)")
                    }
                }
                try says("set bench press 5x100", "trackerctl workout start", exit: 1)
                try says("set 8x60", "no workout is open", "start one", exit: 1)
                let plan = ["bench press 3x5x100 rest 3m", "pull-ups 3x10 rest no", "plank 1x60s"]
                let template = try ctl(["template", "create", "push"] + plan)
                #expect(template.output.contains("1  Bench Press  3x5x100kg  3:00"))
                try says("workout start push", "push: open since", "5x100kg")
                try says(
                    "set bench 3x80 --warmup", "Bench Press 1  3x80kg, warm-up",
                    "next: Bench Press 2")
                try says("set 5x100@8", "Bench Press 2  5x100kg@8", "first set: records", "3:00")
                try says("set 5x102,5 4x102,5", "Bench Press 3  5x102.5kg", "load 102.5 kg")
                try says("set again --rpe 9.5", "Bench Press 5  4x102.5kg@9.5")
                try says("set pull-ups 8x-15", "Pull-ups 1  8x-15kg")
                try says("status", "push: open since", "last Pull-ups 1: 8x-15kg")
                try says("set plank 60s", "Plank 1  1:00")
                try says("set 5x100 5x", "'5x': no load after x", exit: 64)
                try says("set bench 5x100 5x100 -w nowhere", "no workout 'nowhere'", exit: 1)
                try says("set edit last 1m15s", "Plank 1: 1m15s")
                try says("set rm last", "deleted: Plank 1")
                try says("undo", "Undone: ")
                try says("workout finish", "finished", "6 sets", "took")
                #expect(try client.call("rest.get")["state"] == .string("skipped"))
                try says("workout repeat", "5x100kg", "5x100kg@8")
                try says("set bench 3x80 --warmup", "last time 3x80kg, warm-up")
                try says("workout discard", "--yes", exit: 1)
                try says("workout discard --yes", "discarded: push")
                try says("workout history", "push", "6 sets", "Bench Press")
                try says("settings set --unit lb --rest 2m", "lb", "2:00")
                let json = try ctl(["workout", "show", "--json"])
                let exercises = try JSONValue(text: json.output)["exercises"]
                guard case .array(let list)? = exercises, case .array(let sets)? = list[0]["sets"]
                else { throw StageError(json.output) }
                #expect(sets.count == 5 && sets[4]["rpe"] == .number(9.5))
                // There is no rest between sets that were logged together.
                #expect(sets[2]["rest_ms"] == nil && sets[3]["rest_ms"] != nil)
            }
        }

        /// The words of the commands mean the daemon's days, whenever those begin.
        @Test(arguments: [1, 23]) func daysAreTheDaemons(_ hours: Int) throws {
            try Stage.with { stage in
                _ = try stage.start()
                func says(_ words: String...) throws -> String {
                    try stage.result(
                        [Built.trackerctl] + words, environment: ["TRACKERD_SOCKET": stage.socket]
                    ).output
                }
                // Days that begin in an hour: now is still yesterday, but in the hour before midnight.
                var now = time(nil) + hours * 3600
                var parts = tm()
                localtime_r(&now, &parts)
                let hour = parts.tm_hour < 10 ? "0\(parts.tm_hour)" : "\(parts.tm_hour)"
                _ = try says("settings", "set", "--day-starts", "\(hour):00")
                #expect(try says("log", "squats", "5").contains("5 reps today"))
                #expect(try says("log", "list", "today").contains("Squats"))
                #expect(try !says("log", "list", "yesterday").contains("Squats"))
                #expect(try says("log", "squats", "7", "--at", "yesterday").contains("Squats"))
                #expect(try says("log", "list", "yesterday").contains("7 reps"))
                #expect(try says("log", "list", "today").contains("total: Squats 5 reps"))
            }
        }

        @Test func localTimesAreThoseOfTheZone() throws {
            try Stage.with { stage in
                let daemon = try stage.start(environment: ["TZ": "Asia/Kathmandu"])
                let status = try daemon.connect().call("status")
                #expect(try #require(status["now"]?.string).hasSuffix("+05:45"))
                let timer = try stage.result(
                    [Built.trackerctl, "timer", "start", "1h", "--json"],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                let due = try JSONValue(text: timer.output)["due_at"]?.string
                #expect(try #require(due).hasSuffix("+05:45"))
            }
        }
    }
}
