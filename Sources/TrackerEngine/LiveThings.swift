import TrackerAPI
import TrackerCore
import TrackerStore

/// Live thing that a short word may mean, with the request that the word makes.
struct LiveChoice {
    let id: String
    let name: String
    /// The event that tells what was done; `nil` for the first one that the request records.
    let did: EventType?
    /// `nil` where a word isn't enough: the number of reps is known by the person alone.
    let request: (any Replying)?
    /// Set where it ends, skips or logs something, which a second press of the same key mustn't do again.
    var ends = false
    /// Whether a count says more about what was done.
    var takesCount = false
}

extension LiveChoice {
    init(_ timer: TimerView, _ word: TimerWord, _ did: EventType, ends: Bool = false) {
        self.init(
            id: timer.id, name: timer.name ?? timer.kind, did: did,
            request: TimerMove(word, timer: timer.id), ends: ends)
    }

    init(_ rest: RestView, _ word: RestWord, _ did: EventType, ends: Bool = false) {
        self.init(id: rest.id, name: "rest", did: did, request: RestMove(word), ends: ends)
    }

    init(_ training: TrainingView, _ word: TrainingWord, _ did: EventType, ends: Bool = false) {
        self.init(
            id: training.id, name: "training", did: did, request: TrainingMove(word), ends: ends)
    }

    init(_ run: RunView, _ word: RunWord, _ did: EventType, ends: Bool = false) {
        self.init(id: run.id, name: run.name, did: did, request: RunMove(word), ends: ends)
    }
}

/// Live thing that can be named.
enum LiveThing {
    case timer(TimerView)
    case rest(RestView)
    case training(TrainingView)
    case run(RunView)

    var id: String {
        switch self {
        case .timer(let timer): timer.id
        case .rest(let rest): rest.id
        case .training(let training): training.id
        case .run(let run): run.id
        }
    }

    /// Name for messages.
    var name: String {
        switch self {
        case .timer(let timer): timer.name ?? timer.id
        case .rest: "the rest"
        case .training: "the session"
        case .run(let run): run.name
        }
    }

    /// Kind and name, for the question which one is meant.
    var title: String {
        switch self {
        case .timer(let timer): "timer " + (timer.name ?? "(\(timer.progress))")
        case .rest: "rest"
        case .training: "rest of the session"
        case .run(let run): "run \(run.name)"
        }
    }

    var state: String {
        switch self {
        case .timer(let timer): timer.state.text
        case .rest(let rest): rest.state.text
        case .training(let training): training.state.text
        case .run(let run): run.state.text
        }
    }

    /// All names that a person may type for it.
    fileprivate var names: [String] {
        switch self {
        case .timer(let timer): [timer.name].compactMap(\.self)
        case .rest(let rest): ["rest", rest.label].compactMap(\.self)
        case .training(let training): ["training", training.exerciseName].compactMap(\.self)
        case .run(let run): ["run", run.name]
        }
    }

    /// Words that tell it from others of the same name.
    fileprivate var place: String {
        switch self {
        case .timer(let timer): timer.place
        case .rest: "\(id) (the rest)"
        case .training: "\(id) (the session)"
        case .run: "\(id) (the run)"
        }
    }
}

/// The live things, as the short words see them.
struct Live {
    let context: Context
    let timers: [TimerView]
    /// Countdowns that are over and wait for an answer.
    let waitingTimers: [TimerView]
    let training: TrainingView?
    let isTrainingEmpty: Bool
    /// The rest, unless it is a part of the training.
    let rest: RestView?
    let run: RunView?

    init(_ context: Context) throws {
        self.context = context
        timers = try context.liveTimers()
        waitingTimers = try context.waitingTimers()
        let training = try context.liveTraining()
        self.training = training
        rest = try context.liveRest().flatMap { $0.id == training?.rest?.id ? nil : $0 }
        isTrainingEmpty =
            try context.transaction.liveTraining()?.isEmpty(at: context.now) ?? false
        run = try context.liveRun()
    }

    var things: [LiveThing] {
        timers.map(LiveThing.timer)
            + [rest.map(LiveThing.rest), training.map(LiveThing.training), run.map(LiveThing.run)]
            .compactMap(\.self)
    }

    /// Things that words name, each once.
    ///
    /// - Parameters:
    ///   - isRestMeant: whether `rest` names the training that is resting.
    ///   - isWaitingMeant: whether what names nothing live may name a countdown that waits for an answer.
    /// - Throws: `not_found` for a word that names nothing live, `ambiguous` for one that names several things.
    func things(
        named words: [String], withRestOfTraining isRestMeant: Bool,
        withWaitingTimers isWaitingMeant: Bool = false
    ) throws -> [LiveThing] {
        let live = things
        let waiting = isWaitingMeant ? waitingTimers.map(LiveThing.timer) : []
        func matching(_ text: String) -> [LiveThing] {
            let found = matches(of: text, among: live, withRestOfTraining: isRestMeant)
            return found.isEmpty
                ? matches(of: text, among: waiting, withRestOfTraining: false) : found
        }
        let names = try words.splitIntoNames(field: "names") { !matching($0).isEmpty }
        var found: [LiveThing] = []
        for name in names {
            let matches = matching(name)
            guard let thing = matches.first else {
                let known = (live + waiting).flatMap(\.names)
                let advice = context.advice(insteadOf: name, among: known)
                throw Rejection(
                    .notFound,
                    "nothing called '\(name.prefix(Text.maximumNameLength))' is running\(advice)",
                    field: "names")
            }
            guard matches.count == 1 else {
                let places = matches.map(\.place).listed(atMost: Context.mostListed)
                throw Rejection(
                    .ambiguous, "several things are called '\(name)', so give the id: \(places)",
                    field: "names", matches: matches.map(\.id))
            }
            if !found.contains(where: { $0.id == thing.id }) { found.append(thing) }
        }
        return found
    }

    /// Things that a text may mean: by the whole id, else the name, else the name apart from case, else the
    /// beginning of the id, else `last` for the newest timer.
    private func matches(
        of text: String, among all: [LiveThing], withRestOfTraining isRestMeant: Bool
    ) -> [LiveThing] {
        func names(_ thing: LiveThing) -> [String] {
            guard case .training(let training) = thing, isRestMeant, training.rest != nil else {
                return thing.names
            }
            return thing.names + ["rest"]
        }
        let lower = text.lowercased()
        let isMeant: [(LiveThing) -> Bool] = [
            { $0.id == text }, { names($0).contains(text) },
            { names($0).contains { $0.lowercased() == lower } },
            { text.utf8.count >= Identifier.shortestPrefix && $0.id.hasPrefix(text) },
        ]
        let matches = isMeant.lazy.map { all.filter($0) }.first { !$0.isEmpty } ?? []
        guard matches.isEmpty, text == Text.last, let newest = timers.last else { return matches }
        return [.timer(newest)]
    }

    /// Acts on the thing with an id, else on the only one that can be meant.
    ///
    /// - Parameters:
    ///   - verb: the word for messages.
    ///   - id: `nil` for the only one.
    ///   - isByKey: whether it is the word for a key, which may be pressed twice by accident. What says `stop`
    ///     or `skip` is meant, also by a script that has just begun something.
    /// - Throws: `Rejection` where nothing can be meant, or several things; where only the person knows what
    ///   is to be told; for a second press within a second.
    func act(
        _ verb: String, on id: String?, _ all: [LiveChoice], byKey isByKey: Bool = false
    ) throws -> Written<LiveResult> {
        let choices = id.map { id in all.filter { $0.id == id } } ?? all
        guard let choice = choices.first else {
            throw Rejection.conflict("there is nothing to \(verb)", state: "none")
        }
        guard choices.count == 1 else {
            let names = choices.map(\.name).listed(atMost: Context.mostListed)
            throw Rejection(
                .ambiguous, "several things match: \(names)", matches: choices.map(\.id))
        }
        if isByKey, choice.ends, choice.request != nil { try refuseSecondPress(of: choice) }
        return try act(on: [choice])
    }

    /// Acts on several things, one after the other.
    ///
    /// - Parameter choices: at least one.
    func act(on choices: [LiveChoice]) throws -> Written<LiveResult> {
        let parts = try choices.map(members)
        let others = parts.dropFirst().map { "{\($0)}" }.joined(separator: ",")
        return Written(
            json: "{\(parts[0])" + (others.isEmpty ? "" : ",\"others\":[\(others)]") + "}")
    }

    /// JSON members `did` and `view` of what is done.
    private func members(of choice: LiveChoice) throws -> String {
        guard let request = choice.request else { throw Rejection.repsAreUnknown }
        let before = context.transaction.lastSeq
        let view = try request.result(in: context)
        let did = try choice.did?.rawValue ?? context.transaction.event(before + 1)?.type ?? ""
        return "\"did\":\"\(did)\",\"view\":\(view)"
    }

    /// Events after which a second press would end what the first one began, or a late press would do the
    /// wrong thing.
    private static let moves: [EventType] = [
        .runStarted, .runIntervalStarted, .runResumed, .runSkipped, .runJumped, .runCompleted,
        .runStopped, .trainingResting, .trainingResumed, .trainingCompleted, .restStarted,
        .restResumed, .restSkipped, .restFinished, .reminderAnswered, .timerAnswered, .setLogged,
    ]
    private static let doublePressMs: Int64 = 1000
    /// Most events that are searched; fewer happen in that time.
    private static let recentEvents: Int64 = 100

    private func refuseSecondPress(of choice: LiveChoice) throws {
        var query = JournalQuery(limit: 1)
        query.since = max(0, context.transaction.lastSeq - Self.recentEvents)
        var moves = Self.moves
        // Bailing in the first second of a hold is refused for itself, which says why.
        if choice.did == .trainingCompleted { moves.append(.trainingEffortStarted) }
        // Whoever pressed the key for something else hasn't seen that the timer is over.
        if choice.did == .timerAnswered { moves.append(.timerFinished) }
        query.types = moves.map(\.rawValue)
        query.newestFirst = true
        query.isOwnPast = true
        guard let last = try context.transaction.events(query).first,
            0..<Self.doublePressMs ~= context.now.wallMs - last.atMs
        else { return }
        throw Rejection.conflict(
            "something ended or continued just now: a second press within a second is "
                + "ignored", state: "just_now")
    }
}
