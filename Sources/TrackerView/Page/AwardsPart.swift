import TrackerAPI
import TrackerCore

/// Page part about goals, achievements and challenges.
struct AwardsPart {
    let report: ReportView

    var markup: Markup {
        Markup([
            .section("goals", "Goals", [goals]),
            .section("achievements", "Achievements", [achievements]),
            .section("challenges", "Challenges", [challenges]),
        ])
    }

    private var goals: Markup {
        let rows = (report.goals ?? []).map { [$0.goal.name, $0.periods, $0.amount] }
        return .table(
            "goals-table", "Goals this \(report.period)", ["Goal", "Met", "Last period"], rows,
            of: .words)
    }

    private var achievements: Markup {
        let rows = (report.achievements ?? []).map { earned in
            [earned.name, earned.tier.sentenceCase, String(earned.earnedAt.prefix(10))]
        }
        return .table(
            "achievements-table", "Earned this \(report.period)",
            ["Achievement", "Tier", "Earned"], rows, of: .words)
    }

    /// The challenges; for a year only their numbers, because it has too many.
    private var challenges: Markup {
        guard report.period == ReportGet.Period.year.rawValue else { return each }
        let tallies = report.challengeTallies.map {
            ("\($0.kind.sentenceCase) challenges done", $0.tally.text)
        }
        return .facts(tallies)
    }

    private var each: Markup {
        let rows = (report.challenges ?? []).map { challenge in
            [
                challenge.text, challenge.kind.sentenceCase,
                challenge.completedAt.map { "Done \($0.prefix(10))" }
                    ?? (report.running ? "Not done yet" : "Not done"),
            ]
        }
        return .table(
            "challenges-table", "Challenges this \(report.period)",
            ["Challenge", "Kind", "Outcome"], rows, of: .words)
    }
}
