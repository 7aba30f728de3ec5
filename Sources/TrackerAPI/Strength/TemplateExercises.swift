import TrackerCore

/// A group of sets as a person gives it: `{sets, type?, reps?, reps_to?, amrap?, per_side?, seconds?, load?,
/// load_unit?, load_mode?, percent?, percent_of?, rpe?, tempo?, drops?}`.
package struct GivenGroup: Codable, Sendable, Hashable {
    package var sets: Int64
    package var type: WorkoutSet.Kind?
    package var reps: Int64?
    package var repsTo: Int64?
    package var amrap: Bool?
    package var perSide: Bool?
    package var seconds: Double?
    package var load: Double?
    /// Unit of the load; `nil` for the preferred unit.
    package var loadUnit: Load.Unit?
    package var loadMode: WorkoutSet.LoadMode?
    package var percent: Double?
    /// Load that `percent` is a share of; `nil` for the best 1RM.
    package var percentOf: SetGroup.ShareBase?
    package var rpe: Double?
    package var tempo: String?
    package var drops: Int64?

    package init(sets: Int64) { self.sets = sets }

    /// The group, with its load in the preferred unit if it names no unit.
    ///
    /// - Parameter path: path to the group, put before field names in refusals.
    package func group(in unit: Load.Unit, at path: String) throws(Rejection) -> SetGroup {
        var group = SetGroup(
            sets: sets, kind: type ?? .working, reps: reps, repsTo: repsTo, seconds: seconds,
            load: try load.map { value throws(Rejection) in
                try Load(value, loadUnit ?? unit, field: "\(path)load")
            }, loadMode: loadMode, percent: percent, percentOf: percentOf, rpe: rpe)
        // False means the same as nothing.
        group.amrap = amrap == true ? true : nil
        group.perSide = perSide == true ? true : nil
        group.tempo = tempo
        group.drops = drops
        return group
    }
}

/// A progression as a person gives it: `{add?, add_unit?, reset_after?, reset_percent?}`.
package struct GivenProgression: Codable, Sendable, Hashable {
    package var add: Double?
    /// Unit of the added load; `nil` for the unit of the exercise's loads, or the preferred unit if they have
    /// none.
    package var addUnit: Load.Unit?
    package var resetAfter: Int64?
    package var resetPercent: Double?

    package init() {}

    /// The progression, with its load in the preferred unit if it names no unit.
    ///
    /// - Parameter path: path to the progression, put before field names in refusals.
    package func progression(in unit: Load.Unit, at path: String) throws(Rejection) -> Progression {
        Progression(
            add: try add.map { value throws(Rejection) in
                try Load(value, addUnit ?? unit, field: "\(path)add")
            }, resetAfter: resetAfter, resetPercent: resetPercent)
    }
}

/// Exercises of a template as a person gives them: `{exercise, groups, rest?, superset?, note?, progression?}`. The
/// members of a single group may replace `groups`.
package struct TemplateExercises: Codable, Sendable, Hashable {
    package struct Exercise: Encodable, Sendable, Hashable {
        /// Id, name, or part of a name.
        package var exercise: String
        package var groups: [GivenGroup]
        package var rest: Span?
        package var superset: String?
        package var note: String?
        package var progression: GivenProgression?
        /// Whether the exercise was given with `groups`, so that refusals can name the group.
        package fileprivate(set) var isGrouped = true

        package init(exercise: String, groups: [GivenGroup]) {
            self.exercise = exercise
            self.groups = groups
        }

        /// The exercise as planned in a template, with loads in the preferred unit if they name none.
        ///
        /// - Parameters:
        ///   - id: id of the exercise.
        ///   - path: path to the exercise with its final dot, put before field names in refusals.
        package func planned(
            _ id: String, in unit: Load.Unit, at path: String
        ) throws(Rejection) -> PlannedExercise {
            let groups = try groups.enumerated().map { index, group throws(Rejection) in
                let path = self.path(toGroup: index, at: path)
                let group = try group.group(in: unit, at: path)
                try group.check(at: path)
                return group
            }
            // By default, the increment is in the unit of the loads.
            let addUnit = groups.lazy.compactMap(\.load?.unit).first ?? unit
            return PlannedExercise(
                exercise: id,
                target: ExerciseTarget(
                    groups: groups, restMs: rest?.ms,
                    progression: try progression?.progression(
                        in: addUnit, at: "\(path)progression.")),
                superset: superset, note: note.flatMap { $0.isEmpty ? nil : $0 })
        }

        /// Path to a group, put before field names in refusals.
        ///
        /// - Parameter path: path to the exercise with its final dot.
        private func path(toGroup index: Int, at path: String) -> String {
            isGrouped ? "\(path)groups[\(index)]." : path
        }

        private enum CodingKeys: CodingKey {
            case exercise, groups, rest, superset, note, progression
        }
    }

    package let exercises: [Exercise]

    package init(_ exercises: [Exercise]) { self.exercises = exercises }

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var exercises: [Exercise] = []
        while !list.isAtEnd {
            guard exercises.count < Workout.maximumExercises else { throw Workout.tooManyExercises }
            let path = "exercises[\(exercises.count)]"
            let members = try list.object(
                keyedBy: Member.self, at: path, such: "{\"exercise\": \"squats\", \"sets\": 3}")
            exercises.append(try Exercise(members, at: path))
        }
        self.exercises = exercises
    }

    package func encode(to encoder: any Encoder) throws { try exercises.encode(to: encoder) }
}

/// Members of an exercise and its groups.
private enum Member: CodingKey, CaseIterable {
    case exercise, groups, rest, superset, note, progression
    case add, addUnit, resetAfter, resetPercent
    case sets, type, reps, repsTo, amrap, perSide, seconds, load, loadUnit, loadMode
    case percent, percentOf, rpe, tempo, drops

    static var ofGroups: [Member] { Array(allCases.drop { $0 != .sets }) }
}

extension TemplateExercises.Exercise {
    fileprivate init(_ members: KeyedDecodingContainer<Member>, at path: String) throws {
        exercise = try members.needed(.exercise)
        isGrouped = try members.contains(.groups) && !members.decodeNil(forKey: .groups)
        groups = try isGrouped ? Self.groups(of: members, at: path) : [GivenGroup(members)]
        rest = try members.decodeIfPresent(Span.self, forKey: .rest)
        superset = try members.decodeIfPresent(String.self, forKey: .superset)
        note = try members.decodeIfPresent(String.self, forKey: .note)
        guard members.contains(.progression), try !members.decodeNil(forKey: .progression) else {
            return
        }
        let place = "\(path).progression"
        guard
            let given = try? members.nestedContainer(keyedBy: Member.self, forKey: .progression)
        else {
            throw Rejection.invalid(place, "\(field: place) must be an object: {\"add\": 2.5}")
        }
        progression = try GivenProgression(given)
    }

    private static func groups(
        of members: KeyedDecodingContainer<Member>, at path: String
    ) throws -> [GivenGroup] {
        if let beside = Member.ofGroups.first(where: members.contains) {
            let field = "\(path).\(beside.memberName)"
            throw Rejection.invalid(
                field,
                "\(field: field) and \(field: "groups") can't be used together: give it in a group")
        }
        let path = "\(path).groups"
        let limit = Int(SetGroup.setCounts.upperBound)
        guard var list = try? members.nestedUnkeyedContainer(forKey: .groups) else {
            throw Rejection.invalid(path, "\(field: path) must be a list of 1 to \(limit)")
        }
        var groups: [GivenGroup] = []
        while !list.isAtEnd {
            guard groups.count < limit else {
                throw Rejection.invalid(path, "\(field: path) must be a list of 1 to \(limit)")
            }
            let place = "\(path)[\(groups.count)]"
            let group = try list.object(
                keyedBy: Member.self, at: place, such: "{\"sets\": 3, \"reps\": 5}")
            groups.append(try GivenGroup(group))
        }
        return groups
    }
}

extension GivenProgression {
    fileprivate init(_ members: KeyedDecodingContainer<Member>) throws {
        add = try members.decodeIfPresent(Double.self, forKey: .add)
        addUnit = try members.decodeIfPresent(Load.Unit.self, forKey: .addUnit)
        resetAfter = try members.decodeIfPresent(Int64.self, forKey: .resetAfter)
        resetPercent = try members.decodeIfPresent(Double.self, forKey: .resetPercent)
    }
}

extension GivenGroup {
    fileprivate init(_ members: KeyedDecodingContainer<Member>) throws {
        sets = try members.needed(.sets)
        type = try members.decodeIfPresent(WorkoutSet.Kind.self, forKey: .type)
        reps = try members.decodeIfPresent(Int64.self, forKey: .reps)
        repsTo = try members.decodeIfPresent(Int64.self, forKey: .repsTo)
        amrap = try members.decodeIfPresent(Bool.self, forKey: .amrap)
        perSide = try members.decodeIfPresent(Bool.self, forKey: .perSide)
        seconds = try members.decodeIfPresent(Double.self, forKey: .seconds)
        load = try members.decodeIfPresent(Double.self, forKey: .load)
        loadUnit = try members.decodeIfPresent(Load.Unit.self, forKey: .loadUnit)
        loadMode = try members.decodeIfPresent(WorkoutSet.LoadMode.self, forKey: .loadMode)
        percent = try members.decodeIfPresent(Double.self, forKey: .percent)
        percentOf = try members.decodeIfPresent(SetGroup.ShareBase.self, forKey: .percentOf)
        rpe = try members.decodeIfPresent(Double.self, forKey: .rpe)
        tempo = try members.decodeIfPresent(String.self, forKey: .tempo)
        drops = try members.decodeIfPresent(Int64.self, forKey: .drops)
    }
}
