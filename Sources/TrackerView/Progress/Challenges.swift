import TrackerAPI
import TrackerCore

extension ChallengeView {
    /// Challenge with its state, such as `35 Push-ups today, 20 of 35`.
    var words: String {
        let state = completedAt == nil ? "\(value) of \(target)" : "done"
        return "\(text.forTerminal), \(state)"
    }

    var period: String {
        switch kind.known {
        case .daily: "today"
        case .weekly: "this week"
        case nil: kind.forTerminal
        }
    }
}

extension ChallengeView: Shown {
    package func text(in style: Style) -> String { "\(style.strong(period)): \(words)\n" }

    package var ids: [String] { [key] }
}

extension ChallengeList.Response: ShownList {
    package static var none: String { "no challenges" }
    package var ids: [String] { challenges.map(\.key) }

    package func rows(in style: Style) -> String {
        var table = Table("", "~", ">", "")
        table.rows = challenges.map { challenge in
            let done = challenge.completedAt.map { "done \(style.time($0))" }
            return [
                .init(challenge.period, style.strong), .init(challenge.text.forTerminal),
                .init(
                    done ?? "\(challenge.value)/\(challenge.target)",
                    done == nil ? { $0 } : style.good),
            ]
        }
        table.addBars(
            challenges.map { min(1, Double($0.value) / Double(max(1, $0.target))) }, of: 1,
            in: style)
        return table.text(in: style) + hint(in: style)
    }

    /// Command to swap the challenge; empty if it can't be swapped.
    private func hint(in style: Style) -> String {
        let open = challenges.first { $0.completedAt == nil && !$0.swapped }
        return open.map {
            style.faint("'trackerctl challenge swap \($0.kind.forTerminal)' offers another") + "\n"
        } ?? ""
    }
}
