// An engine in a process of its own, for the simulation: it starts on a state, answers a batch, and is
// killed before one of its changes of the disk. Its orders come on standard input, as a `ProcessOrder` in
// JSON.

import Glibc
import Rig
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

func die() -> Int32? {
    kill(getpid(), SIGKILL)
    return nil
}

guard let input = readLine() else { exit(64) }
let order = try JSONText.value(ProcessOrder.self, from: input)
let place = Place(rawValue: order.place) ?? .utc
let lock = try StateLock(stateFolder: order.stateFolder)
let disk = FaultyDisk(order.stateFolder)
let death = FaultyDisk.Interruption(after: order.change, action: die)
if order.countsStart { disk.set { $0.interruption = death } }
let dependencies = Dependencies(
    identity: .init(version: "1.2.3", pid: Int(getpid()), startedMs: order.wallMs),
    zone: Zone(name: { place.name }, offsetSeconds: { place.offsetSeconds($0) }),
    random: SplitMix(seed: order.seed))
dependencies.asksDesktop = order.asksDesktop
dependencies.configuration.timers.ringAgainMs = order.ringAgainMs
dependencies.configuration.timers.ringAtMost = order.ringAtMost
let engine = try Engine(
    stateFolder: order.stateFolder, scratchFolder: order.scratchFolder,
    dependencies: dependencies,
    schema: .withMemos, at: order.moment, log: { print($0) })
_ = engine.start(at: order.moment)
if !order.countsStart { disk.set { $0.interruption = death } }
if !order.line.isEmpty {
    let calls: [Call] =
        switch MessageReader().read(Array(order.line.utf8)) {
        case .single(let call): [call]
        case .batch(let batch): batch
        }
    _ = engine.run(calls, at: order.moment)
}
withExtendedLifetime(lock) { _ = die() }
