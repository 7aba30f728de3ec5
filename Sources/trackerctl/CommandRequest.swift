import ArgumentParser
import TrackerAPI
import TrackerView

/// A command that is no more than its request, the request's target and the result.
struct Command<Call: CommandRequest>: MethodCommand {
    typealias Result = Call.Response

    static var configuration: CommandConfiguration { Call.command }

    @OptionGroup var target: Call.Target
    @OptionGroup(title: Options.title) var options: Options

    func request() -> Call { Call(target: target) }

    func text(of result: Call.Response, in style: Style) -> String {
        Call.text(of: result, in: style)
    }
}

/// A request that a person sends by a command whose only arguments name the target.
protocol CommandRequest: Request where Response: Shown {
    associatedtype Target: ParsableArguments

    static var command: CommandConfiguration { get }

    init(target: Target)

    /// The result for people, with its last newline.
    static func text(of result: Response, in style: Style) -> String
}

extension CommandRequest {
    static func text(of result: Response, in style: Style) -> String { result.text(in: style) }
}

/// The target of a request that has none.
struct NoTarget: ParsableArguments {}

protocol PlainCommandRequest: CommandRequest, PlainRequest where Target == NoTarget {}

extension PlainCommandRequest {
    init(target: NoTarget) { self.init() }
}

protocol TimerCommandRequest: CommandRequest, TimerRequest where Target == TimerArgument {}

extension TimerCommandRequest {
    init(target: TimerArgument) { self.init(timer: target.timer) }
}

protocol ReminderCommandRequest: CommandRequest, ReminderRequest
where Target == ReminderArgument {}

extension ReminderCommandRequest {
    init(target: ReminderArgument) { self.init(reminder: target.reminder) }
}

protocol ExerciseCommandRequest: CommandRequest, ExerciseRequest
where Target == ExerciseArgument {}

extension ExerciseCommandRequest {
    init(target: ExerciseArgument) { self.init(exercise: target.exercise) }
}
