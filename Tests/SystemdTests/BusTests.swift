import Glibc
import Stage
import Systemd
import TestSupport
import Testing

@Suite(.serialized) struct BusTests {
    // MARK: Values

    @Test func eachTypeGoesThereAndBack() throws {
        let values: [BusValue] = [
            .byte(255), true, false, .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
            .int64(.min), .uint64(.max), .double(-0.5), "", "Grüße 🏋", .object("/a/b"),
            .signature("a{sv}"), .strings([]), .strings(["a", "b"]), .dictionary([:]),
            .dictionary(["a": .byte(1), "b": .strings(["c"]), "d": .variant("e")]),
            .array([.structure(["a", .object("/"), .uint32(1)])], of: "(sou)"),
            .array([.array([], of: "i"), .array([.int32(1)], of: "i")], of: "ai"),
            .array([.entry(.uint32(1), "one")], of: "{us}"), .variant(.variant(.int64(-1))),
            .variant(.structure([true, .array([.byte(0)], of: "y")])),
        ]
        try BusStage.with { stage in
            try stage.startService()
            #expect(try stage.ask(BusStage.call("Echo")) == .success([]))
            #expect(try stage.ask(BusStage.call("Echo", values)).get().count == values.count)
            for value in values {
                let answer = try stage.ask(BusStage.call("Echo", [value]))
                guard value.signature != "a{sv}" else {
                    // Its entries have no order.
                    #expect(answer.value?.signature == "a{sv}")
                    #expect(answer.value?.dictionary == value.dictionary)
                    continue
                }
                #expect(answer == .success([value]))
            }
        }
    }

    @Test func valuesAreReadThroughVariants() {
        #expect(BusValue.variant(.variant("a")).text == "a")
        #expect(BusValue.object("/a").text == "/a" && BusValue.byte(1).text == nil)
        #expect(BusValue.variant(true).bool == true && BusValue.byte(1).bool == nil)
        let numbers: [BusValue] = [
            .byte(7), .int16(7), .uint16(7), .int32(7), .uint32(7), .int64(7), .uint64(7),
            .variant(.byte(7)),
        ]
        #expect(numbers.allSatisfy { $0.integer == 7 })
        #expect(BusValue.uint64(.max).integer == .max && BusValue.string("7").integer == nil)
        #expect(BusValue.variant(.structure(["a"])).list == ["a"])
        #expect(BusValue.strings(["a"]).list == ["a"] && BusValue.string("a").list == nil)
        #expect(BusValue.variant(.dictionary(["a": "b"])).dictionary?["a"]?.text == "b")
        #expect(BusValue.strings(["a"]).dictionary == nil)
        #expect(BusValue.variant("a").descriptor == nil)
    }

    @Test func whatCannotBeSentIsAnError() throws {
        try BusStage.with { stage in
            try stage.startService()
            for call in [
                BusStage.call("Echo", ["a\0b"]), BusStage.call("Echo", [.object("a")]),
                BusStage.call("Echo", [.array([.byte(1)], of: "s")]), BusStage.call("no member"),
                BusCall("no service", "/t", "org.test.T", "Echo"),
            ] {
                guard case .failure(let error) = try stage.ask(call) else {
                    Issue.record("\(call) was answered")
                    continue
                }
                #expect(error.name == "org.freedesktop.DBus.Error.Failed")
            }
            #expect(try stage.ask(BusStage.call("Echo", ["a"])).value == "a")
        }
    }

    /// The pipe's other end tells.
    @Test func descriptorsAreReceivedAndClosedAfterUse() throws {
        try BusStage.with { stage in
            try stage.startService()
            do {
                let file = try #require(
                    try stage.ask(BusStage.call("Pipe", [.int32(0)])).value?.descriptor)
                #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
                let back = try #require(
                    try stage.ask(BusStage.call("Echo", [.variant(.descriptor(file))]))
                        .value?.descriptor)
                #expect(back != file && back.number != file.number)
                #expect(receive(from: back.number) == "hello")
                #expect(try stage.probe() == "open")
                withExtendedLifetime(file) {}
            }
            #expect(try stage.isClosed())
            // An answer for which nobody waits any more leaves nothing open.
            let late = try stage.ask(BusStage.call("Pipe", [.double(0.2)]), timeoutMs: 20)
            #expect(late == .failure(.timedOut))
            #expect(try stage.isClosed())
        }
    }

    /// As a notification server tells only the sender of a notification that it was closed.
    @Test func signalsToOthersAloneCanBeHeard() throws {
        try BusStage.with { stage in
            try stage.startService()
            let address = try #require(BusAddress.session(in: stage.session.variables))
            let listener = try Bus(stage.loop, address)
            var heard: [[BusValue]] = []
            let rule = BusRule(sender: BusStage.name, interface: "org.test.T", member: "Told")
            let subscriptions = listener.onAnySignal(rule) { heard.append($0.arguments) }
            #expect(try turn(stage.loop) { listener.isConnected })
            try stage.run(milliseconds: 200)
            let own = try stage.ask(
                BusCall(
                    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "GetNameOwner", [.string(BusStage.name)]))
            // To the service itself, so that nobody else gets it.
            _ = try stage.ask(BusStage.call("Tell", [try #require(own.value), "a"]))
            #expect(try turn(stage.loop) { !heard.isEmpty })
            try stage.emit("Told", "b")
            #expect(heard == [["a"], ["b", .byte(1)]])
            withExtendedLifetime(subscriptions) {}
        }
    }

    // MARK: Errors

    @Test func errorsHaveTheirNames() throws {
        try BusStage.with { stage in
            let program = try stage.startService()
            let refused = BusError(name: "org.test.Refused", message: "not now")
            #expect(try stage.ask(BusStage.call("Fail")) == .failure(refused))
            let nobody = BusCall("org.test.Nobody", "/t", "org.test.T", "Echo")
            let error = try #require(try stage.ask(nobody).error)
            #expect(
                ["ServiceUnknown", "NameHasNoOwner"].map { "org.freedesktop.DBus.Error." + $0 }
                    .contains(error.name), "\(error)")
            // A service that ends instead of answering.
            let gone = try #require(try stage.ask(BusStage.call("Exit")).error)
            #expect(gone.name == "org.freedesktop.DBus.Error.NoReply")
            #expect(try program.waitForEnd() == .exited(0))
        }
    }

    @Test func aBusThatNeverAnswersIsNotWaitedFor() throws {
        try Stage.with { stage in
            let silent = try boundSocket(SOCK_STREAM, at: stage.file("bus"))
            defer { close(silent) }
            listen(silent, 5)
            let loop = try EventLoop()
            let bus = try Bus(loop, BusAddress("unix:path=" + stage.file("bus")))
            var answer: BusAnswer?
            let began = awakeSeconds()
            bus.call(BusStage.call("Echo"), timeoutMs: 100) { answer = $0 }
            #expect(try turn(loop) { answer != nil })
            #expect(answer == .failure(.timedOut))
            #expect(awakeSeconds() - began < 20 && !bus.isConnected)
        }
    }

    // MARK: The connection

    @Test func aBusThatIsNotThereYetIsWaitedFor() throws {
        try BusStage.with(isUp: false) { stage in
            #expect(try stage.ask(BusStage.call("Echo"), timeoutMs: 50) == .failure(.timedOut))
            let rule = BusRule(interface: "org.test.T", member: "Told")
            var heard = 0
            let subscription = stage.bus.onSignal(rule) { _ in heard += 1 }
            var answers: [BusAnswer] = []
            stage.bus.call(BusStage.call("Echo")) { answers.append($0) }
            stage.bus.send(BusStage.call("Exit"))
            #expect(try turnWhileBusy(stage.loop) < 100)
            #expect(answers.isEmpty && !stage.bus.isConnected && stage.bus.id == nil)
            try stage.session.begin()
            #expect(try turn(stage.loop) { !answers.isEmpty })
            // It came to the bus, where there's no service yet.
            #expect(answers.first?.value == nil && answers != [.failure(.timedOut)])
            let program = try stage.startService()
            _ = try stage.ask(BusStage.call("Emit", ["org.test.T", "Told"]))
            #expect(try turn(stage.loop) { heard == 1 })
            #expect(!program.hasEnded)
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func whereNoBusCanBeThereIsAnError() throws {
        let loop = try EventLoop()
        for address in ["disabled:", "unix:abstract=trackerd-nobody-listens-here", "nonsense"] {
            #expect(throws: SystemError.self) { _ = try Bus(loop, BusAddress(address)) }
        }
        let missing = BusAddress("unix:path=/nonexistent/bus")
        #expect(missing.isMissing)
        #expect(throws: SystemError.self) { _ = try Bus(loop, missing, awaitsBus: false) }
    }

    @Test func aBusThatComesAgainIsConnectedToAgain() throws {
        try BusStage.with { stage in
            try stage.startService()
            var (heard, changes): ([String], [Bool]) = ([], [])
            let told = BusRule(sender: BusStage.name, path: "/t", interface: "org.test.T")
            let first = stage.bus.onSignal(told) { heard.append("1 \($0.member)") }
            let second = stage.bus.onSignal(told) { heard.append("2 \($0.member)") }
            let name = BusName(stage.bus, BusStage.name) { [unowned stage] in
                changes.append(stage.bus.isConnected)
            }
            #expect(try turn(stage.loop) { name.owner != nil })
            let former = name.owner
            var answers: [BusAnswer] = []
            stage.bus.call(BusStage.call("Sleep", [.int32(60)])) { answers.append($0) }
            try stage.run(milliseconds: 100)
            stage.session.end()
            #expect(try turn(stage.loop) { !answers.isEmpty && name.owner == nil })
            let error = try #require(answers[0].error)
            #expect(error.name == "org.freedesktop.DBus.Error.NoReply")
            // Made without a connection, it's sent by the next one.
            stage.bus.call(BusStage.call("Echo", ["a"])) { answers.append($0) }
            second.cancel()
            try stage.session.begin()
            #expect(try turn(stage.loop) { answers.count == 2 })
            try stage.startService()
            #expect(try turn(stage.loop) { name.owner != nil })
            #expect(name.owner != former && name.owner?.bus != former?.bus)
            #expect(changes == [true, false, true, true])
            _ = try stage.ask(BusStage.call("Emit", ["org.test.T", "Told"]))
            #expect(try turn(stage.loop) { !heard.isEmpty })
            try stage.run(milliseconds: 50)
            #expect(heard == ["1 Told"])
            withExtendedLifetime(first) {}
        }
    }

    /// A call, a signal and a lost connection can each be the end of the connection.
    @Test func itCanBeReleasedByItsHandlers() throws {
        try Stage.with { stage in
            let session = try SessionBus(stage)
            let loop = try EventLoop()
            let address = try #require(BusAddress.session(in: session.variables))
            for rule in [BusRule.connected, .disconnected, nil] {
                var bus: Bus? = try Bus(loop, address)
                var ended = 0
                let end = {
                    bus = nil
                    ended += 1
                }
                let subscription = rule.flatMap { rule in bus?.onSignal(rule) { _ in end() } }
                if rule == nil {
                    bus?.call(BusStage.call("Echo")) { _ in end() }
                    bus?.call(BusStage.call("Echo")) { _ in end() }
                }
                #expect(try turn(loop) { ended == 1 || bus?.isConnected == true })
                if rule == .disconnected {
                    session.end()
                    #expect(try turn(loop) { ended == 1 })
                    try session.begin()
                }
                #expect(try turn(loop) { ended == 1 })
                try turnWhileBusy(loop)
                #expect(ended == 1 && bus == nil)
                withExtendedLifetime(subscription) {}
            }
        }
    }

    @Test func withNothingToDoItDoesNotWake() throws {
        try BusStage.with { stage in
            try stage.startService()
            let subscription = stage.bus.onSignal(.init(interface: "org.test.T")) { _ in }
            _ = try stage.ask(BusStage.call("Echo"), timeoutMs: 200)
            try turnWhileBusy(stage.loop)
            try stage.run(milliseconds: 50)
            #expect(try !stage.loop.turn(waitingMicroseconds: 400_000))
            withExtendedLifetime(subscription) {}
        }
    }

    // MARK: Signals and properties

    @Test func signalsAreHeardAsLongAsTheyAreWanted() throws {
        try BusStage.with { stage in
            try stage.startService()
            var heard: [BusSignal] = []
            let rule = BusRule(interface: "org.test.T", member: "Told", first: "org.test")
            var subscription: BusSubscription? = stage.bus.onSignal(rule) { heard.append($0) }
            let once = stage.bus.onSignal(BusRule(interface: "org.test.T", member: "Once")) {
                heard.append($0)
            }
            try stage.emit("Told", "org.test")
            try stage.emit("Told", "not")
            try stage.emit("Else", "org.test")
            #expect(heard.map(\.member) == ["Told"])
            #expect(heard.first?.arguments == ["org.test", .byte(1)] && heard.first?.path == "/t")
            #expect(heard.first?.sender.hasPrefix(":") == true)
            try stage.emit("Once", "")
            once.cancel()
            try stage.emit("Once", "")
            #expect(heard.map(\.member) == ["Told", "Once"])
            withExtendedLifetime(subscription) {}
            subscription = nil
            try stage.emit("Told", "org.test")
            #expect(heard.count == 2)
        }
    }

    @Test func propertiesAreReadAndFollowed() throws {
        try BusStage.with { stage in
            try stage.startService()
            let (of, name) = ("org.test.T", BusStage.name)
            #expect(try stage.ask(.property("A", of: of, name, "/t")).value?.text == "A!")
            let all = try stage.ask(.properties(of: of, name, "/t")).value?.dictionary
            #expect(all?["A"]?.integer == 7 && all?["B"]?.text == "b" && all?.count == 2)
            var changes: [[BusValue]] = []
            let rule = BusRule.properties(of: of, name, "/t")
            let subscription = stage.bus.onSignal(rule) { changes.append($0.arguments) }
            for interface in ["org.test.Other", of] {
                _ = try stage.ask(
                    BusStage.call(
                        "Emit",
                        [
                            "org.freedesktop.DBus.Properties", "PropertiesChanged",
                            .string(interface), .dictionary(["A": .uint64(8)]), .strings(["B"]),
                        ]))
            }
            #expect(try turn(stage.loop) { !changes.isEmpty })
            #expect(changes == [[.string(of), .dictionary(["A": .uint64(8)]), .strings(["B"])]])
            withExtendedLifetime(subscription) {}
        }
    }

    // MARK: Addresses

    @Test func addressesAreFoundAsTheBusLibrariesFindThem() {
        func session(_ variables: [String: String]) -> String? {
            BusAddress.session(in: variables)?.description
        }
        #expect(session(["DBUS_SESSION_BUS_ADDRESS": "a", "XDG_RUNTIME_DIR": "/r"]) == "a")
        #expect(session(["XDG_RUNTIME_DIR": "/r s"]) == "unix:path=/r%20s/bus")
        #expect(session(["XDG_RUNTIME_DIR": "r"]) == nil && session([:]) == nil)
        let system = "unix:path=/run/dbus/system_bus_socket"
        #expect(BusAddress.system(in: [:]).description == system)
        #expect(BusAddress.system(in: ["DBUS_SYSTEM_BUS_ADDRESS": "a"]).description == "a")
        #expect(!BusAddress("unix:path=/%74mp,guid=1").isMissing)
        #expect(BusAddress("unix:path=/nonexistent").isMissing)
        #expect(!BusAddress("unix:abstract=x").isMissing)
    }
}
