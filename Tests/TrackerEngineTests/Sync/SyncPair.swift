import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Two machines of one person that share their rows and have the same exercises.
struct SyncPair {
    let here: SyncMachine
    let there: SyncMachine

    init() throws {
        here = try .sharing("here", seed: 1)
        there = try .sharing("there", seed: 2)
        for name in ["Squats", "Rows", "Dips"] {
            try here.call("exercise.create", #"{"name":"\#(name)","unit":"reps"}"#)
        }
        try here.call("exercise.create", #"{"name":"Plank","unit":"seconds"}"#)
        try exchange()
        forget()
    }

    var both: [SyncMachine] { [here, there] }

    func forget() { for machine in both { machine.forget() } }

    func advance(ms: Int64) { for machine in both { machine.bench.advance(ms: ms) } }

    /// Lets both machines read from each other until they know the same.
    func exchange(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try SyncMachine.exchange(both, sourceLocation: sourceLocation)
    }

    /// Requires the same result on both machines.
    func expect<Value: Equatable>(
        _ value: Value, sourceLocation: SourceLocation = #_sourceLocation,
        _ found: (SyncMachine) throws -> Value
    ) throws {
        for machine in both {
            #expect(try found(machine) == value, "\(machine.name)", sourceLocation: sourceLocation)
        }
    }
}

extension SyncMachine {
    /// Lets machines read from each other until nothing changes any more. Then all must have the same.
    static func exchange(
        _ machines: [SyncMachine], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for _ in 1...SyncEnd.maximumRounds {
            let former = try machines.map { try $0.lines().lines }
            for machine in machines {
                for other in machines where other !== machine { try machine.merge(other) }
                try machine.verify()
            }
            guard try machines.map({ try $0.lines().lines }) == former else { continue }
            let digests = try machines.map { try $0.digest() }
            #expect(Set(digests).count == 1, sourceLocation: sourceLocation)
            return
        }
        throw SyncFailure("the machines don't come to rest")
    }

    func id(ofExercise name: String) throws -> String { try bench.id(ofExercise: name) }

    /// Logs squats and returns the entry's id.
    func log(_ count: Int = 5, _ exercise: String = "squats") throws -> String {
        try call("log.add", #"{"exercise":"\#(exercise)","count":\#(count)}"#).id()
    }

    /// Count of a log entry; 0 if there is none.
    func count(ofEntry id: String) throws -> Int64 { try entity(LogEntry.self, id)?.count ?? 0 }

    func setCount(_ count: Int, ofEntry id: String) throws {
        try call("log.update", #"{"entry":"\#(id)","count":\#(count)}"#)
    }

    /// Number of events of a type.
    func told(_ type: EventType) -> Int {
        bench.types.filter { $0 == type.rawValue }.count
    }

    /// Number of the newest event of a type.
    func seq(of type: EventType) throws -> Int64 {
        try #require(bench.published.last { $0.event.type == type.rawValue }?.event.seq)
    }

    func openConflicts(limit: Int = 100) throws -> OpenConflicts {
        let engine = bench.engine
        return try engine.store.read(at: bench.clock) { transaction in
            try engine.context(transaction, .request("sync.conflicts")).openConflicts(limit: limit)
        }
    }

    func restoreLostEdit(_ seq: Int64) throws {
        let engine = bench.engine
        _ = try engine.store.perform(at: bench.clock) { transaction in
            _ = try engine.context(transaction, .request("sync.take")).restoreLostEdit(seq)
        }
    }
}
