import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct ExerciseArgument: ParsableArguments {
    @Argument(help: "The exercise: its name, or the start of its id.", completion: .exercises)
    var exercise: String

    /// Names as one word each, or ids for names that can't be one word.
    static func completions(for exercises: [ExerciseView]) -> [String] {
        Set(exercises.map { word(for: $0.name) ?? $0.id }).sorted()
    }

    /// The name as one word in every shell, such as `push-ups`; `nil` if it can't be one word.
    static func word(for name: String) -> String? {
        let word = NameKey.of(name).split(separator: " ").joined(separator: "-")
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        return isPlain && !word.isEmpty ? word : nil
    }
}

/// Options for which exercises to list.
struct ExerciseFilter: ParsableArguments {
    @Option("Only this category.", "name", isShort: true)
    var category: String?

    @Flag(name: .shortAndLong, help: "Include archived exercises.")
    var all = false

    @OptionGroup var length: LimitOption<ExerciseList>

    func request(_ query: String? = nil) -> ExerciseList {
        ExerciseList(
            query: query, category: category, archived: all ? true : nil, limit: length.limit)
    }
}

/// Options for an exercise's details, apart from name and unit.
struct ExerciseFields: ParsableArguments {
    @Option("Count to log by default.", "count", isShort: true)
    var count: Int64?

    @Option("Category, such as legs or core.", "name")
    var category: String?

    @Option("Equipment, such as barbell or band.", "name")
    var equipment: String?

    @Option("Icon name.", "name")
    var icon: String?

    @Option("Colour, such as '#1a9fff'; --color takes it, too.", "colour")
    var tint: String?

    @Option("Exercise that this is a variant of.", "exercise", completion: .exercises)
    var variantOf: String?

    @Option("Main muscles, such as chest or quads,glutes.", "muscles", read: MusclesArgument.read)
    var muscles: [Muscle]?

    @Option(
        "Helping muscles, such as triceps,front-delts; a set counts half for them.",
        "muscles", read: MusclesArgument.read)
    var secondary: [Muscle]?

    func validate() throws {
        guard secondary == nil || muscles?.isEmpty == false else {
            throw ValidationError("--secondary needs --muscles, the main ones")
        }
    }

    /// The given muscles; `nil` if none are.
    var worked: Muscles? {
        muscles.flatMap { $0.isEmpty ? nil : Muscles(primary: $0, secondary: secondary ?? []) }
    }
}

/// Reads muscles such as `chest,front-delts`; an empty text means none.
enum MusclesArgument {
    static func read(_ text: String) throws -> [Muscle] {
        try text.split(separator: ",").map { word in
            guard let muscle = Muscle(written: String(word)) else {
                throw ValidationError("unknown muscle '\(word)': give some of \(Muscle.allowed)")
            }
            return muscle
        }
    }
}
