/// A template, with the figures by which one is proposed for the next workout.
package struct TemplateTurn: Sendable, Hashable {
    /// The reason for a proposal.
    package enum Reason: String, Sendable {
        /// The template was never done.
        case new
        /// Of the templates that are due, this one was done longest ago.
        case turn
        /// All templates have been done as often as planned this week; this one was done longest ago.
        case weekDone = "week_done"
        /// There is no template.
        case none
    }

    package let template: Template
    /// Start of the template's last workout, UTC milliseconds; `nil` where it was never done.
    package let lastMs: Int64?
    /// Number of days of this week with a workout of the template.
    package let daysThisWeek: Int

    package init(_ template: Template, lastMs: Int64?, daysThisWeek: Int) {
        self.template = template
        self.lastMs = lastMs
        self.daysThisWeek = daysThisWeek
    }

    private var isDue: Bool {
        template.fields.daysPerWeek.map { daysThisWeek < $0 } ?? true
    }

    /// The reason for proposing this template.
    package var reason: Reason { !isDue ? .weekDone : lastMs == nil ? .new : .turn }

    /// The template whose turn it is: the one done longest ago among those that are due, or among all where
    /// none is due. A template is due until it was done on its days per week, and always if it has none. So
    /// templates take turns. Of the templates in plans, only the next one of each plan counts.
    ///
    /// - Parameter turns: all templates, sorted by name; the first one that was never done is taken.
    package static func next(
        of turns: [TemplateTurn], in plans: [TrainingPlan] = []
    ) -> (turn: TemplateTurn?, reason: Reason) {
        let byID = Dictionary(turns.map { ($0.template.id, $0) }) { first, _ in first }
        let planned = Set(plans.flatMap(\.fields.templates))
        let next = Set(plans.compactMap { $0.next(among: byID)?.template.id })
        let open = turns.filter {
            !planned.contains($0.template.id) || next.contains($0.template.id)
        }
        let due = open.filter(\.isDue)
        let choice = (due.isEmpty ? open : due).min {
            ($0.lastMs ?? .min) < ($1.lastMs ?? .min)
        }
        return (choice, choice?.reason ?? Reason.none)
    }
}
