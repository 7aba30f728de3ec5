import TrackerCore

/// Names that a program gives to the columns of its export, in one of its languages.
struct Dialect: Sendable {
    let format: TrainingLog.Format
    /// Columns by which the file is recognized.
    let required: Set<String>
    /// Columns that the program never writes: a file with one of them is another's.
    let foreign: Set<String>
    let meanings: [String: Meaning]
    /// Columns that aren't imported, without a warning: they tell what was planned or can be computed.
    let unused: Set<String>
    /// True if the rows are measurements of the body. Otherwise they are sets.
    let isOfMeasurements: Bool
    /// Kinds of sets by the language's own words for them.
    let kinds: [String: WorkoutSet.Kind]

    init(
        _ format: TrainingLog.Format, required: Set<String>, foreign: Set<String> = [],
        _ meanings: [String: Meaning], unused: Set<String> = [], isOfMeasurements: Bool = false,
        kinds: [String: WorkoutSet.Kind] = [:]
    ) {
        self.format = format
        self.required = required
        self.foreign = foreign
        self.meanings = meanings
        self.unused = unused
        self.isOfMeasurements = isOfMeasurements
        self.kinds = kinds
    }

    func meaning(of key: String) -> Meaning? { meanings[key] ?? Self.ofAll[key] }

    /// All dialects, each recognized by other columns than the rest.
    static let all = [
        strong, strongInGerman, strongInPortuguese, hevy, fitNotes, fitNotesBody, fitbod, liftosaur,
        gymBookInGerman,
    ]

    /// Names that mean the same in each program.
    private static let ofAll: [String: Meaning] = [
        "weight": .weight, "reps": .reps, "distance": .distance, "rpe": .rpe,
        "weight unit": .weightUnit, "distance unit": .distanceUnit, "seconds": .seconds,
        "superset": .superset, "superset id": .superset, "set type": .type,
        "drop set": .drop, "is drop set": .drop, "rest": .rest, "rest time": .rest,
        "rest seconds": .rest,
    ]

    private static let strong = Dialect(
        .strong, required: ["date", "workout name", "exercise name", "set order"],
        [
            "workout #": .workoutNumber, "date": .date, "workout name": .workout,
            "duration": .duration, "workout duration": .duration, "exercise name": .exercise,
            "set order": .order, "notes": .note, "workout notes": .workoutNote,
        ])

    private static let strongInGerman = Dialect(
        .strong, required: ["datum", "workout-name", "name der übung", "reihenfolge festlegen"],
        [
            "datum": .date, "workout-name": .workout, "name der übung": .exercise,
            "reihenfolge festlegen": .order, "gewicht": .weight, "wiederh.": .reps,
            "entfernung": .distance, "sekunden": .seconds, "notizen": .note,
            "workout-notizen": .workoutNote, "dauer": .duration, "workout-dauer": .duration,
        ])

    private static let strongInPortuguese = Dialect(
        .strong, required: ["data", "nome do treino", "nome do exercício", "ordem da série"],
        [
            "data": .date, "nome do treino": .workout, "duração": .duration,
            "nome do exercício": .exercise, "ordem da série": .order, "peso": .weight,
            "distância": .distance, "segundos": .seconds, "notas": .note,
            "notas do treino": .workoutNote,
        ], kinds: ["A": .warmup])

    private static let hevy = Dialect(
        .hevy, required: ["title", "start time", "exercise title", "set type"],
        [
            "title": .workout, "start time": .date, "end time": .end, "description": .workoutNote,
            "exercise title": .exercise, "exercise notes": .exerciseNote, "set index": .order,
            "duration seconds": .seconds,
        ])

    private static let fitNotes = Dialect(
        .fitnotes, required: ["date", "exercise", "category", "reps"],
        foreign: ["sets", "rpe", "rir", "workout", "workout name"],
        [
            "date": .date, "exercise": .exercise, "category": .category, "time": .seconds,
            "comment": .note, "notes": .note,
        ])

    private static let fitNotesBody = Dialect(
        .fitnotes, required: ["date", "measurement", "value", "unit"],
        [
            "date": .date, "time": .time, "measurement": .measurement, "value": .value,
            "unit": .weightUnit, "comment": .note,
        ], isOfMeasurements: true)

    private static let fitbod = Dialect(
        .fitbod, required: ["date", "exercise", "reps", "iswarmup"],
        [
            "date": .date, "exercise": .exercise, "duration s": .seconds, "iswarmup": .warmup,
            "note": .note,
        ], unused: ["multiplier"])

    private static let gymBookInGerman = Dialect(
        .gymbook, required: ["datum", "übung", "wiederholungen / zeit", "gewicht / strecke"],
        [
            "datum": .date, "zeit": .time, "training": .workout, "übung": .exercise,
            "wiederholungen / zeit": .reps, "gewicht / strecke": .weight, "notizen": .note,
            "satz / aufwärmsatz / abkühlungssatz": .type, "ausgelassen": .skipped,
        ],
        unused: ["muskelgruppen primäre", "muskelgruppen sekundäre"],
        kinds: ["satz": .working, "aufwärmsatz": .warmup, "abkühlungssatz": .warmup])

    private static let liftosaur = Dialect(
        .liftosaur, required: ["workout datetime", "exercise", "is warmup set?", "completed reps"],
        [
            "workout datetime": .date, "day name": .workout, "exercise": .exercise,
            "is warmup set?": .warmup, "completed reps": .reps, "completed rpe": .rpe,
            "weight value": .weight, "completed weight value": .weight,
            "completed weight unit": .weightUnit, "completed reps time": .doneAt,
            "notes": .exerciseNote,
        ],
        unused: [
            "program", "required reps", "is amrap?", "required rpe", "log rpe?",
            "required weight value", "required weight unit", "ask weight?", "target muscles",
            "synergist muscles",
        ])
}
