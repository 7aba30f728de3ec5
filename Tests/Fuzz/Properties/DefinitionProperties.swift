import TextFiles
import TrackerCore
import UserFiles

/// Any text is a file of correct achievements or challenges, and its faults are warned of with their lines.
enum DefinitionProperties {
    private static let file = "own.toml"
    private static let movements: Set = ["push-ups", "plank"]

    static func checkAchievements(_ bytes: [UInt8]) throws {
        let read = try entries(bytes) {
            AchievementFile.read(shipped: "", own: $0, movements: movements)
        }
        let ids = Set(read.map(\.id))
        try demand(ids.count == read.count && ids.allSatisfy(TextFile.isSlug), "ids: \(ids)")
        for achievement in read {
            try check(achievement.name, achievement.text, achievement.measured)
            let steps = achievement.steps
            try demand((1...4).contains(steps.count), "\(steps)")
            let thresholds = steps.map(\.threshold)
            try demand(thresholds.allSatisfy { (1...1_000_000_000).contains($0) }, "\(steps)")
            try demand(zip(thresholds, thresholds.dropFirst()).allSatisfy(<), "\(steps)")
            let tiers = Achievement.Tier.allCases.filter(steps.map(\.tier).contains)
            try demand(steps.map(\.tier) == tiers, "\(steps)")
        }
        try checkKept(ProgressDefinitions(achievements: read))
    }

    static func checkChallenges(_ bytes: [UInt8]) throws {
        let read = try entries(bytes) {
            ChallengeFile.read(shipped: "", own: $0, movements: movements)
        }
        let ids = Set(read.map(\.id))
        try demand(ids.count == read.count && ids.allSatisfy(TextFile.isSlug), "ids: \(ids)")
        for challenge in read {
            try check("name", challenge.text, challenge.measured)
            try demand(challenge.measured.withinDays == nil, "\(challenge)")
            if let target = challenge.target {
                try demand((1...1_000_000_000).contains(target), "\(challenge)")
            } else {
                try demand(challenge.text.contains("{target}"), "\(challenge)")
            }
        }
        try checkKept(ProgressDefinitions(challenges: read))
    }

    private static func entries<Entry: Hashable>(
        _ bytes: [UInt8], _ read: (UserFile) -> Definitions<Entry>
    ) throws -> [Entry] {
        // Texts that aren't UTF-8 never come this far.
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        let own = UserFile(path: file, text: text)
        let definitions = read(own)
        for warning in definitions.warnings {
            try demand(!warning.message.isEmpty, "a warning without a word")
            try demand((1...lines).contains(warning.line ?? 1), "\(warning): of \(lines) lines")
            try demand("\(warning)".hasPrefix(file), "\(warning)")
        }
        try demand(read(own).entries == definitions.entries, "read again it is another")
        return definitions.entries
    }

    private static func check(_ name: String, _ text: String, _ measured: Measured) throws {
        try Text.checkName(name, field: "name")
        try Text.checkName(text, field: "text")
        let from = measured.from ?? 0
        let until = measured.until ?? 24
        try demand(from >= 0 && from < until && until <= 24, "\(measured)")
        try demand((1...366).contains(measured.withinDays ?? 1), "\(measured)")
        try demand(measured.exercise.map(Identifier.isWhole) ?? true, "\(measured)")
    }

    /// The form in which the engine keeps them.
    private static func checkKept(_ definitions: ProgressDefinitions) throws {
        let json = try JSONText.of(definitions)
        let kept = try JSONText.value(ProgressDefinitions.self, from: json)
        try demand(kept == definitions, "\(json) is read as another")
    }
}
