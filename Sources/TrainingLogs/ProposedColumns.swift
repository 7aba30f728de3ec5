/// Names of columns in files of no known program, such as a spreadsheet of one's own.
enum ProposedColumns {
    /// Meanings by the names in lower case, without their units.
    static let meanings: [String: Meaning] = {
        var meanings: [String: Meaning] = [:]
        for (meaning, names) in words {
            for name in names { meanings[name] = meaning }
        }
        return meanings
    }()

    /// Names that mean something only where no other column has the same meaning.
    static let vague: Set<String> = ["day", "at"]

    /// Columns of trackerd's own table of sets.
    private static let ofOwnSets: Set<String> = [
        "exercise_name", "workout_name", "index", "load_mode",
    ]

    /// True if these are the columns of trackerd's own table of sets. It doesn't tell all of a set in a form that
    /// can be read again: assistance stands there without its sign.
    static func areOwn(_ names: [String]) -> Bool { ofOwnSets.isSubset(of: names) }

    private static let words: [(meaning: Meaning, names: [String])] = [
        (
            .date,
            [
                "date", "day", "workout date", "date time", "datetime", "start time", "started at",
                "at", "datum", "fecha", "data", "日付",
            ]
        ),
        (.end, ["end", "end time", "ended at"]),
        (
            .workout,
            [
                "workout", "workout name", "session", "routine", "training", "séance",
                "entrenamiento", "nombre de entrenamiento", "nombre del entrenamiento", "treino",
                "allenamento",
            ]
        ),
        (.workoutNote, ["workout note", "workout notes"]),
        (
            .exercise,
            [
                "exercise", "exercise name", "exercise title", "lift", "übung", "name der übung",
                "exercice", "ejercicio", "nombre del ejercicio", "exercício", "nome do exercício",
                "esercizio", "種目",
            ]
        ),
        (.category, ["category", "muscle group", "kategorie"]),
        (.superset, ["superset", "superset id"]),
        (.type, ["type", "set type"]),
        (.warmup, ["warmup", "warm-up", "is warmup"]),
        (.drop, ["drop set", "dropset", "is drop set"]),
        (.sets, ["sets", "sätze"]),
        (
            .weight,
            ["weight", "load", "gewicht", "poids", "charge", "peso", "carga", "carico", "重量"]
        ),
        (.weightUnit, ["weight unit", "load unit", "unit"]),
        (
            .reps,
            [
                "reps", "repetitions", "wdh", "wdh.", "wiederh.", "wiederholungen", "répétitions",
                "repeticiones", "repetições", "ripetizioni", "回数",
            ]
        ),
        (.distance, ["distance", "entfernung", "distancia", "distância", "distanza", "距離"]),
        (.distanceUnit, ["distance unit"]),
        (
            .seconds,
            [
                "seconds", "duration seconds", "sekunden", "secondes", "segundos", "secondi", "秒",
            ]
        ),
        (.rest, ["rest", "rest s", "rest time", "rest seconds", "pause", "pause s"]),
        (.rpe, ["rpe"]),
        (.rir, ["rir", "reps in reserve"]),
        (.note, ["note", "notes", "comment", "comments", "notizen", "notas", "commentaire"]),
    ]
}
