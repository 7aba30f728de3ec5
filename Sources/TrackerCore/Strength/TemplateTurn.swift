/// What is known of a template where one is to be proposed for the next workout.
package struct TemplateTurn: Sendable, Hashable {
    /// The reason for a proposal.
    package enum Reason: String, Sendable {
        /// It was never done.
        case new
        /// It was done longest ago of those that are due.
        case turn
        /// All have been done this week as often as they are to be; of these it was done longest ago.
        case weekDone = "week_done"
        /// There is no template.
        case none
    }

    package let template: Template
    /// Start of its last workout, UTC milliseconds; `nil` where it was never done.
    package let lastMs: Int64?
    /// Number of this week's days with a workout of it.
    package let daysThisWeek: Int

    package init(_ template: Template, lastMs: Int64?, daysThisWeek: Int) {
        self.template = template
        self.lastMs = lastMs
        self.daysThisWeek = daysThisWeek
    }

    private var isDue: Bool {
        template.fields.daysPerWeek.map { daysThisWeek < $0 } ?? true
    }

    /// The template whose turn it is: of those that were done on fewer days of this week than their days per
    /// week, or else of all, the one that was done longest ago. Templates thus go round.
    ///
    /// - Parameter turns: all templates, sorted by name; of those that were never done the first is taken.
    package static func next(of turns: [TemplateTurn]) -> (turn: TemplateTurn?, reason: Reason) {
        let due = turns.filter(\.isDue)
        let choice = (due.isEmpty ? turns : due).min {
            ($0.lastMs ?? .min) < ($1.lastMs ?? .min)
        }
        guard let choice else { return (nil, .none) }
        return (choice, due.isEmpty ? .weekDone : choice.lastMs == nil ? .new : .turn)
    }
}
