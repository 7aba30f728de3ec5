import Rig
import TestSupport

// The course of time.

extension Model {
    private struct Due {
        let at: Int64
        let kind: String
        let id: String
        let reminder: String

        init?(_ at: Int64?, _ kind: String, _ id: String = "", reminder: String = "") {
            guard let at else { return nil }
            (self.at, self.kind, self.id, self.reminder) = (at, kind, id, reminder)
        }
    }

    private static func due(_ at: Int64?, of occurrence: OccurrenceModel) -> Due? {
        Due(at, "occurrence", occurrence.id ?? "", reminder: occurrence.reminder)
    }

    /// Deadlines on the boot clock, with the order of those at the same moment.
    private var bootDues: [Due] {
        var dues = timers.compactMap { Due($0.alarm, "timer", $0.id) }
        dues += rests.compactMap { Due($0.alarm, "rest", $0.id) }
        dues += runs.suffix(1).compactMap { Due($0.alarm, "run", $0.id) }
        dues += lives.values.compactMap { Self.due($0.bootNs, of: $0) }
        dues += trainings.suffix(1).compactMap { Due($0.alarm, "training", $0.id) }
        if let pause = Due(quiet?.endNs(now), "do_not_disturb") { dues.append(pause) }
        return dues
    }

    private var wallDues: [Due] {
        let occurrences = Array(nexts.values) + Array(lives.values)
        var dues = occurrences.compactMap { Self.due($0.wallMs, of: $0) }
        dues += reminders.filter { !$0.isEnabled }
            .compactMap { Due($0.offUntil, "reminder", $0.id) }
        if let pause = Due(quiet?.untilMs, "do_not_disturb") { dues.append(pause) }
        return dues
    }

    var nextAlarm: Alarm {
        storage.afterTold
            ?? Alarm(
                bootNs: bootDues.filter(isWaitedFor).map(\.at).min(),
                wallMs: wallDues.filter(isWaitedFor).map(\.at).min())
    }

    /// Whether a due is one to wake for: not while the desktop has to answer first.
    private func isWaitedFor(_ due: Due) -> Bool { !desktop.isAwaited || due.kind != "occurrence" }

    var isDue: Bool { nextAlarm.isDue(now) }

    /// Carries out the due deadlines once: first those that sleep has stopped, then the others in their
    /// order, on the one clock and then on the other.
    mutating func elapse() {
        if now.slept(since: lastRun) { wake() }
        guard isDue else { return }
        var boot = bootDues.filter { $0.at <= now.bootNs }
        var wall = wallDues.filter { $0.at <= now.wallMs }
        if remindersAwaitDesktop, (boot + wall).contains(where: { $0.kind == "occurrence" }) {
            desktop.isAwaited = true
            boot.removeAll { $0.kind == "occurrence" }
            wall.removeAll { $0.kind == "occurrence" }
        }
        for dues in [boot, wall] {
            for due in dues.sorted(by: { ($0.at, $0.kind, $0.id) < ($1.at, $1.kind, $1.id) }) {
                elapse(due)
            }
        }
    }

    private mutating func elapse(_ due: Due) {
        switch due.kind {
        case "timer": advanceTimer(due.id)
        case "rest": advanceRest()
        case "training": advanceTraining()
        case "run": advanceRun()
        case "do_not_disturb": elapseQuiet()
        case "reminder": elapseOff(due.id)
        default:
            if lives[due.reminder]?.id == due.id {
                elapseLive(due.reminder)
            } else if let next = nexts[due.reminder], next.id ?? "" == due.id {
                elapseNext(due.reminder)
            }
        }
    }

    private mutating func wake() {
        wakeTimers()
        wakeTraining()
        wakeRun()
        recordSleeps()
    }

    mutating func carryOver() {
        guard boot != now.boot else { return }
        boot = now.boot
        var last = seq
        while last > 0, event(last).type.hasPrefix("storage.") { last -= 1 }
        let lastMs = last > 0 ? event(last).atMs : 0
        let carried =
            carryTimers() + carryRest() + carryRun() + carryReminders()
            + carryTraining(lastMs: lastMs)
        if carried > 0 {
            record(
                "clock.rebooted", "",
                ["boot_id": .text("boot-\(now.boot)"), "carried_over": .int(Int64(carried))])
        }
        takeUpTraining()
        // Across a reboot, a day is counted by the wall clock.
        remembered = remembered.filter {
            $0.value.at.boot == now.boot || now.wallMs - $0.value.at.wallMs < dayMs
        }
    }

    /// Brings the state up to the present boot, clock and zone, and past a sleep.
    mutating func takeUp() {
        defer { takeProgress() }
        var steps: [Int64] = []
        var copy = self
        copy.followClocks(&steps)
        let isNeeded =
            boot != now.boot || timers.contains { $0.slept(now) } || !steps.isEmpty
            || liveTraining?.slept(now) ?? false || liveRun?.slept(now) ?? false
            || zone != place || isMisplaced || !lives.isEmpty || !storage.sleeps.isEmpty
        guard isNeeded else { return }
        carryOver()
        adjustToClock(nil)
        adjustToZone()
        reschedule()
        wake()
    }

    mutating func adjustToZone() {
        defer { zone = place }
        guard let zone, zone != place else { return }
        journeys.insert("\(now.wallMs) \(zone.name) \(place.name)")
        record(
            "zone.changed", "",
            ["from": .text(zone.name), "to": .text(place.name), "at": text(now.wallMs)])
    }

    /// Follows a clock that was set, which delays or hastens nothing, not even across the next reboot,
    /// which that clock bridges.
    mutating func adjustToClock(_ told: Int64?) {
        var steps: [Int64] = []
        followClocks(&steps)
        guard let step = told ?? steps.max(by: { abs($0) < abs($1) }) else { return }
        for id in remembered.keys { remembered[id]?.at.followExactly(now) }
        record("clock.stepped", "", ["by_ms": .int(step)])
    }

    private mutating func followClocks(_ steps: inout [Int64]) {
        for index in timers.indices where timers[index].since?.follow(now, &steps) == true {
            timers[index].arm(now)
        }
        for index in timers.indices where timers[index].asked?.followBase(now, &steps) == true {
            timers[index].arm(now)
        }
        for index in rests.indices where rests[index].since?.follow(now, &steps) == true {
            rests[index].arm(now)
        }
        for index in runs.indices where runs[index].since?.follow(now, &steps) == true {
            runs[index].arm(now)
        }
        if !runs.isEmpty, runs[runs.count - 1].asked?.followBase(now, &steps) == true {
            runs[runs.count - 1].arm(now)
        }
        followClocksOfReminders(&steps)
        followClockOfTraining(&steps)
    }
}
