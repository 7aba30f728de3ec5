import TrackerCore

package struct PlanView: Codable, Sendable, Hashable {
    package struct Member: Codable, Sendable, Hashable {
        /// Id of the template.
        package let template: String
        package let name: String
        /// Names of its exercises, each once.
        package let exercises: [String]

        package init(_ template: Template, exercises: [String]) {
            self.template = template.id
            name = template.name
            self.exercises = exercises
        }
    }

    package struct Exercise: Codable, Sendable, Hashable {
        /// Id of the exercise.
        package let exercise: String
        package let name: String

        package init(exercise: String, name: String) {
            self.exercise = exercise
            self.name = name
        }
    }

    package let id: String
    package let name: String
    /// Templates in their order, without those that have been deleted.
    package let templates: [Member]
    /// Exercises that progress in several templates together.
    package let shared: [Exercise]
    /// Exercises that progress in each template by itself.
    package let apart: [Exercise]
    /// Id of the next template; `nil` if there is none, and in events.
    package let next: String?

    package init(
        _ plan: TrainingPlan, templates: [Member], shared: [Exercise], apart: [Exercise],
        next: String? = nil
    ) {
        id = plan.id
        name = plan.name
        self.templates = templates
        self.shared = shared
        self.apart = apart
        self.next = next
    }
}

/// Creates a plan of templates, which are done in turn.
package struct PlanCreate: ChangeRequest {
    package typealias Response = PlanView
    package static let method = "plan.create"

    package var name: String
    /// Names or ids of the templates, in the order in which they are done.
    package var templates: [String]
    /// Exercises that progress in each template by itself; `nil` for none.
    package var apart: [String]?

    package init(name: String, templates: [String], apart: [String]? = nil) {
        self.name = name
        self.templates = templates
        self.apart = apart
    }
}

/// Changes a plan. Missing members stay as they are.
package struct PlanUpdate: ChangeRequest {
    package typealias Response = PlanView
    package static let method = "plan.update"

    package var plan: String
    package var name: String?
    package var templates: [String]?
    package var apart: [String]?

    package init(
        plan: String, name: String? = nil, templates: [String]? = nil, apart: [String]? = nil
    ) {
        self.plan = plan
        self.name = name
        self.templates = templates
        self.apart = apart
    }
}

/// The person's plans, sorted by name.
package struct PlanList: ReadRequest, PlainRequest {
    package static let method = "plan.list"
    package init() {}

    package struct Response: Codable, Sendable {
        package let plans: [PlanView]
        package init(plans: [PlanView]) { self.plans = plans }
    }
}

/// A request about one plan, given by an id, a name, or a unique prefix of an id.
package protocol PlanRequest: Request where Response == PlanView {
    var plan: String { get }
    init(plan: String)
}

package struct PlanGet: ReadRequest, PlanRequest {
    package static let method = "plan.get"
    package let plan: String
    package init(plan: String) { self.plan = plan }
}

/// The next template of a plan: the one after the template whose workout began last.
package struct PlanNext: ReadRequest {
    package typealias Response = WorkoutPropose.Response
    package static let method = "plan.next"

    /// Id, name, or unique prefix of an id; `nil` for the plan that was trained last.
    package let plan: String?
    package init(plan: String? = nil) { self.plan = plan }
}

/// Deletes a plan. Its templates stay.
package struct PlanDelete: ChangeRequest, PlanRequest {
    package static let method = "plan.delete"
    package let plan: String
    package init(plan: String) { self.plan = plan }
}
