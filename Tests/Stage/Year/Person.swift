import HandMoved
import TestSupport
import TrackerCore

/// The person: what they do at which time of which day, and how they take a reminder.
final class Person {
    let year: Year
    let zone: HomeAndAway
    let daemon: HandMovedDaemon
    var dice: SplitMix
    var lifter = Lifter()
    /// The person's plans, the latest first.
    private var plans: [(atMs: Int64, act: () throws -> Void)] = []
    /// Share of the reminders that are answered today, beside what is usual at their hour.
    private var mood = 1.0

    init(of year: Year, in folder: String, seed: UInt64, zone: HomeAndAway) throws {
        self.year = year
        self.zone = zone
        dice = SplitMix(seed: seed)
        daemon = try HandMovedDaemon(
            folder: folder, zone: zone.zone, seed: seed,
            fromMs: zone.ms(ofDay: year.first, hour: 6), log: { say($0) })
        daemon.take = { [unowned self] in take($0) }
    }

    var nowMs: Int64 { daemon.clock.wallMs }
    var hour: Int { zone.hour(atMs: nowMs) }

    /// - Parameter tell: gets a line now and then.
    func live(tell: (String) -> Void) throws {
        try setUp()
        for day in year.first...year.last {
            try begin(day)
            try pass(untilMs: min(year.endMs, zone.ms(ofDay: day + 1, hour: 5)))
            if day % 30 == 0 { tell("up to \(CivilTime(unixSeconds: day * 86_400).dateText)") }
        }
        daemon.close()
    }

    // MARK: Chance

    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &dice) }

    /// A number that is around the first one as the year begins, and around the second as it ends.
    func growing(from start: Double, to end: Double) -> Double {
        let share = year.progress(at: nowMs / dayMs)
        return (start + (end - start) * share) * number(0.85...1.15)
    }

    // MARK: Time

    func plan(atMs: Int64, _ act: @escaping () throws -> Void) {
        let index = plans.firstIndex { $0.atMs <= atMs } ?? plans.endIndex
        plans.insert((atMs, act), at: index)
    }

    func plan(in seconds: Double, _ act: @escaping () throws -> Void) {
        plan(atMs: nowMs + Int64(seconds * 1000), act)
    }

    func pass(seconds: Double) throws { try pass(untilMs: nowMs + Int64(seconds * 1000)) }

    /// Lets time pass, in which plans are carried out and deadlines come.
    private func pass(untilMs end: Int64) throws {
        while true {
            // A deadline may bring a plan that comes before all others.
            let next = min(plans.last?.atMs ?? end, daemon.nextMs ?? end, end)
            try daemon.advance(toMs: max(next, nowMs))
            if let plan = plans.last, plan.atMs <= nowMs, plan.atMs <= end {
                plans.removeLast()
                try plan.act()
            } else if next >= end {
                return
            }
        }
    }

    // MARK: Days

    private func setUp() throws {
        try daemon.call(
            "reminder.create",
            #"{"name":"Stand up","message":"Stand up, and do something","every":"1h","#
                + #""between":"09:00-17:30","exercise":"any","count":12}"#)
        try daemon.call(
            "reminder.create",
            #"{"name":"Shoulders","message":"Roll your shoulders","at":"11:20,15:45"}"#)
        try lifter.setUp(daemon)
    }

    private func begin(_ day: Int64) throws {
        let kind = year.kind(of: day)
        if kind == .flu { return try fallIll(day) }
        try travel(kind == .journey)
        if year.beginsHoliday(day) { try goOnHoliday(day) }
        mood = number(0.85...1.1)
        switch kind {
        case .work: planWork(day)
        case .weekend: planWeekend(day)
        case .journey: planJourney(day)
        case .holiday: planHoliday(day)
        case .flu: return
        }
    }

    /// The machine is off for the week.
    private func fallIll(_ day: Int64) throws {
        guard year.kind(of: day - 1) != .flu, let well = year.firstDay(after: day) else { return }
        plans = []
        try daemon.turnOff(untilMs: zone.ms(ofDay: well, hour: 8.6))
    }

    private func travel(_ isAway: Bool) throws {
        guard zone.isAway != isAway else { return }
        zone.isAway = isAway
        daemon.zoneMayHaveChanged()
    }

    private func goOnHoliday(_ day: Int64) throws {
        let until = CivilTime(unixSeconds: (day + 13) * 86_400).dateText
        try daemon.call("streak.pause", #"{"until":"\#(until)"}"#)
        try daemon.call("do_not_disturb.set", #"{"for":"13d22h"}"#)
    }

    private func plan(_ day: Int64, _ hour: Double, _ act: @escaping () throws -> Void) {
        let atMs = zone.ms(ofDay: day, hour: hour + number(0...0.3))
        if atMs > nowMs { plan(atMs: atMs, act) }
    }

    private func planWork(_ day: Int64) {
        if chance(0.06) {
            // A day of meetings, on which nothing happens.
            mood = 0
            if chance(0.5) {
                plan(day, 8.4) { try self.daemon.call("do_not_disturb.set", #"{"until":"17:45"}"#) }
            }
            return
        }
        plan(day, 10.2) {
            try self.daemon.call("timer.start", #"{"duration":"4m","name":"tea"}"#)
        }
        let weekday = Year.weekday(day)
        if weekday == 1 || weekday == 3, chance(0.85) { plan(day, 7.3) { try self.plank() } }
        if weekday == 3, chance(0.8) {
            plan(day, 13.1) { try self.daemon.call("run.start", #"{"program":"Pomodoro"}"#) }
        }
        if weekday % 2 == 0, chance(0.88) {
            plan(day, 17.9) { try self.lifter.work(self) }
        } else if chance(0.4) {
            plan(day, 12.3) { try self.log("Hip Flexor Stretch", 60) }
        }
        if chance(0.08) { plan(day, 20) { try self.log("Push-ups", 60) } }
    }

    private func planWeekend(_ day: Int64) {
        if Year.weekday(day) == 5, chance(0.55) { plan(day, 9.5) { try self.plank() } }
        if chance(0.25) {
            plan(day, 11) { try self.log("Pull-ups", self.growing(from: 5, to: 11)) }
        }
        if chance(0.2) { plan(day, 16) { try self.log("Lunges", self.growing(from: 20, to: 30)) } }
    }

    private func planJourney(_ day: Int64) {
        plan(day, 7) { try self.log("Push-ups", self.growing(from: 20, to: 40)) }
        mood = 0.7
    }

    private func planHoliday(_ day: Int64) {
        if chance(0.2) { plan(day, 9) { try self.log("Push-ups", 30) } }
    }

    func log(_ exercise: String, _ count: Double) throws {
        try daemon.call("log.add", #"{"exercise":"\#(exercise)","count":\#(Int(count))}"#)
    }

    /// Holds a plank again and again, until it is as long as it should be in all.
    private func plank() throws {
        // What is begun must be over when the year ends.
        guard nowMs + hourMs < year.endMs else { return }
        let target = (growing(from: 70, to: 210) / 10).rounded() * 10
        var hold = growing(from: 30, to: 75)
        try daemon.call(
            "training.start",
            #"{"mode":"time","exercise":"Plank","target":\#(target),"rest":"20s","adjustment":0}"#)
        var left = target
        while left > hold {
            try pass(seconds: hold)
            try daemon.call("training.bail")
            left -= hold
            hold = max(5, hold * number(0.75...0.95))
            try pass(seconds: 20.5)
            left -= 0.5
        }
        try pass(seconds: left + number(1...4))
        try daemon.call("training.stop")
    }

    // MARK: Reminders

    private func take(_ event: Event) {
        switch event.type {
        case "reminder.fired": meet(event.subject)
        case "run.confirmation_needed":
            plan(in: number(20...400)) { try self.unlessOver("run.confirm") }
        default: break
        }
    }

    /// Share of the reminders of an hour that are answered.
    private var usual: Double {
        switch hour {
        case ..<10: 0.8
        case 10, 11: 0.96
        case 12, 14: 0.75
        case 13: 0.8
        case 15: 0.7
        default: 0.22
        }
    }

    private func meet(_ reminder: String) {
        let share = usual * mood
        let answer: String
        switch number(0...1) {
        case ..<(share * 0.9): answer = done
        case ..<share:
            return plan(in: number(20...90)) {
                try self.unlessOver(
                    "reminder.answer",
                    #"{"reminder":"\#(reminder)","action":"snooze","for":"10m"}"#)
            }
        case ..<(share + (1 - share) * 0.35) where mood > 0: answer = #""action":"dismiss""#
        default: return
        }
        // Few are only moved to answer by the reminder's second asking, 5 minutes after the first.
        let isRescued = chance(0.14)
        let seconds = isRescued ? 300 + number(10...120) : 15 + 180 * number(0...1) * number(0...1)
        plan(in: seconds) {
            try self.unlessOver("reminder.answer", #"{"reminder":"\#(reminder)",\#(answer)}"#)
        }
    }

    private var done: String {
        let (exercise, count) =
            chance(0.55)
            ? ("Squats", growing(from: 12, to: 22)) : ("Push-ups", growing(from: 8, to: 18))
        return #""action":"log","exercise":"\#(exercise)","count":\#(Int(count))"#
    }

    /// Does what may come too late.
    private func unlessOver(_ method: String, _ params: String = "{}") throws {
        do {
            try daemon.call(method, params)
        } catch let error as Rejection where error.kind == .conflict {
            return
        }
    }
}
