import TrackerAPI
import TrackerCore
import TrackerStore

/// A change of a batch that has been committed.
private struct Change {
    /// Place of its reply in the outcome.
    let place: Int
    /// Numbers of its events.
    let span: Range<Int64>
    /// Its events, in order.
    let events: ArraySlice<Event>

    /// Whether achievements, levels and challenges may follow from it.
    var isEffort: Bool { events.contains { $0.isEffort } }
}

extension Event {
    private static let effortKinds = ["log", "set", "training", "workout"]
    private static let rewards: [EventType] = [
        .achievementUnlocked, .achievementRecognised, .levelReached, .challengeCompleted,
    ]

    fileprivate var isEffort: Bool {
        type == EventType.reminderAnswered.rawValue || type == EventType.reminderDismissed.rawValue
            || Self.effortKinds.contains { type.hasPrefix("\($0).") }
    }

    /// True for what a person has reached for the first time. An achievement that was lost, as by a discarded
    /// workout, and is back was told before.
    fileprivate var isReward: Bool {
        Self.rewards.contains { $0.rawValue == type }
            && decoded(AchievementView.self)?.again != true
    }
}

extension Engine {
    /// Adds to the outcome what follows from the changes of a batch: the day's sum, the next reminder, what was
    /// reached, and the way back. The changes are durable, so facts that can't be read are left out.
    ///
    /// - Parameters:
    ///   - spans: numbers of the events of each call.
    ///   - events: the events of the batch, in order.
    ///   - place: place of the first call's reply in the outcome.
    func tellConsequences(
        of spans: [Range<Int64>], _ events: [Event], from place: Int, at now: Moment,
        _ outcome: inout Outcome
    ) {
        let changes = spans.enumerated().compactMap { index, span -> Change? in
            guard !span.isEmpty, let first = events.firstIndex(where: { $0.seq == span.lowerBound })
            else { return nil }
            return Change(
                place: place + index, span: span, events: events[first...].prefix(span.count))
        }
        guard let first = changes.first?.span.lowerBound else { return }
        // Progress is settled once for the whole batch: what it brings is told with the last effort.
        let earner = changes.last(where: \.isEffort) ?? changes.last
        let rewards = outcome.published.map(\.event).filter { $0.seq >= first && $0.isReward }
        let told = try? store.read(at: now) { transaction in
            let context = context(transaction, .daemon)
            let undoable = try context.nextUndo(among: changes.map(\.span.lowerBound))
            return try changes.map { change in
                var after = try context.consequences(of: change, undoable: undoable)
                if change.place == earner?.place { after.earned = try rewards.asRewards() }
                return (change.place, after)
            }
        }
        for (place, after) in told ?? [] where !after.isEmpty { outcome.after[place] = after }
    }

    /// The person's present day; `nil` if it can't be read.
    package func presentDay(at now: Moment) -> PresentDay? {
        guard let start = try? dayStart(at: now) else { return nil }
        var days = Days(zone: dependencies.zone, startMinute: start)
        return PresentDay(
            date: Days.text(of: days.number(ofMs: now.wallMs)),
            startsAt: Settings.dayStartText(start))
    }

    /// Minute at which the person's days begin, which every reply tells.
    private func dayStart(at now: Moment) throws -> Int64 {
        if let known = dependencies.memos.dayStart.value(for: store.lastSeq) { return known }
        let start = try store.read(at: now) { try $0.settings().dayStartMinute }
        dependencies.memos.dayStart.keep(start, for: store.lastSeq)
        return start
    }
}

extension [Event] {
    /// Rewards as a reply gives them; `nil` for none.
    fileprivate func asRewards() throws -> [After.Reward]? {
        guard !isEmpty else { return nil }
        return try map {
            After.Reward(type: $0.type, data: try JSONText.value(JSONValue.self, from: $0.data))
        }
    }
}

extension Context {
    /// - Parameter undoable: number of the first event of the request that undo would take back; `nil` for none.
    fileprivate func consequences(of change: Change, undoable: Int64?) throws -> After {
        var after = After()
        if change.span.lowerBound == undoable {
            after.undo = JournalUndo.method
        } else if change.has(.trainingCompleted) {
            after.undo = TrainingUndo.method
        }
        if change.events.first?.type == EventType.restSkipped.rawValue, change.has(.restStarted) {
            after.replaced = try change.events.first?.dataAs(RestView.self)
        }
        guard change.isEffort else { return after }
        after.today = try sum(of: change)
        let isAnswer = change.has(.reminderAnswered) || change.has(.reminderDismissed)
        let isOfRun = change.events.contains { $0.type.hasPrefix("run.") }
        if isAnswer || isOfRun {
            after.logged = try change.last([.logAdded])?.dataAs(LogEntryView.self)
        }
        if after.today != nil || isAnswer { after.next = try nextReminder() }
        try tell(setsOf: change, in: &after)
        return after
    }

    private func tell(setsOf change: Change, in after: inout After) throws {
        let sets = try change.events.filter { $0.type == EventType.setLogged.rawValue }
            .compactMap { try transaction.set(id: $0.subject) }
        guard let id = sets.last?.workout, let workout = try transaction.workout(id: id) else {
            return
        }
        after.workout = try view(workout, with: sets)
        if workout.state == .open { after.nextSet = try view(nextSet(in: workout)) }
    }

    /// Sum of the present day for the exercise that a change is about; `nil` if it changed nothing of that day.
    private func sum(of change: Change) throws -> LogTotalView? {
        var id: String?
        var day: String?
        if let entry = try change.last([.logAdded, .logUpdated, .logDeleted])?
            .dataAs(LogEntryView.self)
        {
            (id, day) = (entry.exercise, entry.day)
        } else if let training = try change.last([.trainingCompleted])?.dataAs(TrainingView.self) {
            (id, day) = (training.exercise, training.day)
        }
        let today = try presentDay()
        guard let id, day == Days.text(of: today), let exercise = try transaction.exercise(id: id)
        else { return nil }
        let query = LogQuery(span: TimeSpan(days: today...today), exercise: id)
        return try logTotals(query).first ?? LogTotalView(exercise, count: 0, entries: 0)
    }

    /// The reminder that waits for an answer, or else goes off next.
    private func nextReminder() throws -> ReminderView? {
        let reminders = try remindersShown().reminders
        return reminders.first { $0.pending?.state == .pending }
            ?? reminders.filter { $0.pending == nil && $0.shownNextAt != nil }
            .min { ($0.shownNextAt ?? "", $0.id) < ($1.shownNextAt ?? "", $1.id) }
    }
}

extension Change {
    fileprivate func has(_ type: EventType) -> Bool { last([type]) != nil }

    fileprivate func last(_ types: [EventType]) -> Event? {
        events.last { event in types.contains { $0.rawValue == event.type } }
    }
}

extension Event {
    fileprivate func dataAs<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONText.value(type, from: data)
    }
}
