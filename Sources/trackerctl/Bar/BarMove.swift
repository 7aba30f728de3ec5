import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// What a click on a status bar, or a turn of the wheel, does to the item on the line.
enum BarMove: String, ChoiceArgument {
    case next, snooze, more, less

    /// The request for an item.
    ///
    /// - Throws: `Refusal` if this isn't possible for the item.
    func request(for target: BarTarget) throws -> any Request {
        switch (self, target) {
        case (.next, .reminder(let reminder)): return LiveNext(id: reminder.pending?.id)
        case (.next, .item(.timer(let timer))) where !timer.isWaiting:
            return LiveMove(timer.state == .paused ? .resume : .pause, id: timer.id)
        case (.next, .item(let item)): return LiveNext(id: item.id)
        case (.snooze, .reminder(let reminder)):
            return ReminderAnswer(occurrence: reminder.pending?.id, action: .snooze)
        case (.more, .item(let item)): return try Self.longer(item, by: "+")
        case (.less, .item(let item)): return try Self.longer(item, by: "-")
        case (.snooze, .item), (.more, .reminder), (.less, .reminder):
            let things = self == .snooze ? "can't be snoozed" : "has no time to change"
            throw Refusal(message: "the line shows \(target.title), which \(things)")
        }
    }

    /// The request that the live view's key for more or less time would send.
    private static func longer(_ item: LiveItem, by key: Character) throws -> any Request {
        let actions = LiveAction.all(for: item, isOver: false, passed: 0, in: nil, LivePlan())
        guard let action = actions.first(where: { $0.keys.contains(.character(key)) }),
            case .send(let request) = action.move
        else {
            throw Refusal(
                message: "the line shows \(BarTarget.item(item).title), which has no time to change"
            )
        }
        return request
    }

    /// Sends the request, and prints what was done.
    ///
    /// - Throws: `Refusal` if the line shows nothing.
    func act(_ delivery: Delivery, showing kinds: Set<BarKind>) throws {
        let status = try delivery.connect().call(Status())
        guard let target = BarTarget.first(in: status, showing: kinds) else {
            throw Refusal(message: "nothing in the line is running or waiting")
        }
        switch try request(for: target) {
        case let move as LiveMove: try Self.tell(move, by: delivery)
        case let next as LiveNext: try Self.tell(next, by: delivery)
        case let other: try Self.call(other, by: delivery)
        }
    }

    private static func tell<Call: Request>(_ request: Call, by delivery: Delivery) throws
    where Call.Response == LiveResult {
        let (_, answer) = try delivery.ask(
            request, .atTerminal,
            text: { (result: LiveResult, style) in AnswerText(result.words(in: style)) },
            id: { _ in nil })
        try delivery.deliver(answer)
    }

    private static func call(_ request: some Request, by delivery: Delivery) throws {
        _ = try delivery.connect().call(request)
    }
}
