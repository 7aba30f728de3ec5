// Figures that `make bench` prints for rows on several machines: what stamps cost, how long a first sync of many rows
// takes, and how long it makes others wait. Each step is a process with its own memory.
//
//     sync-figures fill FOLDER ROWS     makes a log of ROWS rows; times a durable command without stamps
//     sync-figures enable FOLDER LINES  stamps all rows and writes their lines; times a durable command with stamps
//     sync-figures merge FOLDER LINES   merges the lines of the file LINES into a log that has none of them
//
// The figures are one JSON object: times in milliseconds, memory in MiB.

import FoundationEssentials
import Glibc
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

private let sliceNs: Int64 = 5_000_000
private let chunkBytes = 1_048_576

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
        #"{"exercise":"push-ups","count":\#(number % 60 + 1),"note":"n\#(number)"\#(at)}"#)
}

/// Median, 99th percentile and maximum of durations, in milliseconds.
private func spread(_ durationsNs: [Int64]) -> (median: Double, late: Double, longest: Double) {
    let sorted = durationsNs.sorted().map { Double($0) / 1_000_000 }
    guard let longest = sorted.last else { return (0, 0, 0) }
    return (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], longest)
}

/// Median time of a durable command, in milliseconds.
private func durable(_ engine: Engine) -> Double {
    spread(
        (0..<300).map { number in
            let start = now().awakeNs
            run(engine, [effort(number)])
            return now().awakeNs - start
        }
    ).median
}

private func peakMiB() -> Double {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
}

/// Runs slices until the work is done, with another client's command after each, and returns the times of both.
private func inSlices(
    _ engine: Engine, _ slice: (() -> Bool) -> Bool
) -> (wholeMs: Double, others: [Int64]) {
    var others: [Int64] = []
    let start = now().awakeNs
    var isOver = false
    while !isOver {
        let begun = now().awakeNs
        let end = begun + sliceNs
        isOver = slice { now().awakeNs < end }
        // The other client's command comes just after the slice begins, and waits for its end.
        run(engine, [call("timer.list", "{}")])
        others.append(now().awakeNs - begun)
    }
    return (Double(now().awakeNs - start) / 1_000_000, others)
}

private func tell(_ figures: [(String, Double)]) {
    let members = figures.map { "\"\($0.0)\":\((($0.1) * 1000).rounded() / 1000)" }
    print("{\(members.joined(separator: ","))}")
}

private func fill(_ folder: String, rows: Int) throws {
    let engine = try open(folder)
    run(engine, [call("exercise.create", #"{"name":"push-ups","unit":"reps"}"#)])
    for first in stride(from: 0, to: rows, by: 1000) {
        run(
            engine,
            (first..<min(first + 1000, rows)).map {
                effort($0, daysAgo: 1 + (rows - $0) * 1000 / rows)
            })
    }
    tell([("durable_off", durable(engine))])
    engine.close(at: now())
}

private func enable(_ folder: String, _ lines: String) throws {
    let engine = try open(folder)
    _ = engine.beginSharing(at: now())
    let stamps = inSlices(engine) { engine.stampRows(at: now(), while: $0).isOver }
    // So its line comes last, and those that name it wait for it.
    run(engine, [call("exercise.update", #"{"exercise":"push-ups","category":"push"}"#)])
    guard let file = fopen(lines, "w") else { preconditionFailure("\(lines) can't be written") }
    var last = SharedPlace.start
    let start = now().awakeNs
    var slices: [Int64] = []
    while true {
        let begun = now().awakeNs
        let part = try engine.sharedLines(after: last, limit: 50, at: now())
        guard part.last != last else { break }
        for line in part.lines { fputs(line + "\n", file) }
        last = part.last
        slices.append(now().awakeNs - begun)
    }
    fclose(file)
    tell([
        ("stamps", stamps.wholeMs), ("stamps_p99", spread(stamps.others).late),
        ("stamps_longest", spread(stamps.others).longest),
        ("lines", Double(now().awakeNs - start) / 1_000_000), ("lines_p99", spread(slices).late),
        ("peak", peakMiB()), ("durable_on", durable(engine)),
    ])
    engine.close(at: now())
}

private func merge(_ folder: String, _ lines: String) throws {
    let engine = try open(folder)
    _ = engine.beginSharing(at: now())
    guard engine.stampRows(at: now(), while: { true }).isOver, let file = fopen(lines, "r") else {
        preconditionFailure("\(lines) can't be read")
    }
    var (wholeMs, others): (Double, [Int64]) = (0, [])
    var buffer = [CChar](repeating: 0, count: chunkBytes)
    while true {
        var part: [String] = []
        var bytes = 0
        while bytes < chunkBytes, fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = String(
                decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            bytes += line.utf8.count
            part.append(String(line.dropLast()))
        }
        let work = MergeWork(part, of: "other", hasMoreRows: !part.isEmpty)
        let figures = inSlices(engine) {
            _ = engine.merge(work, at: now(), while: $0)
            return work.isOver
        }
        precondition(work.damaged == 0, "lines that can't be read")
        wholeMs += figures.wholeMs
        others += figures.others
        if part.isEmpty { break }
    }
    fclose(file)
    tell([
        ("merge", wholeMs), ("merge_p99", spread(others).late),
        ("merge_longest", spread(others).longest), ("peak", peakMiB()),
    ])
    engine.close(at: now())
}

let words = CommandLine.arguments
guard words.count == 4 else { exit(64) }
switch words[1] {
case "fill": try fill(words[2], rows: Int(words[3]) ?? 0)
case "enable": try enable(words[2], words[3])
case "merge": try merge(words[2], words[3])
default: exit(64)
}
