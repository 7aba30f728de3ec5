import TrackerCore
import TrackerStore
import TrainingLogs

/// What comes in with our own export so far, and whether more of it fits that and what is here.
struct NativeFit {
    private let context: Context
    var exercises: NativeExercises
    var programs: NativePrograms
    var sets: NativeSets
    private(set) var reminders: [Reminder] = []
    private(set) var isQuieted = false
    /// The tables of what there is one at a time of, where that comes in.
    private var live: Set<String> = []
    private var rests: Set<String> = []
    private var reminderIDs: Set<String> = []
    /// Ids of reminders with the states of their occurrences.
    private var current: Set<String> = []
    private var keys: [String: Set<String>] = [:]
    /// By table, how many were here before.
    private let counts: [String: Int]

    init(_ context: Context) throws {
        self.context = context
        let here = context.transaction
        counts = [
            Preset.table: try here.presetCount(), Template.table: try here.templateCount(),
            Reminder.table: try here.reminderCount(),
        ]
        exercises = try NativeExercises(context)
        programs = try NativePrograms(context)
        sets = NativeSets(context)
    }

    private var here: Transaction { context.transaction }

    // MARK: What is here of the same id

    enum Standing { case free, same, other }

    func standing<E: StoredEntity>(of entity: E) throws -> Standing {
        guard let present = try here.entity(E.self, id: entity.id) else { return .free }
        if present == entity { return .same }
        return try makesWay(present, entity) ? .free : .other
    }

    /// What a library gave and nobody has touched makes way. Nothing else does, since the file can't know
    /// what has become of it here.
    private func makesWay(_ present: any StoredEntity, _ entity: any StoredEntity) throws -> Bool {
        switch (present, entity) {
        case (let present as Exercise, let exercise as Exercise):
            guard !present.isCustom, !present.isEdited, present.unit == exercise.unit else {
                return false
            }
        case (let present as Program, _):
            guard present.slug != nil, !present.isEdited, !present.isDeleted else { return false }
        default: return false
        }
        return try !here.wasTouched(id: present.id)
    }

    // MARK: Whether it fits

    /// - Returns: why it can't come in.
    mutating func misfit(_ entity: any StoredEntity) throws -> String? {
        switch entity {
        case let timer as Timer: return try timer.isLive ? misfit(ofLive: timer.id) : nil
        case let rest as Rest:
            return try rest.isLive ? misfit(ofLive: rest.id, Rest.table, here.liveRest()) : nil
        case let entry as LogEntry: return misfit(exercise: entry.exercise, unit: entry.unit)
        case let reminder as Reminder: return try misfit(reminder)
        case let occurrence as Occurrence: return misfit(occurrence)
        case is DoNotDisturb:
            return try here.wasQuieted() ? "this was set here since" : nil
        case let training as Training: return try misfit(training)
        case let preset as Preset:
            return try misfit(exercise: preset.fields.exercise, unit: preset.fields.mode.unit)
                ?? misfit(
                    Preset.table, preset.key, here.preset(key: preset.key)?.id, preset.id,
                    Preset.maximumNumber)
        case let template as Template:
            return try misfit(exercises: template.fields.exercises.map(\.exercise))
                ?? misfit(
                    Template.table, template.key, here.template(key: template.key)?.id,
                    template.id, Template.maximumNumber)
        case let workout as Workout:
            if let reason = misfit(exercises: workout.exercises.map(\.exercise)) { return reason }
            guard workout.state == .open else { return nil }
            return try misfit(ofLive: nil, Workout.table, here.openWorkout())
        case let set as WorkoutSet: return try sets.misfit(set)
        default: return nil
        }
    }

    func misfit(_ run: Run, _ plan: RunPlan) throws -> String? {
        guard run.fits(plan) else { return "its intervals aren't those that it goes through" }
        return try run.isLive ? misfit(ofLive: run.id, Run.table, here.liveRun()) : nil
    }

    /// What the journal knows was live here, and has gone on since.
    private func misfit(
        ofLive id: String?, _ table: String? = nil, _ present: (any StoredEntity)? = nil
    ) throws -> String? {
        if let id, try here.isKnown(subject: id) { return "it was on here, and is over" }
        guard let table, present != nil || live.contains(table) else { return nil }
        return "another \(table) is on: there is one at a time"
    }

    private func misfit(exercise id: String?, unit: Exercise.Unit) -> String? {
        guard let id else { return nil }
        guard let counted = exercises.unit(of: id) else { return "its exercise isn't here" }
        return counted == unit ? nil : "its exercise counts \(counted.rawValue) here"
    }

    private func misfit(exercises ids: [String]) -> String? {
        ids.allSatisfy(exercises.has) ? nil : "an exercise of it isn't here"
    }

    private func misfit(_ reminder: Reminder) throws -> String? {
        if let id = reminder.fields.exercise, !exercises.has(id) {
            return "its exercise isn't here"
        }
        let count = counts[Reminder.table, default: 0] + reminders.count
        guard count < Reminder.maximumNumber else {
            return "there would be more than \(Reminder.maximumNumber) reminders"
        }
        return nil
    }

    /// Those that are over are history, which outlives its reminder.
    private func misfit(_ occurrence: Occurrence) -> String? {
        guard occurrence.isCurrent else { return nil }
        guard reminderIDs.contains(occurrence.reminder) else {
            return "its reminder doesn't come in with it"
        }
        return current.contains(Self.mark(occurrence)) ? "its reminder has another one" : nil
    }

    private func misfit(_ training: Training) throws -> String? {
        if let id = training.fields.exercise, !exercises.has(id) {
            return "its exercise isn't here"
        }
        guard training.isLive else { return nil }
        if let rest = training.rest, !rests.contains(rest) { return "its rest isn't here" }
        return try misfit(ofLive: training.id, Training.table, here.liveTraining())
    }

    /// - Parameter present: the id of the one that is called so here.
    private func misfit(
        _ table: String, _ key: String, _ present: String?, _ id: String, _ maximum: Int
    ) -> String? {
        let taken = keys[table, default: []]
        if present ?? id != id || taken.contains(key) {
            return "another \(table) is called so here: rename one of them"
        }
        let count = counts[table, default: 0] + taken.count
        guard present != nil || count < maximum else {
            return "there would be more than \(maximum)"
        }
        return nil
    }

    // MARK: What comes in

    mutating func take(_ entity: any StoredEntity) {
        switch entity {
        case let rest as Rest where rest.isLive:
            live.insert(Rest.table)
            rests.insert(rest.id)
        case let reminder as Reminder:
            reminders.append(reminder)
            reminderIDs.insert(reminder.id)
        case let occurrence as Occurrence where occurrence.isCurrent:
            current.insert(Self.mark(occurrence))
        case is DoNotDisturb: isQuieted = true
        case let training as Training where training.isLive: live.insert(Training.table)
        case let preset as Preset: keys[Preset.table, default: []].insert(preset.key)
        case let run as Run where run.isLive: live.insert(Run.table)
        case let template as Template: keys[Template.table, default: []].insert(template.key)
        case let workout as Workout:
            if workout.state == .open { live.insert(Workout.table) }
            sets.take(workout)
        case let set as WorkoutSet: sets.take(set)
        default: break
        }
    }

    private static func mark(_ occurrence: Occurrence) -> String {
        "\(occurrence.reminder) \(occurrence.state == .scheduled)"
    }
}
