import TrackerAPI
import TrackerCore
import TrackerEngine

/// Achievements and challenges that come with the simulated daemon. On each day there are several that
/// anybody may get, so that one can always be swapped for another.
enum SimulatedLibrary {
    static let achievements = ["answers", "comeback", "days", "first", "sets", "streak", "total"]

    /// What the simulated daemon reads from any text: a program that has the text as its name.
    static func program(named text: String) -> ProgramCreate {
        ProgramCreate(
            name: text,
            intervals: Intervals([.interval(Interval(label: "Up", durationMs: 45_000))]))
    }

    static var library: Library {
        Library(fingerprint: "1") {
            Library.Content(
                movements: [],
                definitions: ProgressDefinitions(
                    achievements: [
                        achievement("answers", .answers, 1, 10),
                        achievement("comeback", .comeback, 5, 40),
                        achievement("days", .doneDays, 3, 30),
                        achievement("first", .efforts, 1, 20),
                        achievement("sets", .sets, 3, 40),
                        achievement("streak", .streakBest, 2, 7),
                        achievement("total", .dayTotal, 100, 10_000),
                    ],
                    challenges: [
                        challenge("once", .daily, .efforts, 1),
                        challenge("own-reps", .daily, .reps, nil),
                        challenge("own-seconds", .daily, .seconds, nil),
                        challenge("thrice", .daily, .efforts, 3),
                        challenge("answers", .weekly, .answers, 2),
                        challenge("days", .weekly, .doneDays, nil),
                        challenge("efforts", .weekly, .efforts, 4),
                    ]), isWhole: true)
        }
    }

    private static func achievement(
        _ id: String, _ measure: Measure, _ bronze: Int64, _ silver: Int64
    ) -> Achievement {
        Achievement(
            id: id, name: id, text: "{n} of them", category: .milestone,
            measured: Measured(measure),
            steps: [.init(.bronze, at: bronze), .init(.silver, at: silver)])
    }

    private static func challenge(
        _ id: String, _ kind: ChallengeDraw.Kind, _ measure: Measure, _ target: Int64?
    ) -> ChallengeTemplate {
        ChallengeTemplate(
            id: id, kind: kind, text: "{target} of them", measured: Measured(measure),
            target: target)
    }
}
