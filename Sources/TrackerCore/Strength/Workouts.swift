/// An exercise in its place within a workout. Its sets are entities of their own.
package struct WorkoutExercise: Sendable, Hashable, Codable {
    /// Id of the exercise.
    package let exercise: String
    /// Number of this block among those of its exercise, from 1.
    package let block: Int64
    /// Name of the superset; `nil` outside of supersets. Exercises of the same superset are done in turn,
    /// with a rest after the last of them and after any that has a rest of its own.
    package fileprivate(set) var superset: String?
    /// Target from the template, or from the workout that is repeated; `nil` for none.
    package let target: ExerciseTarget?
    package fileprivate(set) var note: String?

    package init(
        exercise: String, block: Int64 = 1, superset: String? = nil,
        target: ExerciseTarget? = nil, note: String? = nil
    ) {
        self.exercise = exercise
        self.block = block
        self.superset = superset
        self.target = target
        self.note = note
    }

    package var place: ExerciseBlock { ExerciseBlock(exercise, block) }

    // MARK: JSON

    private enum CodingKeys: CodingKey { case exercise, block, superset, target, note }

    /// Reads the exercise; without a block in the JSON it is the first block.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        exercise = try container.decode(String.self, forKey: .exercise)
        block = try container.decodeIfPresent(Int64.self, forKey: .block) ?? 1
        superset = try container.decodeIfPresent(String.self, forKey: .superset)
        target = try container.decodeIfPresent(ExerciseTarget.self, forKey: .target)
        note = try container.decodeIfPresent(String.self, forKey: .note)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(exercise, forKey: .exercise)
        if block > 1 { try container.encode(block, forKey: .block) }
        try container.encodeIfPresent(superset, forKey: .superset)
        try container.encodeIfPresent(target, forKey: .target)
        try container.encodeIfPresent(note, forKey: .note)
    }
}

/// A workout: exercises that are done in one session. At most one workout is open at a time.
package struct Workout: Dated {
    package enum State: String, ColumnValue { case open, finished }

    package static let maximumExercises = 50
    package static let maximumSets = 500
    /// Default name of a workout.
    package static let defaultName = "Workout"

    package static let table = "workout"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package private(set) var name: String
    /// Id of the template from which the workout was started, which may have been deleted since; `nil` for
    /// none.
    package let template: String?
    package private(set) var state: State
    /// Start, UTC milliseconds.
    package private(set) var startedMs: Int64
    /// Local day of the start.
    package private(set) var day: LocalDay
    /// Number of this start: each later start of a workout has a larger one.
    package let startOrder: Int64
    /// End, UTC milliseconds; `nil` while the workout is open.
    package private(set) var endedMs: Int64?
    package private(set) var note: String?
    /// Milliseconds of rest after a set whose exercise gives none; `nil` for the rest in the settings.
    package let restMs: Int64?
    package private(set) var exercises: [WorkoutExercise]
    /// Id of the import that brought the workout; `nil` for none.
    package let importID: String?
    /// Device on which the workout was begun; `nil` for an imported workout, or one from before workouts
    /// had owners.
    package private(set) var owner: String?
    /// True where a person gave the start, so that the workout is logged after it was done.
    package let isBackdated: Bool
    /// Share of the planned loads in percent, for a workout of a deload; `nil` for any other. Its sets make no records,
    /// and no plan goes by them.
    package internal(set) var deload: Double?

    /// An open workout.
    ///
    /// - Parameters:
    ///   - start: now or a time in the past.
    ///   - isBackdated: whether a person gave the start.
    ///   - owner: the device on which the workout is begun.
    ///   - order: a number larger than that of every earlier start.
    package init(
        id: String, name: String, template: String? = nil, restMs: Int64? = nil,
        exercises: [WorkoutExercise] = [], start: LocalInstant, isBackdated: Bool = false,
        deload: Double? = nil, owner: String? = nil, order: Int64, at now: Moment
    ) throws(Rejection) {
        try Text.checkName(name, field: "name")
        try now.check(past: start.ms)
        try Self.check(deload: deload)
        self.id = id
        self.name = name
        self.template = template
        state = .open
        startedMs = start.ms
        day = start.day
        startOrder = order
        self.restMs = restMs
        self.exercises = exercises
        importID = nil
        self.owner = owner
        self.isBackdated = isBackdated
        self.deload = deload
    }

    /// A finished workout that was imported.
    ///
    /// - Parameter order: a number larger than that of every earlier start.
    package init(
        id: String, name: String, start: LocalInstant, endedMs: Int64, note: String?,
        exercises: [WorkoutExercise], importID: String, order: Int64, at now: Moment
    ) throws(Rejection) {
        try Text.checkName(name, field: "name")
        try now.check(near: start.ms)
        guard exercises.count <= Self.maximumExercises else { throw Self.tooManyExercises }
        if let note { try Text.checkMessage(note, field: "note") }
        self.id = id
        self.name = name
        template = nil
        state = .finished
        startedMs = start.ms
        day = start.day
        startOrder = order
        self.endedMs = max(startedMs, endedMs)
        self.note = note.flatMap { $0.isEmpty ? nil : $0 }
        restMs = nil
        self.exercises = exercises
        self.importID = importID
        owner = nil
        isBackdated = false
        deload = nil
    }

    package var datedMs: Int64 { startedMs }

    package func has(_ exercise: String) -> Bool {
        exercises.contains { $0.exercise == exercise }
    }

    // MARK: Moves of a person

    /// Makes a workout that another machine has left open one of `device`.
    package mutating func adopt(by device: String) { owner = device }

    /// Adds a block of an exercise.
    ///
    /// - Parameter position: the block's place, from 1; `nil` for the last.
    package mutating func add(
        _ exercise: WorkoutExercise, at position: Int64? = nil
    ) throws(Rejection) {
        guard !has(exercise.place) else { throw Self.present }
        guard exercises.count < Self.maximumExercises else { throw Self.tooManyExercises }
        if let superset = exercise.superset { try Text.checkName(superset, field: "superset") }
        try exercise.target?.check()
        let last = Int64(exercises.count) + 1
        let place = position ?? last
        guard (1...last).contains(place) else {
            throw .invalid(
                "position", "\(field: "position") must be from 1 to \(last)")
        }
        exercises.insert(exercise, at: Int(place) - 1)
    }

    /// Makes a block a member of a superset.
    ///
    /// - Parameter position: the block's new place, from 1; `nil` for its present one.
    package mutating func join(
        _ superset: String, _ block: ExerciseBlock, at position: Int64? = nil
    ) throws(Rejection) {
        guard let index = exercises.firstIndex(where: { $0.place == block }),
            exercises[index].superset != superset
        else { throw Self.present }
        try Text.checkName(superset, field: "superset")
        let places = 1...Int64(exercises.count)
        let place = position ?? Int64(index) + 1
        guard places.contains(place) else {
            throw .invalid(
                "position",
                "\(field: "position") must be from 1 to \(places.upperBound)")
        }
        var member = exercises.remove(at: index)
        member.superset = superset
        exercises.insert(member, at: Int(place) - 1)
    }

    /// Turns the blocks of one exercise into blocks of another, numbered after the other's own.
    ///
    /// - Returns: the new places of the blocks, by the former ones.
    package mutating func merge(
        _ exercise: String, into other: String
    ) -> [ExerciseBlock: ExerciseBlock] {
        let last = blocks(of: other).last?.number ?? 0
        var moved: [ExerciseBlock: ExerciseBlock] = [:]
        for (index, part) in exercises.enumerated() where part.exercise == exercise {
            moved[part.place] = ExerciseBlock(other, last + part.block)
            exercises[index] = WorkoutExercise(
                exercise: other, block: last + part.block, superset: part.superset,
                target: part.target, note: part.note)
        }
        return moved
    }

    /// Puts another exercise in the place of a block. It takes over the planned sets, but no loads, since these were
    /// those of the former exercise.
    ///
    /// - Parameter planned: the target that the workout's template has for the other exercise, which comes first; `nil`
    ///   for none.
    package mutating func swap(
        _ block: ExerciseBlock, for exercise: String, planned: ExerciseTarget? = nil
    ) {
        guard let index = exercises.firstIndex(where: { $0.place == block }) else { return }
        let part = exercises[index]
        exercises[index] = WorkoutExercise(
            exercise: exercise, block: nextBlock(of: exercise).number, superset: part.superset,
            target: planned ?? part.target?.withoutLoads, note: part.note)
    }

    /// Moves a block to a position, from 1.
    package mutating func move(_ block: ExerciseBlock, to position: Int64) throws(Rejection) {
        guard let index = exercises.firstIndex(where: { $0.place == block }) else { return }
        guard (1...Int64(exercises.count)).contains(position) else {
            throw .invalid(
                "position", "\(field: "position") must be from 1 to \(exercises.count)")
        }
        let part = exercises.remove(at: index)
        exercises.insert(part, at: Int(position) - 1)
    }

    package mutating func remove(_ block: ExerciseBlock) {
        exercises.removeAll { $0.place == block }
    }

    /// Puts the blocks in another order.
    ///
    /// - Parameter order: the exercise ids of all blocks; the first mention of an exercise is its first
    ///   block, the second mention its second.
    package mutating func reorder(_ order: [String]) throws(Rejection) {
        let byPlace = Dictionary(exercises.map { ($0.place, $0) }) { first, _ in first }
        var left = Dictionary(grouping: exercises.map(\.place), by: \.exercise)
            .mapValues { $0.sorted { $0.number > $1.number } }
        let ordered = order.compactMap { left[$0]?.popLast() }.compactMap { byPlace[$0] }
        guard ordered.count == exercises.count, ordered.count == order.count else {
            throw .invalid(
                "exercises",
                """
                \(field: "exercises") must name each exercise in the workout (\(exercises.count)), \
                as often as it appears
                """)
        }
        exercises = ordered
    }

    /// Sets the note of the workout or of one of its blocks; an empty note removes the note.
    package mutating func write(
        note: String, on block: ExerciseBlock? = nil
    ) throws(Rejection) {
        try Text.checkMessage(note, field: "note")
        let kept = note.isEmpty ? nil : note
        guard let block else {
            self.note = kept
            return
        }
        for index in exercises.indices where exercises[index].place == block {
            exercises[index].note = kept
        }
    }

    /// Finishes the workout.
    ///
    /// - Parameters:
    ///   - endedMs: end, UTC milliseconds. It may be in the past, but not before the start or the last set.
    ///     `nil` for now, or for the last set of a backdated workout.
    ///   - lastSetMs: time of the last set, UTC milliseconds; `nil` where the workout has no set.
    package mutating func finish(
        endedMs: Int64? = nil, lastSetMs: Int64?, at now: Moment
    ) throws(Rejection) {
        guard state == .open else {
            throw .conflict("the workout is already finished", state: state.rawValue)
        }
        guard let lastSetMs else {
            throw .conflict(
                "the workout has no sets: discard it instead",
                state: state.rawValue)
        }
        if let endedMs {
            try now.check(past: endedMs)
            guard endedMs >= startedMs else {
                throw .invalid(
                    "at", "\(field: "at") is before the workout's start: give a later time")
            }
            guard endedMs >= lastSetMs else {
                throw .invalid(
                    "at", "\(field: "at") is before the workout's last set: give a later time")
            }
        }
        state = .finished
        // The end is never before the start or the last set, even if the clock was set back.
        self.endedMs = endedMs ?? max(isBackdated ? lastSetMs : now.wallMs, startedMs, lastSetMs)
    }

    /// Changes the given members; `nil` leaves a member as it is.
    ///
    /// - Parameter setsMs: times of the first and the last set, UTC milliseconds, which must stay within the
    ///   workout; `nil` where it has no set.
    package mutating func edit(
        name: String? = nil, start: LocalInstant? = nil, endedMs: Int64? = nil,
        setsMs: ClosedRange<Int64>?, at now: Moment
    ) throws(Rejection) {
        if let name {
            try Text.checkName(name, field: "name")
            self.name = name
        }
        if let start {
            try now.check(past: start.ms, field: "started_at")
            (startedMs, day) = (start.ms, start.day)
            guard setsMs.map({ startedMs <= $0.lowerBound }) ?? true else {
                throw .invalid(
                    "started_at",
                    "\(field: "started_at") is after the workout's first set: give an earlier time")
            }
        }
        if let endedMs {
            guard state == .finished else {
                throw Rejection(
                    .conflict, "the workout is still open: finish it first",
                    field: "ended_at", state: state.rawValue)
            }
            try now.check(past: endedMs, field: "ended_at")
            guard setsMs.map({ $0.upperBound <= endedMs }) ?? true else {
                throw .invalid(
                    "ended_at",
                    "\(field: "ended_at") is before the workout's last set: give a later time")
            }
            self.endedMs = endedMs
        }
        guard start != nil || endedMs != nil, let end = self.endedMs, end < startedMs else {
            return
        }
        throw endedMs == nil
            ? .invalid(
                "started_at",
                "\(field: "started_at") is after the workout's end: give an earlier time")
            : .invalid(
                "ended_at", "\(field: "ended_at") is before the workout's start: give a later time")
    }

    // MARK: Checks

    package static var present: Rejection {
        Rejection(
            .conflict,
            "the workout already has this exercise, with no sets yet: log one before you add it "
                + "again", field: "exercise", state: "present")
    }

    package static var tooManyExercises: Rejection {
        Rejection(
            .tooLarge, "too many exercises: at most \(maximumExercises)", field: "exercises")
    }
}

// MARK: - Row

extension Workout {
    package init(_ row: inout RowVisitor, writing entity: Workout?) throws {
        id = try row.column("id", entity?.id)
        name = try row.column("name", entity?.name)
        template = try row.optional("template", entity?.template)
        state = try row.column("state", entity?.state)
        startedMs = try row.column("started_ms", entity?.startedMs)
        startOrder = try row.column("start_order", entity?.startOrder)
        endedMs = try row.optional("ended_ms", entity?.endedMs)
        note = try row.optional("note", entity?.note)
        restMs = try row.optional("rest_ms", entity?.restMs)
        exercises = try row.list("exercises", entity?.exercises)
        importID = try row.optional("import", entity?.importID)
        day = try row.day(entity?.day, of: startedMs)
        owner = try row.optional("owner", entity?.owner)
        isBackdated = try row.column("backdated", entity?.isBackdated, absent: false)
        deload = try row.optional("deload", entity?.deload)
    }
}
