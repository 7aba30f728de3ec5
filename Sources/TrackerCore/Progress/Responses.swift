/// An occurrence of a reminder that fell due, with the values for figures about answers.
package struct Firing: Sendable, Hashable {
    /// Id of the reminder.
    package var reminder: String
    package var state: Occurrence.State
    /// Reason of a suppression or an expiry; `nil` for none.
    package var reason: String?
    package var isTest: Bool
    package var day: LocalDay
    /// First firing, UTC milliseconds; `nil` for an occurrence that wasn't shown.
    package var firedMs: Int64?
    /// Milliseconds from a firing until the occurrence expires; `nil` for one that expires with the local
    /// day.
    package var expireAfterMs: Int64?
    package var wasFollowedUp: Bool
    package var snoozes: Int64
    /// Milliseconds from the first firing to the answer.
    package var responseMs: Int64?
    /// Whether it was answered after it had expired.
    package var isLate: Bool

    package init(
        reminder: String, state: Occurrence.State, reason: String? = nil, isTest: Bool = false,
        day: LocalDay, firedMs: Int64?, expireAfterMs: Int64? = nil, wasFollowedUp: Bool = false,
        snoozes: Int64 = 0, responseMs: Int64? = nil, isLate: Bool = false
    ) {
        self.reminder = reminder
        self.state = state
        self.reason = reason
        self.isTest = isTest
        self.day = day
        self.firedMs = firedMs
        self.expireAfterMs = expireAfterMs
        self.wasFollowedUp = wasFollowedUp
        self.snoozes = snoozes
        self.responseMs = responseMs
        self.isLate = isLate
    }

    /// Local hour of the first firing, 0 to 23; `nil` for an occurrence that wasn't shown.
    package var hour: Int? {
        firedMs.map { Int(localSeconds(atMs: $0).floorDivided(by: secondsPerDay).remainder / 3600) }
    }

    private func localSeconds(atMs instant: Int64) -> Int64 {
        instant.floorDivided(by: 1000).quotient + Int64(day.offsetS)
    }

    /// Milliseconds after a firing within which the next firing leaves no chance to answer.
    private static let chanceMs: Int64 = 60_000

    /// Reason why an expiry doesn't count, if the reminder's next firing is that reason; `nil` where the
    /// expiry counts.
    ///
    /// Rows don't say when an occurrence expired. A row says whether a test ended it, except in older
    /// versions: there, a test that came before the row could expire is taken to have ended it.
    fileprivate func excuse(by next: Firing) -> Responses.Excuse? {
        guard let firedMs, let nextMs = next.firedMs else { return nil }
        if next.isTest { return nextMs < expiryMs(firedMs) ? .test : nil }
        let hadNone = (0..<Self.chanceMs).contains(nextMs - firedMs)
        return hadNone && snoozes == 0 ? .noChance : nil
    }

    private func expiryMs(_ firedMs: Int64) -> Int64 {
        if let expireAfterMs { return firedMs + expireAfterMs }
        let midnight = localSeconds(atMs: firedMs).floorDivided(by: secondsPerDay).quotient + 1
        return (midnight * secondsPerDay - Int64(day.offsetS)) * 1000
    }
}

/// The answers to reminders: a fold over firings, in the order of their due times.
package struct Responses: Sendable {
    /// A reason why a firing doesn't count, beside the reasons of occurrences.
    package enum Excuse: String, Sendable {
        case test
        /// Ended within a minute by the next firing.
        case noChance = "no_chance"
    }

    /// The decided firings of an hour of the day or of a weekday.
    package struct Part: Sendable, Hashable {
        package fileprivate(set) var rate = AnswerRate()

        /// Whether there are too few decisions to be compared.
        package var isFew: Bool { rate.decided < Responses.least }

        fileprivate mutating func add(isAnswered: Bool) {
            rate.decided += 1
            if isAnswered { rate.answered += 1 }
        }
    }

    /// Minimum number of decisions for an hour, a weekday or a rate to be compared.
    package static let least = 5

    package private(set) var answered = 0
    /// Number of the answers that came after the expiry.
    package private(set) var late = 0
    package private(set) var dismissed = 0
    package private(set) var ignored = 0
    package private(set) var open = 0
    /// Number of firings that don't count, by reason.
    package private(set) var notCounted: [String: Int] = [:]
    /// Decided firings by hour of the day, 0 to 23.
    package private(set) var hours = [Part](repeating: Part(), count: 24)
    /// Decided firings by weekday, from Monday on.
    package private(set) var weekdays = [Part](repeating: Part(), count: 7)
    /// Numbers of the days with decided firings, by hour.
    private var daysOfHours = [Set<Int>](repeating: [], count: 24)
    private var rescues = 0
    private var latencies: [Int64] = []
    /// Expiries whose counting depends on the next firing, by the id of the reminder.
    private var waiting: [String: Firing] = [:]

    package init() {}

    package var decided: Int { answered + dismissed + ignored }

    package var rate: AnswerRate { AnswerRate(answered: answered, decided: decided) }

    /// Share of the answers that came after a follow-up, from 0 to 1; `nil` without answers.
    package var rescued: Double? { answered > 0 ? Double(rescues) / Double(answered) : nil }

    /// Milliseconds from the firing to the answer or dismissal, for firings that were never snoozed.
    package var percentiles: Percentiles { Percentiles(latencies) }

    /// Adds a firing. The firings of one reminder must be added in the order of their due times.
    ///
    /// - Parameter counts: false for a firing that only shows how the one before it ended.
    package mutating func add(_ firing: Firing, counts: Bool = true) {
        if firing.firedMs != nil, let former = waiting.removeValue(forKey: firing.reminder) {
            resolve(former, former.excuse(by: firing))
        }
        guard counts else { return }
        if firing.isTest { return note(Excuse.test.rawValue) }
        switch firing.state {
        case .scheduled: break
        case .pending, .snoozed: open += 1
        case .suppressed: note(firing.reason ?? firing.state.rawValue)
        case .answered, .dismissed: decide(firing)
        case .expired:
            if let reason = firing.reason, Self.isEnd(reason) {
                note(reason)
            } else if firing.reason == nil {
                waiting[firing.reminder] = firing
            } else {
                decide(firing)
            }
        }
    }

    /// Ends the fold: expiries without a later firing count.
    package mutating func finish() {
        for firing in waiting.values { resolve(firing, nil) }
        waiting = [:]
    }

    /// Whether a reason means that a person ended the occurrence without answering it.
    private static func isEnd(_ reason: String) -> Bool {
        [Occurrence.Reason.disabled, .deleted, .test].contains { $0.rawValue == reason }
    }

    private mutating func resolve(_ firing: Firing, _ excuse: Excuse?) {
        if let excuse { note(excuse.rawValue) } else { decide(firing) }
    }

    private mutating func note(_ reason: String) {
        notCounted[reason, default: 0] += 1
    }

    private mutating func decide(_ firing: Firing) {
        let isAnswered = firing.state == .answered
        switch firing.state {
        case .answered:
            answered += 1
            if firing.isLate { late += 1 }
            if firing.wasFollowedUp { rescues += 1 }
        case .dismissed: dismissed += 1
        default: ignored += 1
        }
        if firing.snoozes == 0, let ms = firing.responseMs { latencies.append(ms) }
        if let hour = firing.hour {
            hours[hour].add(isAnswered: isAnswered)
            daysOfHours[hour].insert(firing.day.number)
        }
        // 1970-01-01 was a Thursday.
        let weekday = Int(Int64(firing.day.number + 3).floorDivided(by: 7).remainder)
        weekdays[weekday].add(isAnswered: isAnswered)
    }
}

extension Responses {
    /// The hours with the best and the worst rate among those with enough decisions, the earlier of equal
    /// ones; `nil` where no two of them differ.
    package var extremes: (best: Int, worst: Int)? {
        let compared = hours.indices.filter { !hours[$0].isFew }
            .map { (hour: $0, weight: hours[$0].rate.weighed(by: rate)) }
        guard compared.count >= 2,
            let best = compared.max(by: { ($0.weight, $1.hour) < ($1.weight, $0.hour) }),
            let worst = compared.min(by: { ($0.weight, $0.hour) < ($1.weight, $1.hour) }),
            best.hour != worst.hour
        else { return nil }
        return (best.hour, worst.hour)
    }

    /// The best hour and the worst, if the worst is so much worse that leaving it out may be suggested;
    /// otherwise `nil`.
    package var suggestion: (best: Int, worst: Int)? {
        guard let (best, worst) = extremes,
            hours[worst].rate.isWorse(
                than: hours[best].rate, days: daysOfHours[worst].count,
                bestDays: daysOfHours[best].count)
        else { return nil }
        return (best, worst)
    }
}
