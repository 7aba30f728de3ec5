import TrackerCore

/// The sets of an exercise that are to be done.
package struct TargetView: Codable, Sendable, Hashable {
    package let sets: Int64
    package let reps: Int64?
    package let seconds: Double?
    package let load: Double?
    package let loadUnit: String?
    package let restMs: Int64?

    package init(_ target: ExerciseTarget) {
        sets = target.sets
        reps = target.reps
        seconds = target.seconds
        load = target.load?.value
        loadUnit = target.load?.unit.rawValue
        restMs = target.restMs
    }
}

package struct TemplateView: Codable, Sendable, Hashable {
    package struct Exercise: Codable, Sendable, Hashable {
        /// Id of the exercise.
        package let exercise: String
        package let name: String
        package let target: TargetView
        package let superset: String?

        private enum CodingKeys: CodingKey { case exercise, name, superset }

        package init(_ planned: PlannedExercise, name: String) {
            exercise = planned.exercise
            self.name = name
            target = TargetView(planned.target)
            superset = planned.superset
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            exercise = try container.decode(String.self, forKey: .exercise)
            name = try container.decode(String.self, forKey: .name)
            target = try TargetView(from: decoder)
            superset = try container.decodeIfPresent(String.self, forKey: .superset)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(exercise, forKey: .exercise)
            try container.encode(name, forKey: .name)
            try target.encode(to: encoder)
            try container.encodeIfPresent(superset, forKey: .superset)
        }
    }

    package let id: String
    package let name: String
    package let daysPerWeek: Int64?
    package let restMs: Int64?
    package let note: String?
    package let exercises: [Exercise]

    /// - Parameter nameOf: gives the name of an exercise with an id.
    package init(_ template: Template, nameOf: (String) throws -> String) rethrows {
        id = template.id
        name = template.name
        daysPerWeek = template.fields.daysPerWeek
        restMs = template.fields.restMs
        note = template.fields.note
        exercises = try template.fields.exercises.map { planned in
            Exercise(planned, name: try nameOf(planned.exercise))
        }
    }
}

/// The exercises of a template as a person gives them: `{exercise, sets, reps?, seconds?, load?,
/// load_unit?, rest?, superset?}`.
package struct TemplateExercises: Codable, Sendable, Hashable {
    package struct Exercise: Codable, Sendable, Hashable {
        /// An id, a name, or a part of a name.
        package var exercise: String
        package var sets: Int64
        package var reps: Int64?
        package var seconds: Double?
        package var load: Double?
        /// Unit of the load; `nil` for the preferred unit.
        package var loadUnit: Load.Unit?
        package var rest: Span?
        package var superset: String?

        package init(exercise: String, sets: Int64) {
            self.exercise = exercise
            self.sets = sets
        }

        fileprivate enum CodingKeys: CodingKey {
            case exercise, sets, reps, seconds, load, loadUnit, rest, superset
        }
    }

    package let exercises: [Exercise]

    package init(_ exercises: [Exercise]) { self.exercises = exercises }

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var exercises: [Exercise] = []
        while !list.isAtEnd {
            guard exercises.count < Workout.maximumExercises else {
                throw Workout.tooManyExercises
            }
            let path = "exercises[\(exercises.count)]"
            let container = try list.object(
                keyedBy: Exercise.CodingKeys.self, at: path,
                such: "{\"exercise\": \"squats\", \"sets\": 3}")
            exercises.append(try Exercise(container, at: path))
        }
        self.exercises = exercises
    }

    package func encode(to encoder: any Encoder) throws { try exercises.encode(to: encoder) }
}

extension TemplateExercises.Exercise {
    fileprivate init(
        _ container: KeyedDecodingContainer<CodingKeys>, at path: String
    ) throws {
        func member<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try container.member(key, at: path)
        }
        func needed<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            guard let value: Value = try member(key) else {
                let field = "\(path).\(key.memberName)"
                throw Rejection.invalid(field, "\(field) is missing")
            }
            return value
        }
        exercise = try needed(.exercise)
        sets = try needed(.sets)
        reps = try member(.reps)
        seconds = try member(.seconds)
        load = try member(.load)
        loadUnit = try member(.loadUnit)
        rest = try member(.rest)
        superset = try member(.superset)
    }
}

extension String {
    /// The text with its beginning replaced; the same text where the beginning is a different one.
    func replacingFirst(_ beginning: String, by other: String) -> String {
        hasPrefix(beginning) ? other + dropFirst(beginning.count) : self
    }
}

package struct TemplateCreate: Request {
    package typealias Response = TemplateView
    package static let method = "template.create"
    package static let effect = Effect.change

    package var name: String
    package var exercises: TemplateExercises
    package var daysPerWeek: Int64?
    /// Rest after a set whose exercise gives none; 0 for no rest.
    package var rest: Span?
    package var note: String?

    package init(name: String, exercises: TemplateExercises) {
        self.name = name
        self.exercises = exercises
    }
}

/// Changes a template. Missing members stay as they are; an empty note removes the note. An open workout
/// stays as it was begun.
package struct TemplateUpdate: Request {
    package typealias Response = TemplateView
    package static let method = "template.update"
    package static let effect = Effect.change

    package var template: String
    package var name: String?
    package var exercises: TemplateExercises?
    package var daysPerWeek: Removable<Int64>?
    package var rest: Removable<Span>?
    package var note: String?

    package init(template: String) { self.template = template }
}

/// All templates, sorted by name.
package struct TemplateList: PlainRequest {
    package static let method = "template.list"
    package static let effect = Effect.none
    package init() {}

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

package struct TemplateGet: TemplateRequest {
    package static let method = "template.get"
    package static let effect = Effect.none
    package let template: String
    package init(template: String) { self.template = template }
}

/// Deletes a template. Workouts that were begun with it stay.
package struct TemplateDelete: TemplateRequest {
    package static let method = "template.delete"
    package static let effect = Effect.change
    package let template: String
    package init(template: String) { self.template = template }
}
