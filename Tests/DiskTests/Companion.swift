import GRDB
import TestSupport
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// Another machine of the same person, whose disk doesn't fail.
final class Companion {
    /// Id after all others, so that it doesn't depend on chance which of two equal stamps is later.
    private static let writer = String(repeating: "z", count: Identifier.length)
    /// How far its clock is ahead, so that it does nothing at the same time as the first machine, milliseconds.
    private static let aheadMs: Int64 = 500

    private let machine: Machine
    private var isOpen = false
    /// Whether its person edits what the first machine's person edits, too.
    private let contends: Bool
    private var rounds = 0
    /// Whether its person hasn't worked yet in this round.
    private var isToWork = false

    init(_ folder: String, seed: UInt64, contends: Bool = true, usesFolder: Bool = false) {
        machine = Machine(folder, seed: seed, name: "other ")
        machine.usesFolder = usesFolder
        self.contends = contends
    }

    // MARK: Files

    /// Begins a round, in which its person works once.
    func beginRound(at now: Moment) throws {
        try open(at: now)
        rounds += 1
        isToWork = true
    }

    /// Exchanges files with the first machine, both ways. Its person works before or after it merges the first
    /// machine's.
    ///
    /// - Returns: whether there are new files for the first machine.
    func exchangeFiles(with first: Machine) throws -> Bool {
        if isToWork, rounds.isMultiple(of: 2) { try workOnce() }
        _ = try machine.receive(from: first.sharedFolder, of: first.writer)
        try machine.settleFolder()
        if isToWork { try workOnce() }
        try machine.settleFolder()
        try machine.verify()
        return try first.receive(from: machine.sharedFolder, of: machine.writer)
    }

    private func workOnce() throws {
        isToWork = false
        try work()
    }

    // MARK: Lines

    /// Merges the first machine's lines. Its person works before or after that.
    ///
    /// - Returns: lines of the rows after a place, and the place of the last row.
    func exchange(
        _ lines: [String], after place: SharedPlace, at now: Moment
    ) throws -> (lines: [String], last: SharedPlace) {
        try open(at: now)
        rounds += 1
        // Edits that come first don't know those of the first machine.
        let worksFirst = rounds.isMultiple(of: 2)
        if worksFirst { try work() }
        try machine.merge(lines)
        if !worksFirst { try work() }
        try machine.verify()
        return try machine.engine.sharedLines(after: place, at: machine.clock)
    }

    /// Ends the machine.
    ///
    /// - Returns: its database.
    func close() throws -> Image {
        machine.close()
        var image = Image()
        for name in ["tracker.db", "tracker.db-wal"] {
            image.files[name] = File.bytes("\(machine.stateFolder)/\(name)")
        }
        return image
    }

    /// Begins when it is first asked, so that what the program offers here was offered on the first machine before.
    private func open(at now: Moment) throws {
        guard isOpen else {
            machine.clock.wallMs = now.wallMs + Self.aheadMs
            try machine.open()
            _ = try machine.engine.store.perform(at: machine.clock) {
                try $0.setMeta(.device, Self.writer)
            }
            machine.close()
            try machine.start()
            try machine.share()
            isOpen = true
            return
        }
        let step = now.wallMs + Self.aheadMs - machine.clock.wallMs
        let seconds = (step < 0 ? step - 999 : step) / 1000
        if seconds < 0 { try machine.run(.stepWall(seconds: seconds)) }
        machine.drift(ms: seconds < 0 ? step - seconds * 1000 : step)
        try machine.wake()
    }

    /// Adds, changes and deletes something. Efforts are so old that they answer no reminder.
    private func work() throws {
        var asks = [
            Ask("exercise.create", #"{"name":"Lunges \#(rounds)","unit":"reps"}"#),
            Ask("log.add", #"{"exercise":"lunges \#(rounds)","count":\#(rounds),"at":"-2h"}"#),
            Ask("exercise.create", #"{"name":"Spare \#(rounds)","unit":"seconds"}"#),
            Ask("exercise.delete", #"{"exercise":"spare \#(rounds - 1)"}"#),
        ]
        if contends {
            asks += [
                Ask("settings.set", #"{"rest":"\#(100 + rounds)s"}"#),
                Ask("log.update", #"{"entry":"last","note":"round \#(rounds)"}"#),
            ]
        }
        for ask in asks { try machine.run(.ask([ask])) }
    }
}

extension Workload {
    /// The steps between this machine and another one.
    static let sharing: [Step] = [
        .share, .merge, .merge, .merge, .newIdentity, .merge, .moveLog, .merge,
    ]

    /// Whether the machine shares its rows in the workload of this seed: with every second one.
    static func isShared(_ seed: UInt64) -> Bool { seed.isMultiple(of: 2) }
}
