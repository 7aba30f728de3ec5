// What `make bench` can't do with a daemon alone for figures of several machines. Each step is a process of its own.
//
//     sync-figures fill FOLDER ROWS      makes a log of ROWS rows in FOLDER/state
//     sync-figures file FOLDER ROUNDS    merges ROUNDS files of 64 KiB, one at a time, out of a real folder
//     sync-figures answer                answers reminders on one of two machines, whose folders Syncthings replicate,
//                                        and times the end of their bubbles on the other; TRACKERD names the daemon
//
// The figures are one JSON object, in milliseconds.

import FoundationEssentials
import Glibc
import Stage
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

private let sliceNs: Int64 = 5_000_000

private func now() -> Moment {
    func ns(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    let awake = ns(CLOCK_MONOTONIC)
    return Moment(
        wallMs: ns(CLOCK_REALTIME) / 1_000_000, bootNs: awake, awakeNs: awake, bootID: "figures")
}

private func open(_ folder: String) throws -> Engine {
    mkdir(folder, 0o700)
    mkdir(folder + "/run", 0o700)
    let dependencies = Dependencies(
        identity: .init(version: "figures", pid: Int(getpid()), startedMs: now().wallMs),
        zone: Zone(name: { "UTC" }, offsetSeconds: { _ in 0 }))
    let engine = try Engine(
        stateFolder: folder + "/state", scratchFolder: folder + "/run", dependencies: dependencies,
        at: now(), log: { print($0) })
    _ = engine.start(at: now())
    return engine
}

private func call(_ method: String, _ params: String) -> Call {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    guard case .single(let call) = MessageReader().read(Array(line.utf8)) else {
        preconditionFailure("no call: \(line)")
    }
    return call
}

private func run(_ engine: Engine, _ calls: [Call]) {
    for reply in engine.run(calls, at: now()).replies {
        if case .refused(let rejection) = reply { fatalError("refused: \(rejection)") }
    }
}

private func effort(_ number: Int, daysAgo: Int? = nil) -> Call {
    let at = daysAgo.map { #","at":"-\#($0)d""# } ?? ""
    return call(
        "log.add",
        #"{"exercise":"figures","count":\#(number % 60 + 1),"note":"n\#(number)"\#(at)}"#)
}

/// Median, 99th percentile and maximum of durations, in milliseconds.
private func spread(_ durationsNs: [Int64]) -> (median: Double, late: Double, longest: Double) {
    let sorted = durationsNs.sorted().map { Double($0) / 1_000_000 }
    guard let longest = sorted.last else { return (0, 0, 0) }
    return (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], longest)
}

private func tell(_ figures: [(String, Double)]) {
    let members = figures.map { "\"\($0.0)\":\((($0.1) * 1000).rounded() / 1000)" }
    print("{\(members.joined(separator: ","))}")
}

private func makeExercise(_ engine: Engine) {
    run(engine, [call("exercise.create", #"{"name":"Figures","unit":"reps"}"#)])
}

private func fill(_ folder: String, rows: Int) throws {
    let engine = try open(folder)
    makeExercise(engine)
    for first in stride(from: 0, to: rows, by: 1000) {
        run(
            engine,
            (first..<min(first + 1000, rows)).map {
                effort($0, daysAgo: 1 + (rows - $0) * 1000 / rows)
            })
    }
    engine.close(at: now())
    tell([("rows", Double(rows))])
}

// MARK: Files out of a folder

/// Carries out the next task in the folder, or a slice of other work for it, as the daemon does.
///
/// - Returns: whether there was anything to do.
private func step(_ engine: Engine) -> Bool {
    if let task = engine.nextFolderTask(at: now()), let sync = engine.folderSync {
        _ = engine.finish(sync.folder.perform(task), of: sync, at: now())
        return true
    }
    guard engine.hasFolderWork else { return false }
    let endNs = now().awakeNs + sliceNs
    _ = engine.advanceFolder(at: now()) { now().awakeNs < endNs }
    return true
}

private func share(_ engine: Engine, through path: String) {
    let params = #"{"folder":"\#(path)","name":"figures","confirm":true}"#
    let long = LongCall(call("sync.enable", params))
    while true {
        let (reply, _) = engine.advance(long, at: now()) { true }
        if case .refused(let rejection)? = reply { fatalError("refused: \(rejection)") }
        if reply != nil { break }
        guard step(engine) else { fatalError("sync.enable waits for nothing") }
    }
    while step(engine) {}
}

/// Another machine, which writes one file of 64 KiB after the other.
private struct OtherMachine {
    /// Only names the subfolder: the rows have the stamps of the engine, as those of a third machine would have.
    private static let writer = "0123456789ab"

    private let engine: Engine
    private let folder: SharedFolder
    private var last = SharedPlace.start
    private var number = 0
    private(set) var rows = 0

    init(_ folder: SharedFolder, state: String) throws {
        self.folder = folder
        engine = try open(state)
        _ = engine.beginSharing(at: now())
        guard engine.stampRows(at: now(), while: { true }).isOver else {
            preconditionFailure("the first rows have no stamps")
        }
        makeExercise(engine)
        let note = MachineNote(
            writer: Self.writer, name: "other", program: "figures", schema: 1,
            life: "0123456789ac")
        try folder.write(note)
    }

    mutating func writeFile() throws {
        number += 1
        guard let name = SharedFile.Name(number: number) else {
            preconditionFailure("no file has the number \(number)")
        }
        var draft = SharedFile.Draft(writer: Self.writer, name: name)
        while !draft.isFinal {
            // A merge makes the figures of the days that it changes anew, and nobody does all that in one day.
            run(engine, (0..<20).map { effort(rows + $0, daysAgo: 1 + (rows + $0) % 1000) })
            let part = try engine.sharedLines(after: last, at: now())
            precondition(part.last != last, "the new rows have no lines")
            last = part.last
            rows += part.lines.count
            for line in part.lines {
                guard draft.add(line) else { preconditionFailure("the file is too large") }
            }
        }
        try folder.write(draft, as: name, of: Self.writer, isFinal: false)
    }

    func close() { engine.close(at: now()) }
}

private func file(_ folder: String, rounds: Int) throws {
    mkdir(folder, 0o700)
    let path = folder + "/shared"
    let engine = try open(folder + "/here")
    share(engine, through: path)
    var other = try OtherMachine(SharedFolder(path), state: folder + "/there")
    var times: [Int64] = []
    // The first files come with a backup, and warm up what the others find warm.
    for round in -3..<rounds {
        try other.writeFile()
        let begun = now().awakeNs
        engine.folderMayHaveChanged()
        while step(engine) {}
        if round >= 0 { times.append(now().awakeNs - begun) }
    }
    let merged = try engine.sharedDigest(at: now()).rows
    precondition(merged >= other.rows, "only \(merged) of \(other.rows) rows have come in")
    let figures = spread(times)
    tell([
        ("p50", figures.median), ("p99", figures.late), ("longest", figures.longest),
        ("rows", Double(other.rows) / Double(rounds + 3)),
    ])
    other.close()
    engine.close(at: now())
}

private func answer() throws {
    try Stage.with { stage in
        let pair = try RingingPair(stage)
        let seconds = try RingingPair.reminders.map { try pair.secondsToClose($0) }
        tell([("answer", (seconds.max() ?? 0) * 1000)])
    }
}

let words = CommandLine.arguments
let number = words.count > 3 ? Int(words[3]) ?? 0 : 0
switch (words.count > 1 ? words[1] : "", words.count) {
case ("fill", 4) where number > 0: try fill(words[2], rows: number)
case ("file", 4) where number > 0: try file(words[2], rounds: number)
case ("answer", 2): try answer()
default: exit(64)
}
