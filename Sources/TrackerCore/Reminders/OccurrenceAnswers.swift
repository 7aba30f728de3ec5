// Answers before an occurrence falls due, and after it has expired.

extension Occurrence {
    /// Milliseconds after an expiry within which an answer still counts.
    private static let lateAnswerMs: Int64 = 3_600_000

    /// Whether the occurrence was done or skipped ahead of time, and its time is still to come.
    package func isSettledAhead(at now: Moment) -> Bool {
        guard let reason, [.doneAhead, .skipped].contains(reason) else { return false }
        return dueMs > now.wallMs
    }

    /// Whether the occurrence has expired by itself, but not long ago, so that it can still be answered as done.
    package func mayBeAnsweredLate(at now: Moment) -> Bool {
        guard case .expired(let reason) = stage, reason == nil || reason == .missed,
            firedMs != nil, let expiredMs
        else { return false }
        return (0..<Self.lateAnswerMs).contains(now.wallMs - expiredMs)
    }

    /// Whether the occurrence was answered after it had expired.
    package var isAnsweredLate: Bool {
        guard case .answered(let response, _) = stage, let expiredMs else { return false }
        // Another machine's expiry may have come with an answer that was given before it.
        return expiredMs <= response.atMs
    }
}
