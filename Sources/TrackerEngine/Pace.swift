import TrackerCore

/// How far a batch goes: replies are kept in memory until all of them go out, and clients wait for them.
final class Pace {
    private let goesOn: (_ answerBytes: Int) -> Bool
    private var answered = 0
    private var answerBytes = 0
    private var isOver = false

    /// - Parameter goesOn: asked between two calls, with the size of the answers so far, whether the next
    ///   one is to be carried out, too.
    init(goesOn: @escaping (_ answerBytes: Int) -> Bool) { self.goesOn = goesOn }

    /// Whether another call is to be carried out; the first always is.
    func mayGoOn() -> Bool {
        if !isOver, answered > 0 { isOver = !goesOn(answerBytes) }
        return !isOver
    }

    /// Answers one call after the other, as long as it may go on.
    func answers<Calls: Sequence>(
        to calls: Calls, by answer: (Calls.Element) throws -> Answer
    ) rethrows -> [Answer] {
        var answers: [Answer] = []
        for call in calls {
            guard mayGoOn() else { break }
            let answer = try answer(call)
            answers.append(answer)
            answered += 1
            answerBytes += answer.bytes
        }
        return answers
    }

    /// What was answered proved void.
    func startOver() { (answered, answerBytes, isOver) = (0, 0, false) }
}

extension Answer {
    /// About what it takes in memory.
    fileprivate var bytes: Int {
        switch self {
        case .result(let json), .subscribed(let json, _, _): json.utf8.count
        case .refused(let rejection): rejection.message.utf8.count
        }
    }
}
