import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Words that can be picked instead of typed.
struct LiveName: Hashable {
    let text: String
    /// Meaning of the words; empty if they need none.
    var about = ""

    /// Whether the text, or a word of its meaning, begins with these characters, given in lower case.
    func fits(_ key: String) -> Bool {
        let text = text.lowercased()
        return text.hasPrefix(key) && text != key
            || about.lowercased().split(separator: " ").contains { $0.hasPrefix(key) }
    }
}

/// Names known to the daemon, for picking, and their icons.
struct LiveLists {
    var exercises: [ExerciseView] = []
    var programs: [ProgramView] = []
    var presets: [PresetView] = []
    var templates: [TemplateView] = []
    var plans: [PlanView] = []
    var timers: [TimerView] = []

    init() {}

    /// Asks the daemon; `nil` if it doesn't reply in time.
    ///
    /// - Parameter timeoutMs: milliseconds that it has for each request.
    init?(path: String, timeoutMs: Int) {
        guard let client = try? Client.connect(path: path, timeoutMs: timeoutMs),
            let exercises = try? client.call(ExerciseList()).exercises,
            let programs = try? client.call(ProgramList()).programs,
            let presets = try? client.call(PresetList()).presets,
            let templates = try? client.call(TemplateList()).templates,
            let plans = try? client.call(PlanList()).plans,
            let timers = try? client.call(TimerList(all: true)).timers
        else { return nil }
        (self.exercises, self.programs, self.presets) = (exercises, programs, presets)
        (self.templates, self.plans, self.timers) = (templates, plans, timers)
    }

    /// Icons by the ids of the things that they belong to.
    var icons: [String: String] {
        let pairs = exercises.map { ($0.id, $0.icon) } + programs.map { ($0.id, $0.icon) }
        return Dictionary(pairs.compactMap { id, icon in icon.map { (id, $0) } }) { $1 }
    }

    /// The names for a command.
    ///
    /// - Parameters:
    ///   - workout: the open workout.
    ///   - plan: the order through the open workout.
    func names(
        for form: LivePrompt.Form, in workout: WorkoutView?, _ plan: LivePlan
    ) -> [LiveName] {
        switch form.command {
        case "timer": timerNames
        case "train":
            [LiveName(text: "again", about: "the last one")]
                + presets.map {
                    LiveName(
                        text: "start --preset \(ShellWord.escaped($0.name))",
                        about: "\($0.mode) \($0.exerciseName ?? "")".forTerminal.trimmingBlanks)
                } + exercises.map { LiveName(text: Self.word($0), about: Self.title($0)) }
        case "run":
            programs.map {
                LiveName(
                    text: ExerciseArgument.word(for: $0.name) ?? $0.id,
                    about: IconText.title($0.name, $0.icon)
                        + ", \($0.totalMs.map { DurationText.text(ms: $0) } ?? ProgramPart.endless)"
                )
            }
        case "workout start": workoutNames
        case "rest": ["60", "90", "2m", "3m", "5m"].map { LiveName(text: $0) }
        case "log":
            exercises.map {
                LiveName(
                    text: "\(Self.word($0)) \($0.last?.count ?? $0.defaultCount)",
                    about: Self.title($0))
            }
        case "workout add": exercises.map { LiveName(text: Self.word($0), about: Self.title($0)) }
        case "set": setNames(in: workout, plan)
        default: []
        }
    }

    /// Plans, each with its next template, and templates, each with its exercises.
    private var workoutNames: [LiveName] {
        let ofPlans = plans.filter { LiveNames.isOffered($0.name) }.map { plan in
            let next = plan.templates.first { $0.template == plan.next }?.name ?? ""
            return LiveName(text: Self.words(plan.name), about: next.forTerminal)
        }
        let ofTemplates = templates.filter { LiveNames.isOffered($0.name) }.map { template in
            let names = template.exercises.map(\.name.forTerminal)
            return LiveName(text: Self.words(template.name), about: names.joined(separator: ", "))
        }
        return ofPlans + ofTemplates
    }

    /// The next set, and the workout's other exercises.
    private func setNames(in workout: WorkoutView?, _ plan: LivePlan) -> [LiveName] {
        guard let workout, let next = LiveWorkout(workout, plan) else { return [] }
        let parts = [next.part] + workout.exercises.filter { $0.exercise != next.part.exercise }
        return parts.enumerated().map { index, part in
            LiveName(
                text: "\(Self.word(part)) \(index == 0 ? next.notation ?? "" : "")",
                about: part.name.forTerminal)
        }
    }

    /// The words by which a set names an exercise, written so that they can't be read as a set.
    static func word(_ part: WorkoutView.Exercise) -> String {
        guard let word = ExerciseArgument.word(for: part.name), !SetNotation.isMeant(word) else {
            return "--exercise \(part.exercise)"
        }
        return word
    }

    /// Countdowns like earlier ones, the newest first.
    private var timerNames: [LiveName] {
        let countdowns = timers.filter {
            !$0.isStopwatch && $0.name.map(LiveNames.isOffered) != false
        }
        .sorted { $0.startedAt > $1.startedAt }
        var names: [LiveName] = []
        for timer in countdowns {
            let span = DurationText.text(ms: timer.durationMs ?? 0)
            let name = LiveName(text: [span, Self.words(timer.name ?? "")].joined(separator: " "))
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static func word(_ exercise: ExerciseView) -> String {
        ExerciseArgument.word(for: exercise.name) ?? exercise.id
    }

    private static func title(_ exercise: ExerciseView) -> String {
        IconText.title(exercise.name, exercise.icon)
    }

    /// A name of several words, in a form that can be typed.
    private static func words(_ name: String) -> String {
        name.split(separator: " ").map { ShellWord.escaped(String($0)) }.joined(separator: " ")
    }
}
