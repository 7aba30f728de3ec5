import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Names that the daemon knows, for completion.
enum LiveNames {
    /// Milliseconds to wait for the daemon; a reply takes only a few.
    private static let patienceMs = 120

    /// Sends one request; returns `nil` if no reply comes in time.
    ///
    /// - Parameter words: the command line, which may name the socket.
    static func ask<Call: Request>(_ request: Call, _ words: [String]) -> Call.Response? {
        guard let path = try? SocketPath.find(given: socket(in: words)),
            let client = try? Client.connect(path: path, timeoutMs: patienceMs),
            let params = try? JSONText.value(JSONValue.self, from: JSONText.of(request)),
            let result = try? client.callRaw(request.method, params: params)
        else { return nil }
        return try? result.decoded()
    }

    /// Names of what is live: timers, and words for the rest, the run and the session. A timer that is over can only
    /// be extended.
    static func ofLiveThings(_ words: [String]) -> [String] {
        guard let status = ask(Status(), words) else { return [] }
        return LiveItem.all(in: status).compactMap { item -> String? in
            switch item {
            case .timer(let timer) where timer.isWaiting && words.dropFirst().first != "extend": nil
            case .timer(let timer): timer.name.flatMap { isOffered($0) ? $0 : nil } ?? timer.id
            case .rest: "rest"
            case .training: "training"
            case .run: "run"
            case .workout: nil
            }
        }
    }

    static func socket(in words: [String]) -> String? {
        if let place = words.lastIndex(of: "--socket"), place + 1 < words.count - 1 {
            return words[place + 1]
        }
        let prefix = "--socket="
        return words.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Whether a name can be offered: a terminal shows it unchanged, and no command mistakes it for an
    /// option.
    static func isOffered(_ name: String) -> Bool {
        !name.isEmpty && name.forTerminal == name && !name.hasPrefix("-")
    }

    /// Whether a name is one word in every shell.
    static func isPlain(_ name: String) -> Bool {
        isOffered(name) && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
}

extension CompletionKind {
    static var exercises: CompletionKind {
        .custom { words, _, prefix in
            LiveNames.ask(ExerciseList(query: prefix), words)
                .map { ExerciseArgument.completions(for: $0.exercises) } ?? []
        }
    }
    static var goals: CompletionKind {
        .asking(GoalList()) { GoalArgument.completions(for: $0.goals) }
    }
    static var plans: CompletionKind {
        .asking(PlanList()) { PlanNameArgument.completions(for: $0.plans) }
    }
    static var presets: CompletionKind {
        .asking(PresetList()) { PresetArgument.completions(for: $0.presets) }
    }
    static var programs: CompletionKind {
        .asking(ProgramList()) { ProgramArgument.completions(for: $0.programs) }
    }
    static var templates: CompletionKind {
        .asking(TemplateList()) { TemplateArgument.completions(for: $0.templates) }
    }
    static var trainings: CompletionKind {
        .asking(TrainingList(limit: 10)) { TrainingArgument.completions(for: $0.trainings) }
    }
    static var workouts: CompletionKind {
        .asking(WorkoutList(limit: 10)) { WorkoutArgument.completions(for: $0.workouts) }
    }
    static var liveThings: CompletionKind {
        .custom { words, _, _ in LiveNames.ofLiveThings(words) }
    }
    static var reminders: CompletionKind {
        .custom { words, _, _ in ReminderArgument.completions(words) }
    }
    static var timers: CompletionKind {
        .custom { words, _, _ in TimerArgument.completions(words) }
    }
    /// Reminders to answer, and timers where the command answers them, too.
    static var answerable: CompletionKind {
        .custom { words, _, _ in DoneArguments.completions(words) }
    }

    /// Words for the daemon's reply to `request`; none if no reply comes in time.
    static func asking<Call: Request>(
        _ request: Call, _ offered: @escaping @Sendable (Call.Response) -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in LiveNames.ask(request, words).map(offered) ?? [] }
    }
}
