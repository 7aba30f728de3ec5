import TrackerCore

@testable import TrackerEngine

/// Library that comes with the machines' daemons, in several versions. All have the same achievements and challenges.
/// Version 0 has no exercises and programs.
enum SyncLibrary {
    static let newest = 2
    /// Slugs of the exercises. Version 1 lacks the last one.
    static let slugs = ["lunge", "bridge", "raise"]
    static let programSlug = "ladder"

    static func version(_ version: Int) -> Library {
        Library(fingerprint: "sync \(version)") {
            Library.Content(
                movements: movements(version), programs: programs(version),
                definitions: definitions, isWhole: true)
        }
    }

    /// No person of a history gives anything one of these names.
    private static func movements(_ version: Int) -> [Movement] {
        // Version 2 adds the muscles that help.
        let lunge = Movement(
            slug: slugs[0],
            fields: .init(
                name: "Lunge", unit: .reps, category: "legs",
                muscles: Muscles(primary: [.quads], secondary: version < 2 ? [] : [.glutes])))
        let bridge = Movement(slug: slugs[1], fields: .init(name: "Bridge", unit: .seconds))
        let raise = Movement(slug: slugs[2], fields: .init(name: "Raise", unit: .reps))
        return switch version {
        case 0: []
        case 1: [lunge, bridge]
        default: [lunge, bridge, raise]
        }
    }

    private static func programs(_ version: Int) -> [LibraryProgram] {
        guard version > 0 else { return [] }
        let intervals = (1...version).map { number in
            ProgramPart.interval(Interval(label: "step \(number)", durationMs: 60_000))
        }
        return [LibraryProgram(slug: programSlug, fields: .init(name: "Ladder", parts: intervals))]
    }

    private static var definitions: ProgressDefinitions {
        ProgressDefinitions(
            achievements: [
                achievement("first", .efforts, 1, 20), achievement("sets", .sets, 3, 40),
                achievement("streak", .streakBest, 2, 7),
            ],
            challenges: [
                challenge("once", .daily, .efforts, 1), challenge("thrice", .daily, .efforts, 3),
                challenge("efforts", .weekly, .efforts, 4),
            ])
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
