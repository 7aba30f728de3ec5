// The engine's behaviour while nothing can be written.

extension Model {
    static let degradedTitle = "trackerd can't save anything"

    /// Notes that nothing can be written from now on, and alerts the person.
    mutating func fall() {
        storage.degradedSinceMs = now.wallMs
        desktop.isAwaited = false
        tell(Told(type: "storage.degraded", subject: "", title: Self.degradedTitle))
    }

    /// Gives the alerts of due deadlines that can't be journaled.
    mutating func tellDue() {
        var rehearsal = self
        rehearsal.storage = Storage()
        rehearsal.desktop.isAsked = false
        rehearsal.desktop.takesBreaks = false
        rehearsal.carryOver()
        if let former = storage.rehearsed {
            (rehearsal.nexts, rehearsal.lives) = (former.nexts, former.lives)
            rehearsal.fallen = former.fallen
            rehearsal.runs = former.runs
            for timer in former.timers {
                rehearsal.timers.removeAll { $0.id == timer.id }
                rehearsal.timers.append(timer)
            }
            rehearsal.armLives()
        }
        var before = -1
        while rehearsal.fresh.count != before {
            before = rehearsal.fresh.count
            rehearsal.elapse()
        }
        storage.afterTold = rehearsal.nextAlarm
        let asked = (storage.rehearsed?.timers ?? []) + rehearsal.waitingTimers
        let ids = Set(asked.map(\.id))
        storage.rehearsed = .init(
            nexts: rehearsal.nexts, lives: rehearsal.lives, fallen: rehearsal.fallen,
            runs: rehearsal.runs, timers: rehearsal.timers.filter { ids.contains($0.id) })
        for event in rehearsal.fresh.dropFirst(fresh.count) {
            if let told = event.told { tell(told) }
        }
    }

    private mutating func tell(_ alert: Told) {
        if storage.told.insert(alert).inserted { told.append(alert) }
    }
}
