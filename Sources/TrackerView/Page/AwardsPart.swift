import TrackerAPI
import TrackerCore

/// Achievements and challenges.
struct AwardsPart {
    let report: ReportView

    var markup: Markup {
        Markup([
            .section("achievements", "Achievements", [achievements]),
            .section("challenges", "Challenges", [challenges]),
        ])
    }

    private var achievements: Markup {
        let rows = (report.achievements ?? []).map { earned in
            [earned.name, earned.tier.sentenceCase, String(earned.earnedAt.prefix(10))]
        }
        return .table(
            "achievements-table", "Earned in this \(report.period)",
            ["Achievement", "Tier", "Earned"], rows, of: .words)
    }

    private var challenges: Markup {
        let rows = (report.challenges ?? []).map { challenge in
            [
                challenge.text, challenge.kind.sentenceCase,
                challenge.completedAt.map { "Done \($0.prefix(10))" }
                    ?? (report.running ? "Not done so far" : "Not done"),
            ]
        }
        return .table(
            "challenges-table", "Challenges of this \(report.period)",
            ["Challenge", "Kind", "Outcome"], rows, of: .words)
    }
}
