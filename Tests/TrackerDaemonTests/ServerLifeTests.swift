import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Tests of the daemon's end, and of its reloading of the configuration.
    @Suite struct Life {
        @Test(arguments: [SIGTERM, SIGINT])
        func itEndsCleanlyWithinASecond(signal: Int32) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let subscriber = try daemon.connect()
                let client = try daemon.connect()
                try subscriber.call("events.subscribe")
                for _ in 1...10 { try client.call("stopwatch.start") }
                let began = awakeSeconds()
                daemon.process.send(signal)
                #expect(try daemon.process.waitForEnd() == .exited(0))
                #expect(awakeSeconds() - began < 1)
                let last = try JSONValue(text: #require(subscriber.linesToEnd().last))
                #expect(last["method"] == .string("resync"))
                #expect(last.at("params", "since") == .integer(10 + Stage.ownEvents))
                #expect(try client.linesToEnd() == [])
                #expect(!File.exists(stage.database + "-wal"))
                #expect(!File.exists(stage.socket))
                #expect(daemon.notify.hasHeard("STOPPING=1"))
            }
        }

        @Test func repliesInFlightAreWritten() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let clients = try (1...20).map { _ in try daemon.connect() }
                for client in clients { try client.call("hello") }
                let reading = String(repeating: "{\"id\":1,\"method\":\"status\"}\n", count: 39)
                let changing = "{\"id\":2,\"method\":\"stopwatch.start\"}\n"
                // When the daemon goes on, it reads all of them before the first of several batches.
                daemon.process.send(SIGSTOP)
                for client in clients { try client.send(Array((reading + changing).utf8)) }
                daemon.process.send(SIGCONT)
                let first = try clients.first?.json()
                #expect(first?["result"] != nil)
                daemon.process.send(SIGTERM)
                #expect(try daemon.process.waitForEnd() == .exited(0))
                var answered = 1
                for client in clients {
                    let replies = try client.linesToEnd().map(JSONValue.init(text:))
                    #expect(replies.allSatisfy { $0["result"] != nil })
                    answered += replies.count
                }
                #expect(answered == 20 * 40)
                let next = try stage.start().connect()
                #expect(try next.call("hello")["seq"] == .integer(20 + Stage.ownEvents))
            }
        }

        @Test func clientsThatDoNotReadDoNotHoldUpTheEnd() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let deaf = try (1...8).map { _ in try daemon.connect() }
                let request = "{\"method\":\"status\",\"id\":1}\n"
                let line = Array(String(repeating: request, count: 4000).utf8)
                for client in deaf {
                    try client.call("events.subscribe")
                    _ = try client.sendSome(line[...])
                }
                try daemon.connect().call("hello")
                let began = awakeSeconds()
                // Repeated requests to stop don't make it take longer.
                try wait(for: "the end") {
                    daemon.process.send(SIGTERM)
                    usleep(100_000)
                    return daemon.process.hasEnded
                }
                #expect(try daemon.process.waitForEnd() == .exited(0))
                #expect(awakeSeconds() - began < 1.5)
            }
        }

        // MARK: The zone

        private func put(_ zone: String, _ stage: Stage) throws {
            let data = try #require(File.bytes("/usr/share/zoneinfo/" + zone))
            try File.write(data, to: stage.file("zone.new"))
            #expect(rename(stage.file("zone.new"), stage.file("zone")) == 0)
        }

        /// An upgrade of the zone data keeps the link and replaces the file that it names.
        @Test func aZoneWhoseDataAreReplacedMovesTheReminders() throws {
            try Stage.with { stage in
                try put("Asia/Kathmandu", stage)
                #expect(symlink(stage.file("zone"), stage.file("localtime")) == 0)
                let daemon = try stage.start(environment: ["TZ": ":" + stage.file("localtime")])
                let client = try daemon.connect()
                try client.call(
                    "reminder.create", #"{"name":"walk","at":["12:00"]}"#)
                func next() throws -> String? {
                    try client.call("reminder.get", #"{"reminder":"walk"}"#)["next_at"]?.string
                }
                #expect(try next()?.hasSuffix("T12:00:00.000+05:45") == true)
                for (zone, offset) in [("Pacific/Kiritimati", "+14:00"), ("Asia/Tokyo", "+09:00")] {
                    try put(zone, stage)
                    try wait(for: "noon in \(zone)") {
                        try next()?.hasSuffix("T12:00:00.000\(offset)") == true
                    }
                }
            }
        }

        // MARK: Configuration

        private func warnAt(_ client: LineClient) throws -> [JSONValue] {
            try client.call("config.get").at("rest", "warn_at_ms")?.list ?? []
        }

        @Test func itIsReadAgainOnSIGHUP() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                daemon.process.send(SIGHUP)
                try wait(for: "a reload") {
                    daemon.notify.count(of: "READY=1") == 2
                }
                let reloading = daemon.notify.messages.firstIndex { $0.hasPrefix("RELOADING=1") }
                let ready = daemon.notify.messages.lastIndex { $0.hasPrefix("READY=1") }
                #expect(try #require(reloading) < #require(ready))
                #expect(daemon.notify.messages.contains { $0.contains("MONOTONIC_USEC=") })
                #expect(try warnAt(client) == [.integer(3000)])
            }
        }

        @Test(arguments: [false, true])
        func itIsReadAgainWhenTheFileChanges(replacing: Bool) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("events.subscribe", "{\"types\":[\"config.reloaded\"]}")
                let text = "[rest]\nwarn_at = [\"4s\"]\n[notifications]\nenabled = false\n"
                if replacing {
                    try File.write(text, to: stage.file("config.toml.new"))
                    rename(stage.file("config.toml.new"), stage.configuration)
                } else {
                    try File.write(text, to: stage.configuration)
                }
                let event = try client.event()
                #expect(event.at("data", "changed") == .array([.string("rest.warn_at")]))
                #expect(try warnAt(client) == [.integer(4000)])
            }
        }

        /// Some editors save this way: the old file is moved away, and the new one written bit by bit.
        @Test func aFileThatIsBeingSavedIsReadOnceItIsWhole() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nin_flight = 5\n")
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("events.subscribe", "{\"types\":[\"config.reloaded\"]}")
                rename(stage.configuration, stage.file("config.toml~"))
                let file = open(stage.configuration, O_WRONLY | O_CREAT | O_EXCL, 0o600)
                let parts = ["[limits]\nin_flight = 6\n", "[notifications]\nenabled = false\n"]
                for part in parts {
                    usleep(20_000)
                    write(file, part, part.utf8.count)
                }
                close(file)
                #expect(
                    try client.event().at("data", "changed")
                        == .array([.string("limits.in_flight")]))
                #expect(try watch(seconds: 0.4) { try client.isSilent() })
                #expect(!daemon.process.complaints.contains("can't be read"))
            }
        }

        /// A program that copies files, or a full disk, leaves an empty file; one that removes it leaves none.
        /// The person is told, and decides.
        @Test(arguments: ["", "\n \n", nil])
        func oneThatHasLostItsTextIsRefusedUntilAPersonWantsIt(text: String?) throws {
            try Stage.with { stage in
                let path = stage.file(".config/trackerd/config.toml")
                for folder in [".config", ".config/trackerd"] {
                    try File.makeFolder(stage.file(folder))
                }
                let settings = "[rest]\nwarn_at = [\"8s\"]\n[notifications]\nenabled = false\n"
                try File.write(settings, to: path)
                let daemon = try stage.startUnnamed()
                let client = try daemon.connect()
                try client.call("events.subscribe", "{\"types\":[\"config.*\"]}")
                if let text { try File.write(text, to: path) } else { unlink(path) }
                let fault = text == nil ? "gone" : "empty"
                let remedy =
                    "put it back, or continue without settings with 'trackerctl config reload'"
                let event = try client.event()
                #expect(event["type"] == .string("config.refused"))
                #expect(event.at("data", "reason") == .string("\(path) is \(fault): \(remedy)"))
                #expect(try warnAt(client) == [.integer(8000)])
                let check = try client.call("daemon.check")["checks"]?.list
                    .first { $0["part"] == .string("configuration") }
                #expect(check?["state"] == .string("warn"))
                #expect(check?["detail"]?.string?.contains("the previous settings") == true)
                try wait(for: "the status line") {
                    daemon.notify.status?.contains("put it back") == true
                }
                // What is put back is in effect, and that it was gone has had no effect.
                try File.write(settings, to: path)
                try wait(for: "the end of that") {
                    daemon.notify.status?.contains("put it back") == false
                }
                if let text { try File.write(text, to: path) } else { unlink(path) }
                #expect(try client.event()["type"] == .string("config.refused"))
                try daemon.connect().call("config.reload")
                #expect(try client.event()["type"] == .string("config.reloaded"))
                #expect(try warnAt(client) != [.integer(8000)])
            }
        }

        @Test func aWrongOneIsRefusedAndTheOldOneKept() throws {
            try Stage.with { stage in
                try stage.configure("[rest]\nwarn_at = [\"8s\"]\n")
                let daemon = try stage.start()
                let client = try daemon.connect()
                let wrong = "[rest]\nwarn_at = [\"8s\"]\n\n[limits]\nin_flight = \"many\"\n"
                try stage.configure(wrong)
                try wait(for: "the refusal in the status line") {
                    daemon.notify.status?.contains("config.toml:5") == true
                }
                let reply = try client.reply("config.reload")
                #expect(reply.errorKind == "invalid_params")
                #expect(reply.at("error", "data", "line") == .integer(5))
                #expect(reply.at("error", "data", "field") == .string("limits.in_flight"))
                #expect(try warnAt(client) == [.integer(8000)])
                #expect(daemon.process.complaints.contains("config.toml:5: limits.in_flight"))
                try stage.configure("[rest]\nwarn_at = [\"8s\"]\n")
                try wait(for: "a status line without it") {
                    daemon.notify.status == "Nothing is running"
                }
            }
        }

        @Test func aFolderThatIsMadeLaterIsNoticed() throws {
            try Stage.with { stage in
                let notify = try NotifySocket(path: stage.file("notify"))
                let process = try stage.run(
                    [Built.trackerd, "--state", stage.state, "--socket", stage.socket],
                    environment: [
                        "NOTIFY_SOCKET": notify.path, "XDG_CONFIG_HOME": stage.file("config"),
                    ])
                try wait(for: "readiness: \(process.complaints)") { notify.hasHeard("READY=1") }
                let client = try LineClient(path: stage.socket)
                #expect(try warnAt(client) == [.integer(3000)])
                try File.makeFolder(stage.file("config"))
                try File.makeFolder(stage.file("config/trackerd"))
                try File.write(
                    "[rest]\nwarn_at = [\"6s\"]\n", to: stage.file("config/trackerd/config.toml"))
                try wait(for: "the new configuration") { try warnAt(client) == [.integer(6000)] }
            }
        }

        /// Dotfile managers link the file, or the whole folder, and switch the link to another tree.
        @Test(arguments: ["config", "config/trackerd", "config/trackerd/config.toml"])
        func aLinkThatIsSwitchedIsNoticed(_ link: String) throws {
            try Stage.with { stage in
                func write(_ warnAt: Int, to tree: String) throws {
                    let text = "[rest]\nwarn_at = [\"\(warnAt)s\"]\n"
                    var folder = stage.file(tree)
                    try? File.makeFolder(folder)
                    for name in (stage.file("config/trackerd") + "/").dropFirst(
                        stage.file(link).utf8.count + 1
                    ).split(separator: "/") {
                        folder += "/\(name)"
                        try? File.makeFolder(folder)
                    }
                    try File.write(text, to: folder + "/config.toml")
                }
                func point(to tree: String) {
                    let isFile = link.hasSuffix(".toml")
                    let target = stage.file(tree) + (isFile ? "/config.toml" : "")
                    symlink(target, stage.file("link.new"))
                    rename(stage.file("link.new"), stage.file(link))
                }
                for folder in ["config", "config/trackerd"] where folder != link {
                    if link.hasPrefix(folder) { try File.makeFolder(stage.file(folder)) }
                }
                try write(5, to: "old")
                try write(6, to: "new")
                point(to: "old")
                let notify = try NotifySocket(path: stage.file("notify"))
                let process = try stage.run(
                    [Built.trackerd, "--state", stage.state, "--socket", stage.socket],
                    environment: [
                        "NOTIFY_SOCKET": notify.path, "XDG_CONFIG_HOME": stage.file("config"),
                    ])
                try wait(for: "readiness: \(process.complaints)") { notify.hasHeard("READY=1") }
                let client = try LineClient(path: stage.socket)
                #expect(try warnAt(client) == [.integer(5000)])
                try write(4, to: "old")
                try wait(for: "another text") { try warnAt(client) == [.integer(4000)] }
                point(to: "new")
                try wait(for: "the other tree") { try warnAt(client) == [.integer(6000)] }
                // Nothing at the end of a link is no reason to drop all settings.
                point(to: "nowhere")
                try wait(for: "the refusal") {
                    notify.status?.contains("the link \(stage.file(link)) is broken") == true
                }
                #expect(try warnAt(client) == [.integer(6000)])
                point(to: "old")
                try wait(for: "the first tree") { try warnAt(client) == [.integer(4000)] }
            }
        }

        // MARK: The status line

        @Test func theStatusLineSaysWhatCounts() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                #expect(daemon.notify.status == "Nothing is running")
                #expect(try watch(seconds: 0.3) { daemon.notify.status == "Nothing is running" })
                let client = try daemon.connect()
                try client.call("timer.start", "{\"duration\":\"1h\"}")
                try wait(for: "the timer") {
                    daemon.notify.status?.hasPrefix("1 timer running; next at ") == true
                }
                try client.call("timer.cancel", "{\"timer\":\"last\"}")
                try wait(for: "nothing") { daemon.notify.status == "Nothing is running" }
            }
        }
    }
}
