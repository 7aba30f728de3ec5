import TestSupport
import Testing
import TrackerCore

struct WorkoutSetTests {
    private let now = Machine().now

    private func fields(_ change: (inout WorkoutSet.Fields) -> Void = { _ in }) throws
        -> WorkoutSet.Fields
    {
        var fields = WorkoutSet.Fields(loadUnit: .kg)
        fields.reps = 5
        fields.load = try Load(100, .kg)
        change(&fields)
        return fields
    }

    private func set(
        _ change: (inout WorkoutSet.Fields) -> Void = { _ in }, atMs: Int64? = nil
    ) throws -> WorkoutSet {
        try WorkoutSet(
            id: "0s", workout: "0w", exercise: "0e", position: 1, fields: fields(change),
            time: .utc(atMs ?? now.wallMs), order: 7)
    }

    private func field(_ change: (inout WorkoutSet.Fields) -> Void) -> String? {
        #expect(throws: Rejection.self) { try set(change) }?.field
    }

    @Test func everythingOfItIsKept() throws {
        let bare = try set()
        #expect(try reread(bare) == bare)
        #expect(bare.fields.kind == .working && bare.fields.loadMode == .external)
        var full = try WorkoutSet(
            id: "0s", workout: "0w", exercise: "0e", position: 2,
            fields: fields {
                $0.kind = .drop
                $0.loadMode = .bodyweight
                $0.seconds = 59.125
                $0.distanceM = 1609.344
                $0.rpe = 8.5
                $0.dropOf = "0a"
                $0.note = "easy"
            }, time: .utc(0), rest: "0r", importedRestMs: 90_000, order: 8)
        #expect(try reread(full) == full)
        try full.edit(
            fields {
                $0.rir = 0
                $0.load = try? Load(220.5, .lb)
                $0.loadUnit = .lb
                $0.note = ""
            }, place: ExerciseBlock("0f"), time: .utc(5), at: now)
        #expect(full.exercise == "0f" && full.atMs == 5 && full.updatedMs == now.wallMs)
        #expect(full.fields.note == nil && full.fields.dropOf == nil)
        #expect(full.rest == "0r" && full.importedRestMs == 90_000)
        #expect(try reread(full) == full)
    }

    @Test(arguments: [1, 10_000] as [Int64]) func repsWithin(_ reps: Int64) throws {
        #expect(try set { $0.reps = reps }.fields.reps == reps)
    }

    @Test(arguments: [0, -1, 10_001, .min, .max] as [Int64]) func repsBeyond(_ reps: Int64) {
        #expect(field { $0.reps = reps } == "reps")
    }

    @Test(arguments: [0.1, 59.5, 0.125, 86_400]) func secondsWithin(_ seconds: Double) throws {
        let set = try set {
            $0.reps = nil
            $0.seconds = seconds
        }
        #expect(set.fields.seconds == seconds)
    }

    @Test(arguments: [0, 0.09, -5, 86_400.5, 1.0005, .nan, .infinity])
    func secondsBeyond(_ seconds: Double) {
        #expect(field { $0.seconds = seconds } == "seconds")
    }

    @Test(arguments: [0, -1, 1_000_000.5, 0.0001, .nan]) func distancesBeyond(_ distance: Double) {
        #expect(field { $0.distanceM = distance } == "distance_m")
    }

    @Test(arguments: [5, 5.5, 7, 9.5, 10]) func ratings(_ rpe: Double) throws {
        #expect(try set { $0.rpe = rpe }.fields.rpe == rpe)
    }

    @Test(arguments: [4.5, 10.5, 11, 7.3, -8, .nan, .infinity]) func noRatings(_ rpe: Double) {
        #expect(field { $0.rpe = rpe } == "rpe")
    }

    @Test func repsInReserve() throws {
        #expect(try set { $0.rir = 0 }.fields.rir == 0)
        #expect(try set { $0.rir = 10 }.fields.rir == 10)
        #expect(field { $0.rir = -1 } == "rir")
        #expect(field { $0.rir = 11 } == "rir")
        #expect(
            field {
                $0.rir = 2
                $0.rpe = 8
            } == "rir")
    }

    @Test func itNeedsSomethingThatWasDone() throws {
        #expect(field { $0.reps = nil } == "reps")
        for one in [\WorkoutSet.Fields.seconds, \.distanceM] {
            let set = try set {
                $0.reps = nil
                $0.load = nil
                $0[keyPath: one] = 20
            }
            #expect(set.fields[keyPath: one] == 20)
        }
    }

    @Test func onlyTheBodyIsALoadByItself() throws {
        #expect(field { $0.load = nil } == "load")
        #expect(
            field {
                $0.load = nil
                $0.loadMode = .assisted
            } == "load")
        let pullUps = try set {
            $0.load = nil
            $0.loadMode = .bodyweight
        }
        #expect(pullUps.fields.load == nil)
        #expect(try set { $0.load = try? Load(0, .kg) }.fields.load?.value == 0)
    }

    @Test func notesAndTimesAreChecked() {
        #expect(field { $0.note = String(repeating: "x", count: 4001) } == "note")
        #expect(#expect(throws: Rejection.self) { try set(atMs: -1) }?.field == "at")
        for at in [-1, now.wallMs + 86_400_001] {
            let refusal = #expect(throws: Rejection.self) {
                var set = try self.set()
                try set.edit(set.fields, time: .utc(at), at: now)
            }
            #expect(refusal?.field == "at")
        }
    }

    @Test func workIsOfLoadsFromOutside() throws {
        func work(_ change: (inout WorkoutSet.Fields) -> Void = { _ in }) throws -> Double {
            Work(of: try set(change)).value(in: .kg)
        }
        #expect(try work() == 500)
        #expect(try work { $0.load = try? Load(10, .lb) } == 22.6796185)
        #expect(try work { $0.loadMode = .bodyweight } == 500)
        #expect(try work { $0.loadMode = .assisted } == 0)
        #expect(try work { $0.load = try? Load(0, .kg) } == 0)
        let bare = try work {
            $0.load = nil
            $0.loadMode = .bodyweight
        }
        #expect(bare == 0)
        let most = try work {
            $0.reps = 10_000
            $0.load = try? Load(10_000, .kg)
        }
        #expect(most == 1e8)
    }

    @Test func aDropStandsAloneOnceItsSetIsGone() throws {
        var set = try set { $0.dropOf = "0a" }
        set.standAlone()
        #expect(set.fields.dropOf == nil && set.updatedMs == nil)
    }
}
