import Glibc
import TrackerAPI

/// Two machines whose folders two Syncthings replicate, and two reminders that ring on both.
///
/// The first one asks its Syncthing to look after each write; the second one shows bubbles.
package struct RingingPair {
    /// The reminders' names.
    package static let reminders = ["stand", "walk"]

    package let one: SharingMachine
    package let two: SharingMachine
    package let syncthings: [Syncthing]
    private let server: NotificationServer

    /// Waits until the reminders ring, which takes a minute at most.
    package init(_ stage: Stage) throws {
        one = try SharingMachine(stage, "a")
        two = try SharingMachine(stage, "b")
        syncthings = try Syncthing.connected(stage, [one.folder, two.folder])
        let session = try SessionBus(stage)
        server = try NotificationServer(session)
        let settings = "[desktop]\nidle = false\n"
        let scan = syncthings[0].scanCommand.map { "\"\($0)\"" }.joined(separator: ", ")
        try one.start(settings: settings + "\n[sync]\nafter_write = [\(scan)]\n")
        try two.start(
            settings: settings, notifications: true, environment: session.variables)
        for machine in [one, two] { try machine.share() }
        // A firing by hand isn't shared, so they fall due with the next minute that both will know them before.
        let due = (time(nil) + 10) / 60 * 60 + 60
        let clock = Self.digits(due / 3600 % 24) + ":" + Self.digits(due / 60 % 60)
        for name in Self.reminders {
            let members = "\"at\":\"\(clock)\",\"days\":\"daily\",\"follow_up\":false"
            try one.call("reminder.create", "{\"name\":\"\(name)\",\(members)}")
        }
        try wait(for: "the reminders") {
            try two.call("reminder.list")["reminders"]?.list.count == Self.reminders.count
        }
        try server.waitForBubbles(Self.reminders.count)
        for machine in [one, two] {
            try wait(for: "the firings") {
                let list = try machine.call("reminder.list")["reminders"]?.list ?? []
                return list.allSatisfy { $0.at("pending", "state") == .string("pending") }
            }
        }
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Answers a reminder on the first machine, and returns the seconds until its bubble on the second one is closed.
    package func secondsToClose(_ reminder: String) throws -> Double {
        let before = server.closed.count
        let began = awakeSeconds()
        try one.call("reminder.answer", "{\"reminder\":\"\(reminder)\",\"action\":\"dismiss\"}")
        try wait(for: "the bubble's end") { server.closed.count > before }
        return awakeSeconds() - began
    }
}
