import Systemd
import TrackerCore

extension HookPool.Outcome {
    /// The failure to report; `nil` if nothing went wrong.
    func failure(of run: [String], _ occasion: HookOccasion, timeoutMs: Int64) -> HookFailure? {
        trouble(timeoutMs: timeoutMs).map { occasion.failure(of: run, $0.kind, $0.reason) }
    }

    /// The failure; `nil` for none.
    func trouble(timeoutMs: Int64) -> (kind: HookFailure.Kind, reason: String)? {
        switch self {
        case .notStarted(let reason): return (.notStarted, reason)
        case .dropped:
            return (
                .dropped, "dropped: more than \(HookPool.queueLimit) hooks were waiting to be run"
            )
        case .unneeded: return nil
        case .ended(let ending):
            guard let (kind, text) = Self.trouble(ending, timeoutMs) else { return nil }
            let said = ending.error.isEmpty ? "" : ": \(ending.error)"
            return (kind, text + said)
        }
    }

    private static func trouble(
        _ ending: HookProcess.Ending, _ timeoutMs: Int64
    ) -> (HookFailure.Kind, String)? {
        if ending.wasRecalled { return nil }
        if ending.timedOut {
            let limit = DurationText.text(ms: timeoutMs)
            return (.timedOut, "took longer than \(limit) and was stopped")
        }
        switch ending.status {
        case .exited(0): return nil
        case .exited(let status): return (.failed, "exited with status \(status)")
        case .killed(let signal): return (.killed, "killed by signal \(signal)")
        }
    }
}

extension String {
    /// The last line that isn't blank, without surrounding blanks; `nil` for none.
    nonisolated var lastLine: String? {
        split(whereSeparator: \.isNewline).map(\.trimmingBlanks).last { !$0.isEmpty }
    }
}
