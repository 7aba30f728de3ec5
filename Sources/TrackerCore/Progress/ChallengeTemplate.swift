/// A challenge as a file defines it. Each person gets a target of their own, unless the file gives one.
package struct ChallengeTemplate: Sendable, Hashable, Codable {
    /// Key of the challenge's table in the file, such as `push-ups-today`.
    package var id: String
    package var kind: ChallengeDraw.Kind
    /// Sentence about the challenge, in which `{target}` stands for the target. `{target} days` becomes
    /// `1 day` for 1.
    package var text: String
    package var measured: Measured
    /// Target from the file; `nil` for a target based on the last 28 days (`ChallengeTarget`).
    package var target: Int64?

    package init(
        id: String, kind: ChallengeDraw.Kind, text: String, measured: Measured,
        target: Int64? = nil
    ) {
        self.id = id
        self.kind = kind
        self.text = text
        self.measured = measured
        self.target = target
    }

    /// Sentence about the challenge with a target.
    package func text(target: Int64) -> String {
        text.filled("{target}", with: target)
    }
}

/// The achievements and challenges that files define.
package struct ProgressDefinitions: Sendable, Hashable, Codable {
    package static let maximumAchievements = 500
    package static let maximumChallenges = 200

    package var achievements: [Achievement]
    package var challenges: [ChallengeTemplate]

    package init(achievements: [Achievement] = [], challenges: [ChallengeTemplate] = []) {
        self.achievements = achievements
        self.challenges = challenges
    }

    /// These definitions, completed by those of a former reading that are missing here, up to the maximum
    /// numbers: a definition that can't be read now may still be in its file.
    package func completed(by former: ProgressDefinitions) -> ProgressDefinitions {
        let ids = (Set(achievements.map(\.id)), Set(challenges.map(\.id)))
        let more = former.achievements.filter { !ids.0.contains($0.id) }
        let others = former.challenges.filter { !ids.1.contains($0.id) }
        return ProgressDefinitions(
            achievements: Array((achievements + more).prefix(Self.maximumAchievements)),
            challenges: Array((challenges + others).prefix(Self.maximumChallenges)))
    }
}
