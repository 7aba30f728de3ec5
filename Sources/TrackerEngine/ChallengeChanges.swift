import TrackerAPI
import TrackerCore
import TrackerStore

/// A challenge for which nothing new counts, with the value that its days have come to.
struct ClosedChallenge {
    let challenge: Challenge
    let value: Int64

    init(_ challenge: Challenge, value: Int64) {
        self.challenge = challenge
        self.value = value
    }
}

/// Whether challenges are completed. It follows from the rows of their days that were written up to a day
/// after them, so that what is taken away and put back leaves them as they were.
extension Context {
    /// Completes and reopens challenges.
    ///
    /// - Parameter closed: those of days that are over, and which aren't what their rows make of them.
    func settleChallenges(_ progress: ProgressState, _ closed: [ClosedChallenge]) throws {
        let open = progress.offered.map {
            ClosedChallenge($0, value: progress.present.value(of: $0))
        }
        let keys = Set(progress.offered.map(\.key))
        let over = closed.filter { !keys.contains($0.challenge.key) }
        let lost =
            open.filter { $0.challenge.completedMs != nil && $0.value < $0.challenge.target }
            + over.filter { $0.challenge.completedMs != nil }
        for challenge in lost { try note(challenge, completedMs: nil) }
        // The one that was taken comes before the one that it was taken for.
        let reached =
            open.filter { $0.challenge.completedMs == nil && $0.value >= $0.challenge.target }
            .reversed() + over.filter { $0.challenge.completedMs == nil }.reversed()
        for challenge in reached {
            if let completedMs = try completedMs(of: challenge.challenge) {
                try note(challenge, completedMs: completedMs)
            }
        }
    }

    private func note(_ closed: ClosedChallenge, completedMs: Int64?) throws {
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
    /// - Parameter day: the first day of what has changed. Rows of other challenges than those of this day
    ///   are taken to have been written in time, where these were completed.
    func isSettled(_ closed: ClosedChallenge, changedOn day: Int) throws -> Bool {
        let challenge = closed.challenge
        let isComplete = challenge.completedMs != nil
        guard closed.value >= challenge.target else { return !isComplete }
        if isComplete, !(challenge.from...challenge.to).contains(day) { return true }
        return try isReachedInTime(challenge) == isComplete
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

    func view(of challenge: Challenge, _ progress: ProgressState) -> ChallengeView {
        ChallengeView(
            challenge, value: progress.present.value(of: challenge), zone: zone)
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
