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

    /// A year has too many to tell each of them.
    private var challenges: Markup {
        guard report.period == ReportGet.Period.year.rawValue else { return each }
        let tallies = report.challengeTallies.map {
            ("\($0.kind.sentenceCase) ones done", $0.tally.text)
        }
        return .facts(tallies)
    }

    private var each: Markup {
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
