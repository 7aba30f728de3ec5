import TrackerCore

/// A group of identical planned sets.
package struct SetGroupView: Codable, Sendable, Hashable {
    package let sets: Int64
    package let type: String
    /// Number of reps, or the low end of a range.
    package let reps: Int64?
    /// High end of the range of reps; `nil` if `reps` isn't a range.
    package let repsTo: Int64?
    /// True for as many reps as possible, at least `reps`; otherwise `nil`.
    package let amrap: Bool?
    /// True if the reps, or the seconds, are those of each side; otherwise `nil`.
    package let perSide: Bool?
    package let seconds: Double?
    package let load: Double?
    package let loadUnit: String?
    package let loadMode: String?
    /// Load as a percentage of another load; `nil` if a load is given or there is none.
    package let percent: Double?
    /// Load that `percent` is a share of; `nil` for the best 1RM.
    package let percentOf: String?
    /// Target RPE; `nil` for none.
    package let rpe: Double?
    /// Tempo, such as `3-1-1`; `nil` for none.
    package let tempo: String?
    /// Number of drop sets after each set; `nil` for none.
    package let drops: Int64?

    package init(_ group: SetGroup) {
        sets = group.sets
        type = group.kind.rawValue
        reps = group.reps
        repsTo = group.repsTo
        amrap = group.amrap
        perSide = group.perSide
        seconds = group.seconds
        load = group.load?.value
        loadUnit = group.load?.unit.rawValue
        loadMode = group.loadMode?.rawValue
        percent = group.percent
        percentOf = group.percentOf?.rawValue
        rpe = group.rpe
        tempo = group.tempo
        drops = group.drops
    }
}

/// Change of an exercise's load from one workout to the next.
package struct ProgressionView: Codable, Sendable, Hashable {
    package let add: Double?
    package let addUnit: String?
    package let resetAfter: Int64?
    package let resetPercent: Double?

    package init(_ progression: Progression) {
        add = progression.add?.value
        addUnit = progression.add?.unit.rawValue
        resetAfter = progression.resetAfter
        resetPercent = progression.resetPercent
    }
}

/// Planned sets of an exercise.
package struct TargetView: Codable, Sendable, Hashable {
    package let groups: [SetGroupView]
    package let restMs: Int64?
    /// Progression of the loads. In workouts it is `nil`, unless it changes the training max.
    package let progression: ProgressionView?

    package init(_ target: ExerciseTarget) {
        groups = target.groups.map(SetGroupView.init)
        restMs = target.restMs
        progression = target.progression.map(ProgressionView.init)
    }
}

package struct TemplateView: Codable, Sendable, Hashable {
    package struct Exercise: Codable, Sendable, Hashable {
        /// Id of the exercise.
        package let exercise: String
        package let name: String
        package let target: TargetView
        package let superset: String?
        package let note: String?
        /// Groups that a workout started now would have; `nil` if they are the same, and in lists and events.
        package let next: [SetGroupView]?

        private enum CodingKeys: CodingKey { case exercise, name, superset, note, next }

        package init(_ planned: PlannedExercise, next: ExerciseTarget? = nil, name: String) {
            exercise = planned.exercise
            self.name = name
            target = TargetView(planned.target)
            superset = planned.superset
            note = planned.note
            let isOther = next.map { $0.groups != planned.target.groups } ?? false
            self.next = isOther ? next?.groups.map(SetGroupView.init) : nil
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            exercise = try container.decode(String.self, forKey: .exercise)
            name = try container.decode(String.self, forKey: .name)
            target = try TargetView(from: decoder)
            superset = try container.decodeIfPresent(String.self, forKey: .superset)
            note = try container.decodeIfPresent(String.self, forKey: .note)
            next = try container.decodeIfPresent([SetGroupView].self, forKey: .next)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(exercise, forKey: .exercise)
            try container.encode(name, forKey: .name)
            try target.encode(to: encoder)
            try container.encodeIfPresent(superset, forKey: .superset)
            try container.encodeIfPresent(note, forKey: .note)
            try container.encodeIfPresent(next, forKey: .next)
        }
    }

    package let id: String
    package let name: String
    /// Plan that a shipped template belongs to; `nil` for a person's own template.
    package let plan: String?
    package let daysPerWeek: Int64?
    package let restMs: Int64?
    package let note: String?
    /// Share of the loads in percent, in a template of a deload; `nil` in any other.
    package let deload: Double?
    package let exercises: [Exercise]

    /// - Parameters:
    ///   - plan: plan that a shipped template belongs to.
    ///   - next: exercises as a workout started now would have them; empty to leave them out.
    ///   - nameOf: name of the exercise with an id.
    package init(
        _ template: Template, plan: String? = nil, next: [WorkoutExercise] = [],
        nameOf: (String) throws -> String
    ) rethrows {
        id = template.id
        name = template.name
        self.plan = plan
        daysPerWeek = template.fields.daysPerWeek
        restMs = template.fields.restMs
        note = template.fields.note
        deload = template.fields.deload
        exercises = try template.fields.exercises.enumerated().map { index, planned in
            Exercise(
                planned, next: index < next.count ? next[index].target : nil,
                name: try nameOf(planned.exercise))
        }
    }
}

package struct TemplateCreate: ChangeRequest {
    package typealias Response = TemplateView
    package static let method = "template.create"

    package var name: String
    package var exercises: TemplateExercises?
    /// Source to copy instead of `exercises`: the name of a shipped template, or a workout whose sets become
    /// the groups (an id, a unique prefix of an id, or `last`).
    package var from: String?
    package var daysPerWeek: Int64?
    /// Rest after a set if its exercise sets none; 0 for no rest.
    package var rest: Span?
    package var note: String?
    /// Share of the planned loads in percent, which makes its workouts those of a deload; `nil` for usual ones.
    package var deload: Double?

    package init(name: String, exercises: TemplateExercises? = nil, from: String? = nil) {
        self.name = name
        self.exercises = exercises
        self.from = from
    }
}

/// Changes a template. Missing members stay as they are; an empty note removes the note. An open workout
/// doesn't change.
package struct TemplateUpdate: ChangeRequest {
    package typealias Response = TemplateView
    package static let method = "template.update"

    package var template: String
    package var name: String?
    package var exercises: TemplateExercises?
    package var daysPerWeek: Removable<Int64>?
    package var rest: Removable<Span>?
    package var note: String?
    package var deload: Removable<Double>?

    package init(template: String) { self.template = template }
}

/// The person's templates, sorted by name, or the shipped ones, in the order of their plans.
package struct TemplateList: ReadRequest {
    package static let method = "template.list"

    package let shipped: Bool?

    package init(shipped: Bool? = nil) { self.shipped = shipped }

    package struct Response: Codable, Sendable {
        package let templates: [TemplateView]
        package init(templates: [TemplateView]) { self.templates = templates }
    }
}

/// A request about one template, given by an id, a name, or a unique prefix of an id.
package protocol TemplateRequest: Request where Response == TemplateView {
    var template: String { get }
    init(template: String)
}

package struct TemplateGet: ReadRequest, TemplateRequest {
    package static let method = "template.get"
    package let template: String
    package init(template: String) { self.template = template }
}

/// Deletes a template. Workouts started from it stay.
package struct TemplateDelete: ChangeRequest, TemplateRequest {
    package static let method = "template.delete"
    package let template: String
    package init(template: String) { self.template = template }
}
