import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Changes to some exercises of a template. The daemon takes the exercises only as a whole, so the existing
/// ones have to be known. Positions are those before the changes.
struct TemplateChanges {
    typealias Exercise = TemplateExercises.Exercise

    var added: [String] = []
    var changed: [String] = []
    var removed: [String] = []
    /// The exercises to put first, separated by commas; `nil` to keep the order.
    var order: String?

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty && order == nil }

    func plans() throws -> (added: [Exercise], changed: [Exercise]) {
        (try PlanArgument.exercises(added), try PlanArgument.exercises(changed))
    }

    /// The template's exercises after the changes.
    func applied(
        _ plans: (added: [Exercise], changed: [Exercise]), to template: TemplateView,
        asking client: Client
    ) throws -> [Exercise] {
        let places = TemplatePlaces(template: template, client: client)
        var exercises = try template.exercises.map { try Exercise($0) }
        for exercise in plans.changed {
            let place = try places.place(of: exercise.exercise)
            exercises[place] = exercise.keeping(exercises[place])
        }
        let gone = try Set(removed.map(places.place))
        let kept = try places.inOrder(order ?? "").filter { !gone.contains($0) }
        return kept.map { exercises[$0] } + plans.added
    }
}

/// Finds a template's exercises by what a person calls them.
private struct TemplatePlaces {
    let template: TemplateView
    let client: Client

    /// Index of an exercise: by its name, by its name with a number if it occurs several times, or by its
    /// position.
    func place(of text: String) throws -> Int {
        let (places, number) = try places(of: text)
        if let number {
            guard (1...places.count).contains(number) else { throw missing("'\(text)'") }
            return places[number - 1]
        }
        guard places.count == 1 else {
            let name = template.exercises[places[0]].name
            let ways = places.indices.map { "'\(text) \($0 + 1)'" }
            throw Refusal(
                message:
                    "\(template.name) has \(name) more than once: say which one, as"
                    + " \(ways.joined(separator: " or "))")
        }
        return places[0]
    }

    /// All indices, with those of the listed exercises first. An exercise that occurs several times may be
    /// listed as often.
    func inOrder(_ list: String) throws -> [Int] {
        var first: [Int] = []
        for text in list.split(separator: ",") {
            let (places, number) = try places(of: text.trimmed)
            let free = places.filter { !first.contains($0) }
            let meant = number.map { places.indices.contains($0 - 1) ? places[$0 - 1] : nil }
            guard let place = meant ?? free.first else {
                throw missing("'\(text.trimmed)'" + (free.isEmpty ? " once more" : ""))
            }
            guard !first.contains(place) else {
                throw Refusal(
                    message: "'\(text.trimmed)' is named twice: name each exercise only once")
            }
            first.append(place)
        }
        return first + template.exercises.indices.filter { !first.contains($0) }
    }

    /// Indices at which an exercise occurs, at least one, and the number typed to pick one of them; `nil` if
    /// none was typed.
    private func places(of text: String) throws -> (places: [Int], number: Int?) {
        if let place = Int(text) {
            guard template.exercises.indices.contains(place - 1) else { throw missing("'\(text)'") }
            return ([place - 1], nil)
        }
        let words = text.split(separator: " ")
        if let number = words.last.flatMap({ Int($0) }), words.count > 1, !isName(text) {
            let name = words.dropLast().joined(separator: " ")
            if let places = try found(name) { return (places, number) }
        }
        guard let places = try found(text) else { throw missing(text) }
        return (places, nil)
    }

    private func isName(_ text: String) -> Bool {
        let key = NameKey.of(text)
        return template.exercises.contains { NameKey.of($0.name) == key }
    }

    private func found(_ text: String) throws -> [Int]? {
        guard let id = try template.id(ofExercise: text, asking: client) else { return nil }
        return template.exercises.indices.filter { template.exercises[$0].exercise == id }
    }

    private func missing(_ what: String) -> Refusal {
        Refusal(
            message: "\(template.name) has no \(what)",
            hint:
                "'trackerctl template show \(ShellWord.escaped(template.name))' shows its exercises"
        )
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}

extension TemplateView {
    /// Id of the template's exercise that a text refers to: by the exact name, here or elsewhere, otherwise
    /// by the daemon's reading; `nil` if the template has no such exercise.
    fileprivate func id(ofExercise text: String, asking client: Client) throws -> String? {
        let key = NameKey.of(text)
        if let named = exercises.first(where: { NameKey.of($0.name) == key }) {
            return named.exercise
        }
        do {
            let id = try client.call(ExerciseGet(exercise: text)).id
            return exercises.contains { $0.exercise == id } ? id : nil
        } catch ClientError.refused(let refusal) where refusal.data.kind == "not_found" {
            return nil
        } catch ClientError.refused(let refusal) where refusal.data.kind == "ambiguous" {
            // Of several equally good matches, the one in the template is taken.
            let present = exercises.map(\.exercise).filter {
                refusal.data.matches?.contains($0) ?? false
            }
            guard present.count == 1 else { throw ClientError.refused(refusal) }
            return present[0]
        }
    }
}

extension TemplateExercises.Exercise {
    fileprivate init(_ exercise: TemplateView.Exercise) throws {
        self.init(
            exercise: exercise.exercise, groups: try exercise.target.groups.map(GivenGroup.init))
        rest = exercise.target.restMs.map { Span(ms: $0) }
        superset = exercise.superset
        note = exercise.note
        progression = try exercise.target.progression.map(GivenProgression.init(told:))
    }

    /// This exercise, with previous values for members that aren't given.
    fileprivate func keeping(_ former: Self) -> Self {
        var exercise = self
        exercise.exercise = former.exercise
        exercise.rest = rest ?? former.rest
        exercise.superset = superset ?? former.superset
        exercise.note = note ?? former.note
        exercise.progression = progression ?? former.progression
        return exercise
    }
}

extension GivenProgression {
    fileprivate init(told progression: ProgressionView) throws {
        self.init()
        add = progression.add
        addUnit = try progression.addUnit.map { try Load.Unit(told: $0) }
        resetAfter = progression.resetAfter
        resetPercent = progression.resetPercent
    }
}

extension GivenGroup {
    fileprivate init(_ group: SetGroupView) throws {
        self.init(sets: group.sets)
        type = WorkoutSet.Kind(rawValue: group.type)
        reps = group.reps
        repsTo = group.repsTo
        amrap = group.amrap
        perSide = group.perSide
        seconds = group.seconds
        load = group.load
        loadUnit = try group.loadUnit.map { try Load.Unit(told: $0) }
        loadMode = group.loadMode.flatMap(WorkoutSet.LoadMode.init)
        percent = group.percent
        percentOf = group.percentOf.flatMap(SetGroup.ShareBase.init(rawValue:))
        rpe = group.rpe
        tempo = group.tempo
        drops = group.drops
    }
}
