import Glibc
import Stage
import Systemd
import TestSupport
import Testing
import TrackerCore
import TrackerEngine

@testable import TrackerDaemon

/// The built-in hook with the real notify-send, and servers that come and go.
@MainActor @Suite(.serialized) struct BubbleServerTests {
    private func with(
        busIsUp: Bool = true, _ body: (SessionBus, HookStage) throws -> Void
    ) throws {
        try Stage.with { stage in
            let bus = try SessionBus(stage, isUp: busIsUp)
            let hooks = try HookStage(showsNotifications: true, environment: bus.variables)
            try body(bus, hooks)
        }
    }

    /// Turns the loop until the number of bubbles was shown, and as many notify-sends listen for buttons.
    private func turn(
        _ hooks: HookStage, _ server: NotificationServer, bubbles: Int, waiters: Int
    ) throws {
        #expect(
            try hooks.turn(20) {
                server.bubbles.count == bubbles && hooks.count(of: "notify-send") == waiters
            }, "\(server.bubbles), \(hooks.count(of: "notify-send")), \(hooks.failures)")
        try hooks.turn(milliseconds: 300)
        #expect(server.bubbles.count == bubbles)
        #expect(hooks.count(of: "notify-send") == waiters)
    }

    private func ask(_ hooks: HookStage, _ title: String, thread: String = "t", again: Bool = false)
    {
        hooks.handle(
            alert: .plain(title, actions: Alert.threeActions, thread: thread),
            for: again ? .person : .everybody)
    }

    /// A server closes a bubble whose button is pressed, too.
    @Test(arguments: [
        ("dismiss", "1 dismiss"), ("press", "1 log"), ("nothing", ""), ("timer", "1 done"),
    ])
    func closingByHandMayDismiss(how: String, answer: String) throws {
        try with { bus, hooks in
            var configuration = Configuration()
            configuration.notifications.closing = how == "nothing" ? .nothing : .dismiss
            hooks.runner.reconfigure(configuration)
            let server = try NotificationServer(bus)
            // A timer that is over has no button to dismiss it.
            let done = Alert.Action(.timerDone(timer: "k"), label: "Done", command: "x")
            hooks.handle(alert: .plain("a", actions: how == "timer" ? [done] : Alert.threeActions))
            try turn(hooks, server, bubbles: 1, waiters: 1)
            if how == "press" { try server.press("log", of: 1) }
            try server.close(1)
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
            let unanswered = how == "nothing" ? 1 : 0
            #expect(
                try hooks.turn(20) {
                    hooks.answers.joined() == answer && hooks.unanswered == unanswered
                })
            try hooks.turn(milliseconds: 500)
            #expect(hooks.answers.joined() == answer && hooks.unanswered == unanswered)
            #expect(hooks.failures == [])
        }
    }

    /// Who closes a bubble, or presses one of its buttons, has heard its sound.
    @Test(arguments: ["close", "press", "other"]) func closingByHandEndsTheSound(how: String) throws
    {
        try with { bus, hooks in
            try hooks.script(
                "pw-play",
                #"""
                trap 'echo x >>"$OUT/ended"; exit' TERM
                echo x >>"$OUT/played"
                while :; do sleep 0.01; done
                """#)
            try File.makeFolder("\(hooks.folder)/sounds")
            hooks.touch("sounds/timer-finished.wav")
            let server = try NotificationServer(bus)
            ask(hooks, "Other", thread: "other", again: true)
            ask(hooks, "Ringing")
            #expect(try hooks.turn(20) { !hooks.lines("played").isEmpty })
            #expect(try hooks.turn(20) { server.bubbles.count == 2 })
            try hooks.turn(milliseconds: 300)
            let ids = try ["Other", "Ringing"].map { title in
                try #require(server.bubbles.firstIndex { $0.text.contains(title) }) + 1
            }
            if how == "press" { try server.press("log", of: ids[1]) }
            try server.close(how == "other" ? ids[0] : ids[1])
            if how == "other" {
                try hooks.turn(milliseconds: 500)
                #expect(hooks.lines("ended").isEmpty)
            } else {
                #expect(try hooks.turn(20) { !hooks.lines("ended").isEmpty })
            }
            #expect(hooks.complaints == [] && hooks.failures == [])
        }
    }

    /// dunst tells only the sender of a notification that it was closed, and that is notify-send.
    @Test(arguments: ["person", "daemon", "end"])
    func aServerThatTellsTheSenderAloneIsHeard(who: String) throws {
        try with { bus, hooks in
            var configuration = Configuration()
            configuration.notifications.closing = .dismiss
            hooks.runner.reconfigure(configuration)
            let screen = try Screen(bus)
            ask(hooks, "a")
            #expect(
                try hooks.turn(20) {
                    let shown = (try? bus.succeed("dunstctl", "count", "displayed")) == "1\n"
                    return shown && hooks.count(of: "notify-send") == 1
                })
            #expect(try hooks.turn(20) { hooks.runner.bubbles.threads["t"]?.id != nil })
            try hooks.turn(milliseconds: 300)
            switch who {
            case "person": try bus.succeed("dunstctl", "close")
            case "daemon": hooks.runner.withdraw(thread: "t")
            default: screen.kill()
            }
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
            let expected = who == "person" ? ["1 dismiss"] : []
            #expect(try hooks.turn(20) { hooks.answers == expected })
            try hooks.turn(milliseconds: 500)
            #expect(hooks.answers == expected)
            #expect(hooks.failures == [])
            screen.kill()
        }
    }

    /// On a busy machine notify-send may run before the bus has told which server there is, and tell the
    /// bubble's number only when that server has gone.
    @Test func whoCalledAServerThatWasNotKnownYetEndsWithIt() throws {
        try with { bus, hooks in
            try hooks.script(
                "notify-send",
                #"[ "$1" = --help ] && echo --print-id --replace-id --action || exec sleep 1000"#)
            ask(hooks, "a")
            #expect(try hooks.turn(20) { hooks.count(of: "sleep") == 1 })
            let server = try NotificationServer(bus)
            try hooks.turn(milliseconds: 300)
            server.kill()
            #expect(try hooks.turn(20) { hooks.count(of: "sleep") == 0 })
            #expect(hooks.failures == [])
        }
    }

    @Test func whatNobodyWaitsForIsClosedAllTheSame() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus, capabilities: "body")
            #expect(try hooks.turn(20) { hooks.runner.bubbles.server?.offersActions == false })
            ask(hooks, "a")
            try turn(hooks, server, bubbles: 1, waiters: 0)
            #expect(server.bubbles.first?.offers("log") == false)
            #expect(server.bubbles.first?.text.contains("Answer with trackerctl done") == true)
            hooks.runner.withdraw(thread: "t")
            #expect(try hooks.turn(20) { server.closed == [1] })
            #expect(hooks.failures == [])
        }
    }

    /// These servers accept buttons, and draw none.
    @Test(arguments: [
        ("dunst", "\"Log: trackerctl done t, or middle-click\""),
        ("mako", "\"Log: trackerctl done t\""), ("mock", "\"\""),
    ])
    func whereNoButtonsAreDrawnTheTextSaysHowToAnswer(name: String, body: String) throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus, name: name)
            #expect(try hooks.turn(20) { hooks.runner.bubbles.server?.name == name })
            ask(hooks, "a")
            try turn(hooks, server, bubbles: 1, waiters: 1)
            let bubble = try #require(server.bubbles.first)
            #expect(bubble.offers("log") && bubble.text.contains("\"a\" \(body)"))
            // What isn't a question needs no answer.
            hooks.handle(alert: .plain("told", thread: "x"))
            try turn(hooks, server, bubbles: 2, waiters: 1)
            #expect(server.bubbles.last?.text.contains("trackerctl") == false)
            try server.press("log", of: 1)
            #expect(try hooks.turn(20) { hooks.answers == ["1 log"] })
        }
    }

    @Test func aBubbleIsClosedAndItsWaiterEnds() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            ask(hooks, "a")
            try turn(hooks, server, bubbles: 1, waiters: 1)
            hooks.runner.withdraw(thread: "t")
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
            #expect(try hooks.turn(20) { server.closed == [1] })
            // A bubble that is withdrawn before it is shown isn't shown.
            ask(hooks, "b")
            hooks.runner.withdraw(thread: "t")
            try turn(hooks, server, bubbles: 1, waiters: 0)
        }
    }

    @Test func takenBackWhileTheServerTakesItsTimeItIsClosed() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus, delay: 2)
            ask(hooks, "a")
            #expect(try hooks.turn(20) { server.bubbles.count == 1 })
            hooks.runner.withdraw(thread: "t")
            #expect(try hooks.turn(20) { server.closed == [1] })
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
            #expect(hooks.failures == [])
        }
    }

    /// A bubble is shown beside the former one, since that one's id isn't known yet; then the former one is
    /// closed.
    @Test func replacedWhileTheServerTakesItsTimeItIsClosed() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus, delay: 2)
            ask(hooks, "a")
            #expect(try hooks.turn(20) { server.bubbles.count == 1 })
            ask(hooks, "b")
            try turn(hooks, server, bubbles: 2, waiters: 1)
            #expect(try hooks.turn(20) { server.closed == [1] })
            hooks.runner.withdraw(thread: "t")
            #expect(try hooks.turn(20) { server.closed == [1, 2] })
        }
    }

    @Test func howeverManyAreTakenBackNoneStays() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            for number in 1...40 { ask(hooks, "n\(number)", thread: "\(number)") }
            #expect(try hooks.turn(60) { server.bubbles.count == 40 })
            // Some calls have printed their ids, some haven't.
            for number in 1...40 { hooks.runner.withdraw(thread: "\(number)") }
            // Where the server isn't known yet, notify-send closes its bubble itself, and the daemon closes
            // it again to be sure.
            #expect(try hooks.turn(60) { Set(server.closed) == Set(1...40) })
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
        }
    }

    @Test func theEndOfTheDaemonLeavesNoDeadButtons() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            hooks.handle(alert: .plain("told", thread: "x"))
            try turn(hooks, server, bubbles: 1, waiters: 0)
            ask(hooks, "a")
            try turn(hooks, server, bubbles: 2, waiters: 1)
            hooks.runner.stop()
            #expect(try hooks.turn(20) { server.closed == [2] })
            #expect(hooks.count(of: "notify-send") == 0)
            try hooks.replaceRunner()
            ask(hooks, "a", again: true)
            hooks.runner.closeLeftBubbles()
            try turn(hooks, server, bubbles: 3, waiters: 1)
            #expect(server.bubbles.last?.replaces == 2)
            try server.press("log", of: 2)
            #expect(try hooks.turn(20) { hooks.answers == ["3 log"] })
        }
    }

    /// systemd does this at the end of the service.
    @Test func itDoesNotEvenIfWhoListensIsEndedFirst() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            ask(hooks, "a")
            try turn(hooks, server, bubbles: 1, waiters: 1)
            // On a busy machine notify-send may not have told the bubble's number yet.
            #expect(
                try hooks.turn(20) {
                    let notes = hooks.lines("bubbles")
                    return ["server ", "1 "].allSatisfy { start in
                        notes.contains { $0.hasPrefix(start) }
                    }
                }, "\(hooks.lines("bubbles"))")
            for pid in ProcessFacts.pids(of: "notify-send", with: "OUT=\(hooks.folder)") {
                kill(pid, SIGTERM)
            }
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
            try hooks.turn(milliseconds: 100)
            hooks.runner.stop()
            #expect(try hooks.turn(20) { server.closed == [1] })
            #expect(hooks.failures == [])
        }
    }

    /// An old version, which can neither print a bubble's id nor show buttons.
    @Test func whatAnOldNotifySendShowsIsUpdatedAndClosed() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            try hooks.script(
                "notify-send", #"[ "$1" = --help ] && echo --urgency || exec false"#)
            ask(hooks, "a & <b>")
            try turn(hooks, server, bubbles: 1, waiters: 0)
            let first = try #require(server.bubbles.first)
            #expect(first.replaces == 0 && first.text.contains("\"a & <b>\""))
            #expect(first.text.contains("trackerctl done t, trackerctl snooze t"))
            hooks.handle(alert: .plain("edited", actions: Alert.threeActions), for: .shown)
            try turn(hooks, server, bubbles: 2, waiters: 0)
            #expect(server.bubbles.map(\.replaces) == [0, 1])
            try hooks.replaceRunner()
            ask(hooks, "again", again: true)
            try turn(hooks, server, bubbles: 3, waiters: 0)
            #expect(server.bubbles.map(\.replaces) == [0, 1, 1])
            hooks.runner.withdraw(thread: "t")
            #expect(try hooks.turn(20) { server.closed == [1] })
            #expect(hooks.failures == [])
        }
    }

    @Test func anotherDaemonClosesWhatIsOver() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            for (index, thread) in ["a", "b", "c"].enumerated() {
                ask(hooks, thread, thread: thread)
                try turn(hooks, server, bubbles: index + 1, waiters: index + 1)
            }
            // A further line names the server.
            #expect(hooks.lines("bubbles").count == 4)
            let former = hooks.runner
            defer { former.stop() }
            try hooks.replaceRunner()
            // One thread ended while no daemon was there, another at the new one's start; the third is
            // pending.
            hooks.runner.withdraw(thread: "b")
            ask(hooks, "c", thread: "c", again: true)
            hooks.runner.closeLeftBubbles()
            #expect(try hooks.turn(20) { server.closed.sorted() == [1, 2] })
            #expect(try hooks.turn(20) { server.bubbles.count == 4 })
            #expect(server.bubbles.last?.replaces == 3)
        }
    }

    @Test func theNextServerShowsWhatIsPendingAndNothingElse() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            ask(hooks, "pending", thread: "p")
            try turn(hooks, server, bubbles: 1, waiters: 1)
            ask(hooks, "over", thread: "o")
            try turn(hooks, server, bubbles: 2, waiters: 2)
            hooks.handle(alert: .plain("told", thread: "x"))
            try turn(hooks, server, bubbles: 3, waiters: 2)
            hooks.runner.withdraw(thread: "o")
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 1 })
            server.kill()
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
            let next = try NotificationServer(bus)
            try turn(hooks, next, bubbles: 1, waiters: 1)
            #expect(next.bubbles.first?.replaces == 0)
            #expect(next.bubbles.first?.text.contains("\"pending\"") == true)
            try next.press("snooze", of: 1)
            #expect(try hooks.turn(20) { hooks.answers == ["1 snooze"] })
            // The next alert doesn't use another bubble's id on the new server.
            hooks.handle(alert: .plain("told more", thread: "x"))
            try turn(hooks, next, bubbles: 2, waiters: 0)
            #expect(next.bubbles.last?.replaces == 0)
            #expect(hooks.failures == [])
        }
    }

    @Test func anotherDaemonReplacesNothingOfAnotherServer() throws {
        try with { bus, hooks in
            let server = try NotificationServer(bus)
            ask(hooks, "a")
            try turn(hooks, server, bubbles: 1, waiters: 1)
            // A note names its server only once the bus has told which it is.
            #expect(try hooks.turn(20) { hooks.lines("bubbles").count == 2 })
            let former = hooks.runner
            former.stop()
            server.kill()
            let next = try NotificationServer(bus)
            try hooks.replaceRunner()
            hooks.runner.closeLeftBubbles()
            ask(hooks, "a", again: true)
            try turn(hooks, next, bubbles: 1, waiters: 1)
            #expect(next.bubbles.first?.replaces == 0)
            #expect(next.closed == [])
        }
    }

    @Test func aServerThatComesLateShowsWhatIsPending() throws {
        try with { bus, hooks in
            try hooks.script("pw-play", #"echo played >>"$OUT/played""#)
            try File.makeFolder("\(hooks.folder)/sounds")
            hooks.touch("sounds/timer-finished.wav")
            ask(hooks, "a")
            #expect(try hooks.turn(20) { hooks.failures.count == 1 })
            #expect(hooks.lines("played").count == 1)
            let server = try NotificationServer(bus)
            try turn(hooks, server, bubbles: 1, waiters: 1)
            // Nobody may have been there to hear the first one.
            #expect(hooks.lines("played").count == 2)
            // Another server shows what was seen before, without a sound.
            server.kill()
            let next = try NotificationServer(bus)
            try turn(hooks, next, bubbles: 1, waiters: 1)
            #expect(hooks.lines("played").count == 2)
            try next.press("log", of: 1)
            #expect(try hooks.turn(20) { hooks.answers == ["1 log"] })
            try turn(hooks, next, bubbles: 1, waiters: 0)
        }
    }

    @Test func theBusComesLateAndComesAgain() throws {
        try with(busIsUp: false) { bus, hooks in
            ask(hooks, "a")
            #expect(try hooks.turn(20) { hooks.failures.count == 1 })
            try bus.begin()
            let server = try NotificationServer(bus)
            try turn(hooks, server, bubbles: 1, waiters: 1)
            bus.end()
            #expect(try hooks.turn(20) { hooks.count(of: "notify-send") == 0 })
            try bus.begin()
            let next = try NotificationServer(bus)
            try turn(hooks, next, bubbles: 1, waiters: 1)
            #expect(next.bubbles.first?.replaces == 0)
            #expect(hooks.failures.count == 1)
        }
    }

    @Test(arguments: ["disabled:", "unix:abstract=trackerd-nobody-listens-here", "nonsense"])
    func aBusThatCannotBeHoldsNothingUp(_ address: String) throws {
        let hooks = try HookStage(
            showsNotifications: true, environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        ask(hooks, "a")
        #expect(try hooks.turn(5) { hooks.failures.count == 1 })
    }
}
