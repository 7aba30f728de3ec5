extension Training {
    /// The state of a session, with what belongs to it alone.
    enum Stage: Sendable, Hashable {
        /// An effort is in progress.
        case training(ElapsedTime)
        /// An attempt or a rest is over; what follows begins with the same request.
        case between
        /// `rest` is the id of the rest.
        case resting(rest: String)
        case paused(Paused)
        /// `endedMs` is in UTC milliseconds.
        case complete(endedMs: Int64)
    }

    /// The effort or rest during which a session was paused.
    enum Paused: Sendable, Hashable {
        case effort(ElapsedTime)
        case rest(String)
    }

    package var state: State {
        switch stage {
        case .training, .between: .training
        case .resting: .resting
        case .paused: .paused
        case .complete: .complete
        }
    }

    /// Id of the present rest; `nil` outside of rests.
    package var rest: String? {
        switch stage {
        case .resting(let rest), .paused(.rest(let rest)): rest
        case .training, .between, .paused(.effort), .complete: nil
        }
    }

    /// Time of the present effort, which stands still while the effort is paused; `nil` outside of efforts.
    package var effort: ElapsedTime? {
        switch stage {
        case .training(let effort), .paused(.effort(let effort)): effort
        case .between, .resting, .paused(.rest), .complete: nil
        }
    }

    /// End, UTC milliseconds; `nil` while the session is live.
    package var endedMs: Int64? {
        guard case .complete(let endedMs) = stage else { return nil }
        return endedMs
    }

    /// Changes the time of the present effort, where there is one.
    mutating func changeEffort(_ change: (inout ElapsedTime) -> Void) {
        switch stage {
        case .training(var effort):
            change(&effort)
            stage = .training(effort)
        case .paused(.effort(var effort)):
            change(&effort)
            stage = .paused(.effort(effort))
        case .between, .resting, .paused(.rest), .complete: break
        }
    }
}

extension Training.Stage {
    /// The state that a row's columns tell.
    init(
        _ state: Training.State, effort: ElapsedTime?, rest: String?, endedMs: Int64?
    ) throws(RowVisitor.WrongKind) {
        switch (state, effort, rest, endedMs) {
        case (.training, let effort?, _, _): self = .training(effort)
        case (.training, nil, _, _): self = .between
        case (.resting, _, let rest?, _): self = .resting(rest: rest)
        case (.resting, _, nil, _): throw RowVisitor.WrongKind(column: "rest")
        case (.paused, let effort?, _, _): self = .paused(.effort(effort))
        case (.paused, nil, let rest?, _): self = .paused(.rest(rest))
        case (.paused, nil, nil, _): throw RowVisitor.WrongKind(column: "effort")
        case (.complete, _, _, let endedMs?): self = .complete(endedMs: endedMs)
        case (.complete, _, _, nil): throw RowVisitor.WrongKind(column: "ended_ms")
        }
    }
}
