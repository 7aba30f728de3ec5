import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

// Comparisons beside those of the replies.

/// Requires that what the daemon has is what the model has.
private func requireSame<Value: Equatable>(
    _ what: String, _ actual: Value, _ expected: Value
) throws {
    if actual != expected { throw Mismatch("\(what): \(actual) instead of \(expected)") }
}

extension World {
    /// Compares the state itself, after every step.
    func compare() throws {
        let moment = now.moment
        let (timers, rest, memos, exercises, entries) = try machine.engine.store.read(at: moment) {
            transaction in
            (
                try transaction.timers(in: TrackerCore.Timer.State.allCases),
                try transaction.lastRest(), try transaction.memos(),
                try transaction.exercises(), try transaction.logEntries(LogQuery(), limit: .max)
            )
        }
        let expected = model.timers.sorted { $0.start < $1.start }
        try requireSame("timers", timers.map(\.id), expected.map(\.id))
        for (timer, expected) in zip(timers, expected) {
            let actual = [
                timer.state.rawValue, "\(timer.elapsedMs(at: moment))",
                "\(timer.durationMs ?? -1)", "\(timer.startedMs)", "\(timer.pausedMs ?? -1)",
                "\(timer.lateByMs ?? -1)", "\(timer.laps.count)", timer.name ?? "",
                "\(timer.waitingMs(at: moment) ?? -1)", "\(timer.rings)",
                "\(timer.answeredMs ?? -1)",
            ]
            let wanted = [
                expected.state, "\(expected.elapsed(now))", "\(expected.duration ?? -1)",
                "\(expected.startedMs)", "\(expected.pausedMs ?? -1)", "\(expected.late ?? -1)",
                "\(expected.laps.count)", expected.name ?? "",
                "\(expected.waitingMs(now) ?? -1)", "\(expected.rings)",
                "\(expected.answeredMs ?? -1)",
            ]
            try requireSame("timer \(timer.id)", actual, wanted)
        }
        try requireSame("memos", memos, model.memos)
        try compare(exercises, entries)
        try compareReminders()
        try compareTrainings()
        try compareRuns()
        try compareStrength()
        let last = model.presentRest
        guard rest?.id == last?.id, rest?.state.rawValue == last?.state,
            rest?.durationMs == last?.duration, rest?.endedMs == last?.endedMs,
            rest?.remainingMs(at: moment)
                == last.map({ $0.isLive ? max(0, $0.duration - $0.elapsed(now)) : 0 })
        else {
            throw Mismatch(
                "the rest is \(String(describing: rest)) instead of \(String(describing: last))")
        }
    }

    private func compare(_ exercises: [Exercise], _ entries: [LogEntry]) throws {
        func fields(_ exercise: Exercise) -> ExerciseModel {
            ExerciseModel(
                id: exercise.id, name: exercise.name, unit: exercise.unit.rawValue,
                category: exercise.fields.category, equipment: exercise.fields.equipment,
                count: exercise.fields.defaultCount, icon: exercise.fields.icon,
                color: exercise.fields.color, parent: exercise.fields.variantOf,
                isArchived: exercise.isArchived, aliases: exercise.aliases,
                muscles: exercise.fields.muscles.map {
                    MusclesModel(
                        primary: $0.primary.map(\.rawValue),
                        secondary: $0.secondary.map(\.rawValue))
                }, gear: GearModel(exercise.gear), isPair: exercise.isPair)
        }
        func facts(_ entry: LogEntry) -> EntryModel {
            EntryModel(
                id: entry.id, exercise: entry.exercise, count: entry.count,
                unit: entry.unit.rawValue, atMs: entry.atMs, note: entry.note,
                order: entry.addOrder, occurrence: entry.occurrence,
                isOfTraining: entry.source == .training, day: Int64(entry.day.number))
        }
        try requireSame("exercises", Set(exercises.map(fields)), Set(model.exercises))
        try requireSame("log", Set(entries.map(facts)), Set(model.entries))
    }

    /// Gives replies to the auditor, where nothing can have changed since.
    func hear(_ calls: [SimulatedCall], _ answers: [Reply]) throws {
        guard !isFaulty, calls.allSatisfy({ Arm.byMethod[$0.method]?.effect == Effect.none }) else {
            return
        }
        for (call, answer) in zip(calls, answers) {
            guard call.method.hasPrefix("reminder."), case .result(let text) = answer else {
                continue
            }
            try auditor.hear(call.method, Json(wire: text), at: now, in: model.place)
        }
    }

    /// Checks everything that can be asked for.
    func verify() throws {
        try checkRows()
        let all: Json = ["limit": 1000]
        let lists: KeyValuePairs<String, Json> = [
            "journal.verify": [:], "status": [:], "timer.list": ["all": true], "rest.get": [:],
            "training.get": [:], "training.list": all, "preset.list": [:], "goal.list": [:],
            "exercise.list": ["archived": true], "reminder.list": [:], "log.list": all,
            "program.list": [:], "run.get": [:], "run.list": [:], "settings.get": [:],
            "template.list": [:], "plan.list": [:], "workout.get": [:], "workout.list": all,
            "events.list": ["newest_first": true, "limit": 20],
        ]
        try run(lists.map { SimulatedCall(method: $0.key, params: $0.value) })
    }

    /// Checks that every row could be imported again from an export. Rows that lie ahead of a clock that
    /// was set back are accepted.
    func checkRows() throws {
        var end = now.moment
        end.wallMs = Bounds.times.upperBound - LogEntry.maximumAheadMs
        try machine.engine.store.read(at: end) { transaction in
            for table in transaction.tables {
                try transaction.eachRow(ofTable: table, after: "") { entity in
                    do throws(Rejection) {
                        try entity.check(at: end)
                    } catch {
                        throw Mismatch("\(table) \(entity.id): \(error.message)")
                    }
                    return true
                }
            }
        }
    }

    /// Compares the events that a subscriber from the beginning would get.
    func verifyJournal() throws {
        let events = try machine.engine.events(since: 0, until: .max, limit: .max)
        guard events.map(\.seq) == Array(1...Int64(max(1, events.count))) || events.isEmpty else {
            throw Mismatch("the journal has gaps")
        }
        guard events.count == model.journal.events.count else {
            throw Mismatch("\(events.count) events instead of \(model.journal.events.count)")
        }
        for (event, expected) in zip(events, model.journal.events)
        where try event.type != expected.type || event.subject != expected.subject
            || Json(wire: event.data).leavingOpen(expected.data) != expected.data
        {
            throw Mismatch("event \(event.seq) isn't as it was handed out")
        }
    }

    /// Compares the stored settings, templates, workouts and sets.
    fileprivate func compareStrength() throws {
        let (settings, templates, workouts, sets) = try machine.engine.store.read(at: now.moment) {
            transaction in
            let workouts = try transaction.workouts(WorkoutQuery(), limit: .max)
            let sets = try workouts.flatMap { try transaction.sets(ofWorkout: $0.id) }
            return (try transaction.settings(), try transaction.templates(), workouts, sets)
        }
        var actual = ["\(settings.unit) \(settings.restMs) \(settings.dayStartMinute)"]
        actual += templates.map { "\($0.id) \($0.name)" }.sorted()
        actual += workouts.map { workout in
            let parts = workout.exercises.map { "\($0.exercise) \($0.superset ?? "")" }
            return "\(workout.id) \(workout.state) \(workout.startedMs) \(parts)"
        }.sorted()
        actual += sets.map { set in
            "\(set.id) \(set.workout) \(set.exercise) \(set.position) \(set.atMs) "
                + "\(set.fields.reps ?? 0) \(set.fields.load?.value ?? -1) \(set.fields.loadUnit) "
                + (set.fields.dropOf ?? "")
        }.sorted()
        let preferred = model.settings
        var expected = ["\(preferred.unit) \(preferred.restMs) \(preferred.dayStart)"]
        expected += model.templates.map { "\($0.id) \($0.name)" }.sorted()
        expected += model.workouts.map { workout in
            let parts = workout.parts.map { "\($0.exercise) \($0.superset ?? "")" }
            return "\(workout.id) \(workout.state) \(workout.startedMs) \(parts)"
        }.sorted()
        expected += model.sets.map { set in
            "\(set.id) \(set.workout) \(set.exercise) \(set.position) \(set.atMs) "
                + "\(set.reps ?? 0) \(set.load ?? -1) \(set.unit) \(set.dropOf ?? "")"
        }.sorted()
        try requireSame("workouts and what goes with them", actual, expected)
    }

    /// Compares the stored sessions and presets.
    func compareTrainings() throws {
        let (trainings, presets) = try machine.engine.store.read(at: now.moment) {
            (try $0.trainings(TrainingQuery(), limit: .max), try $0.presets())
        }
        let actual = trainings.reversed().map { training in
            let elapsed = training.effort?.elapsedMs(at: now.moment) ?? -1
            return "\(training.id) \(training.state.rawValue) \(training.accumulated) "
                + "\(training.attempts.count) \(elapsed) \(training.clock.elapsedMs(at: now.moment)) "
                + "\(training.endedMs ?? -1)"
        }
        let expected = model.trainings.map { training in
            "\(training.id) \(training.state) \(training.accumulated) "
                + "\(training.attempts.count) \(training.effort?.elapsed(now) ?? -1) "
                + "\(training.clock.elapsed(now)) \(training.endedMs ?? -1)"
        }
        try requireSame("trainings", actual, expected)
        try requireSame("presets", presets.map(\.name), model.presets.map(\.name))
    }

    /// Compares the programs and the last run.
    private func compareRuns() throws {
        let (programs, run) = try machine.engine.store.read(at: now.moment) {
            (try $0.programs(), try $0.lastRun())
        }
        let names = programs.map { "\($0.id) \($0.name)" }.sorted()
        let expected = model.programs.map { "\($0.id) \($0.name)" }.sorted()
        try requireSame("programs", names, expected)
        let last = model.runs.last
        guard run?.id == last?.id, run?.state.rawValue == last?.state, run?.index == last?.index,
            run?.endedMs == last?.endedMs, run?.elapsedMs(at: now.moment) == last?.elapsed(now)
        else {
            throw Mismatch(
                "the run is \(String(describing: run)) instead of \(String(describing: last))")
        }
    }

    /// Compares the stored reminders with their occurrences.
    func compareReminders() throws {
        let (reminders, next, live) = try machine.engine.store.read(at: now.moment) {
            (
                try $0.reminders(), try $0.scheduledOccurrences(), try $0.liveOccurrences()
            )
        }
        let actual = reminders.map { "\($0.id) \($0.fields.name) \($0.isEnabled)" }
        let expected = model.reminders.map { "\($0.id) \($0.fields.name) \($0.isEnabled)" }
        try requireSame("reminders", actual, expected)
        let waiting = (next + live).map {
            "\($0.id) \($0.reminder) \($0.state.rawValue) \($0.dueMs)"
        }
        let wanted = (Array(model.nexts.values) + Array(model.lives.values)).map {
            "\($0.id ?? "?") \($0.reminder) \($0.state) \($0.due)"
        }
        try requireSame("what waits", waiting.sorted(), wanted.sorted())
    }
}
