import TrackerAPI
import TrackerCore
import TrackerStore

extension Hello: Performable {
    func perform(in context: Context) throws -> Response {
        let identity = context.dependencies.identity
        return Response(
            version: identity.version, pid: identity.pid,
            startedAt: context.zone.text(ofMs: identity.startedMs),
            schema: Schema.current.version, seq: context.transaction.lastSeq,
            history: context.transaction.history,
            limits: context.dependencies.configuration.limits)
    }
}

extension RPCDiscover: Performable {
    func perform(in context: Context) throws -> Response { Self.document }
}

extension Status: Performable {
    func perform(in context: Context) throws -> Response {
        let shown = try context.remindersShown()
        return Response(
            now: context.zone.text(ofMs: context.now.wallMs), seq: context.transaction.lastSeq,
            history: context.transaction.history,
            health: Health(
                storage: context.health.isDegraded ? "degraded" : "ok",
                reason: context.health.reason,
                recoveredFrom: context.health.recoveredFrom,
                subscribers: context.dependencies.subscribers),
            timers: try context.waitingTimers() + context.liveTimers(),
            rest: try context.liveRest(),
            run: try context.liveRun(), training: try context.liveTraining(),
            workout: try context.transaction.openWorkout().map { try context.view($0) },
            workoutsElsewhere: try context.workoutsElsewhere(),
            reminders: shown.reminders, remindersOff: shown.off,
            doNotDisturb: shown.doNotDisturb(in: context),
            desktopDoNotDisturb: context.dependencies.desktop?.state.doNotDisturb == true
                ? true : nil,
            today: try context.today(), progress: try context.progressInStatus(),
            goals: try context.goalsInStatus(), sync: try context.syncInStatus())
    }
}

extension Context {
    /// Workouts that are open on other machines; `nil` for none.
    fileprivate func workoutsElsewhere() throws -> [WorkoutView]? {
        guard transaction.isSharing else { return nil }
        let workouts = try transaction.workoutsElsewhere().map { try view($0) }
        return workouts.isEmpty ? nil : workouts
    }

    /// Progress in a few figures; `nil` where streak, points and challenges are all off, or there is no
    /// progress yet.
    fileprivate func progressInStatus() throws -> Status.Progress? {
        let settings = try transaction.settings()
        guard settings.streak || settings.xp || settings.challenges,
            try transaction.dayBeforeProgress() != nil
        else { return nil }
        let progress = try progress()
        let level = settings.xp ? try level(progress, settings) : nil
        let challenge =
            settings.challenges ? presentChallenges(progress).first : nil
        return Status.Progress(
            streak: settings.streak ? progress.present.streak.length : nil, level: level?.level,
            xpToday: level?.today,
            challenge: challenge.map { challenge in
                .init(
                    text: challenge.text, value: progress.present.value(of: challenge),
                    target: challenge.target, completed: challenge.completedMs != nil)
            })
    }
}
