import TrackerAPI
import TrackerCore
import TrackerStore

/// A challenge with the value that its days have come to.
struct ChallengeValue {
    let challenge: Challenge
    let value: Int64

    init(_ challenge: Challenge, value: Int64) {
        self.challenge = challenge
        self.value = value
    }

    var isComplete: Bool { challenge.completedMs != nil }
    var isReached: Bool { value >= challenge.target }
}

/// Whether challenges are completed. It follows from the rows of their days that were written up to a day
/// after them, so that what is taken away and put back leaves them as they were.
extension Context {
    /// Completes the open challenges of some, and reopens the completed ones.
    func change(_ challenges: [ChallengeValue]) throws {
        for challenge in challenges where challenge.isComplete {
            try note(challenge, completedMs: nil)
        }
        // The one that was taken comes before the one that it was taken for.
        for challenge in challenges.reversed() where !challenge.isComplete {
            if let completedMs = try completedMs(of: challenge.challenge) {
                try note(challenge, completedMs: completedMs)
            }
        }
    }

    private func note(_ closed: ChallengeValue, completedMs: Int64?) throws {
        var challenge = closed.challenge
        challenge.completedMs = completedMs
        try append(
            completedMs == nil ? .challengeReopened : .challengeCompleted, subject: challenge.key,
            data: ChallengeView(challenge, value: closed.value, zone: zone), [challenge])
    }

    /// The moment at which a challenge whose target is reached was completed, UTC milliseconds: that of the
    /// first time, where its rows were away in between. `nil` where it doesn't count.
    private func completedMs(of challenge: Challenge) throws -> Int64? {
        // Of the two of a swap, one counts.
        if let partner = challenge.partnerKey,
            try transaction.challenge(key: partner)?.completedMs != nil
        {
            return nil
        }
        return try transaction.completedMs(ofChallenge: challenge.key)
            ?? (challenge.isSwappedAway ? nil : now.wallMs)
    }

    /// Whether a challenge is completed where its rows complete it, and isn't where they don't.
    ///
    /// - Parameter changed: the days that have changed. The rows of a completed challenge of other days are
    ///   taken to have been written in time.
    func matchesRows(_ ended: ChallengeValue, changed: StaleDays) throws -> Bool {
        // Only the machine that wrote the rows knows if they were in time. Its judgement comes with them.
        if changed.isElsewhere == true { return true }
        guard ended.isReached else { return !ended.isComplete }
        let challenge = ended.challenge
        let isChanged = challenge.from <= changed.last && changed.first <= challenge.to
        if ended.isComplete, !isChanged { return true }
        return try isReachedInTime(challenge) == ended.isComplete
    }

    private func isReachedInTime(_ challenge: Challenge) throws -> Bool {
        var days = try days()
        let rows = try transaction.progressRows(on: challenge.from...challenge.to).mapValues {
            rows in
            try rows.filter { row in
                try transaction.writtenMs(row).map { challenge.counts(on: days.number(ofMs: $0)) }
                    ?? true
            }
        }
        // Whether a set made a record, all of the history before tells.
        let needsHistory = challenge.measured.measure == .records
        let definitions = try needsHistory ? definitions() : ProgressDefinitions()
        var fold =
            try needsHistory
            ? fold(through: challenge.from - 1, definitions) : ProgressFold(definitions)
        for number in challenge.from...challenge.to {
            fold.add(
                .init(number: number, rows: rows[number] ?? []), definitions,
                offered: [challenge])
        }
        return fold.reaches(challenge)
    }
}

extension ChallengeView {
    init(_ challenge: Challenge, value: Int64, zone: Zone) {
        self.init(
            kind: challenge.kind, key: challenge.key, template: challenge.template,
            text: challenge.text, target: challenge.target, value: value,
            completedAt: challenge.completedMs.map(zone.text),
            from: Days.text(of: challenge.from), to: Days.text(of: challenge.to),
            swapped: challenge.isSecond)
    }
}
