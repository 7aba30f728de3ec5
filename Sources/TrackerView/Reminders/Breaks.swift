import TrackerAPI
import TrackerCore

extension BreakView {
    var lengthMs: Int64 {
        guard let from = WireTime.ms(from), let until = WireTime.ms(until) else { return 0 }
        return max(0, until - from)
    }

    /// Why it counts as a break: `away`, `screen locked`, `machine asleep`.
    var words: String { AnswerWords.reason(reason.text).forTerminal }
}
