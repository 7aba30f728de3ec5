import TrackerCore

/// A challenge offered for a day or a week.
package struct ChallengeView: Codable, Sendable, Hashable {
    package var kind: OpenEnum<ChallengeDraw.Kind>
    /// Period and number of the draw, such as `daily/2026-03-02/0`.
    package var key: String
    /// Id of the template.
    package var template: String
    package var text: String
    package var target: Int64
    package var value: Int64
    @MomentText package var completedAt: String?
    /// First day.
    package var from: String
    /// Last day.
    package var to: String
    /// True if it replaced another challenge.
    package var swapped: Bool

    package init(
        kind: ChallengeDraw.Kind, key: String, template: String, text: String, target: Int64,
        value: Int64, completedAt: String? = nil, from: String, to: String, swapped: Bool
    ) {
        self.kind = OpenEnum(kind)
        self.key = key
        self.template = template
        self.text = text
        self.target = target
        self.value = value
        self.completedAt = completedAt
        self.from = from
        self.to = to
        self.swapped = swapped
    }
}

/// The challenges of today and of this week.
package struct ChallengeList: ReadRequest, PlainRequest, ProgressRequest {
    package static let method = "challenge.list"
    package init() {}

    package struct Response: Codable, Sendable, Hashable {
        /// Challenges, the daily one first; empty while challenges are switched off.
        package var challenges: [ChallengeView]

        package init(challenges: [ChallengeView]) { self.challenges = challenges }
    }
}

/// Replaces the current challenge with another one, once per period.
package struct ChallengeSwap: ChangeRequest, ProgressRequest {
    package typealias Response = ChallengeView
    package static let method = "challenge.swap"

    package var kind: ChallengeDraw.Kind

    package init(kind: ChallengeDraw.Kind) { self.kind = kind }
}
