/// An achievement as a file defines it: thresholds of a measure.
package struct Achievement: Sendable, Hashable, Codable {
    package enum Category: String, Choice {
        case milestone, consistency, volume, variety, challenge
    }

    package enum Tier: String, Choice {
        case bronze, silver, gold, platinum

        /// Points for a held tier.
        package var points: Int64 {
            switch self {
            case .bronze: 25
            case .silver: 50
            case .gold: 100
            case .platinum: 250
            }
        }
    }

    /// A tier and the smallest value at which it is held.
    package struct Step: Sendable, Hashable, Codable {
        package let tier: Tier
        package let threshold: Int64

        package init(_ tier: Tier, at threshold: Int64) {
            self.tier = tier
            self.threshold = threshold
        }
    }

    /// Key of the achievement's table in the file, such as `first-steps`.
    package var id: String
    package var name: String
    /// Sentence about the achievement, in which `{n}` stands for the threshold. `{n} days` becomes `1 day`
    /// for 1.
    package var text: String
    package var icon: String?
    package var category: Category
    package var measured: Measured
    /// Steps of the achievement: one to four, their thresholds ascending.
    package var steps: [Step]

    package init(
        id: String, name: String, text: String, icon: String? = nil, category: Category,
        measured: Measured, steps: [Step]
    ) {
        self.id = id
        self.name = name
        self.text = text
        self.icon = icon
        self.category = category
        self.measured = measured
        self.steps = steps
    }

    /// Sentence about a tier with this threshold.
    package func text(threshold: Int64) -> String {
        text.filled("{n}", with: threshold)
    }
}

extension String {
    /// The text with a number in the place of each placeholder. `days` behind it agree with the number.
    func filled(_ placeholder: String, with number: Int64) -> String {
        let text = number == 1 ? replacing("\(placeholder) days", with: "1 day") : self
        return text.replacing(placeholder, with: "\(number)")
    }
}
