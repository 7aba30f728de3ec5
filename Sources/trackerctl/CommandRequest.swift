import ArgumentParser
import TrackerAPI
import TrackerView

/// A command that consists of its request, the request's target and the result.
struct Command<Kind: CommandRequest>: MethodCommand {
    typealias Call = Kind.Call
    typealias Result = Kind.Call.Response

    static var configuration: CommandConfiguration { Kind.command }
    static var methods: [String] { [Kind.method] }

    @OptionGroup var target: Kind.Target
    @OptionGroup(title: Options.title) var options: Options

    func request() -> Call { Kind.request(target) }

    func text(of result: Result, in style: Style) -> String { Kind.text(of: result, in: style) }

    func answerText(of result: Result, in style: Style) -> AnswerText {
        Kind.answerText(of: result, in: style)
    }

    func remark(on result: Result) -> String? { Kind.remark(on: result, of: target) }
}

/// A request sent by a command whose only arguments name the target.
protocol CommandRequest {
    associatedtype Call: Request where Call.Response: Shown
    associatedtype Target: ParsableArguments

    static var method: String { get }
    static var command: CommandConfiguration { get }

    static func request(_ target: Target) -> Call

    /// Result for people, including its last newline.
    static func text(of result: Call.Response, in style: Style) -> String

    /// The same text in its parts, where it has more than one.
    static func answerText(of result: Call.Response, in style: Style) -> AnswerText

    /// Remark for standard error; `nil` for none.
    static func remark(on result: Call.Response, of target: Target) -> String?
}

extension CommandRequest {
    static func text(of result: Call.Response, in style: Style) -> String { result.text(in: style) }

    static func answerText(of result: Call.Response, in style: Style) -> AnswerText {
        AnswerText(text(of: result, in: style))
    }

    static func remark(on result: Call.Response, of target: Target) -> String? { nil }
}

/// A request that deletes its target.
protocol DeletionRequest: CommandRequest where Call.Response: Sentence {}

extension DeletionRequest {
    static func text(of result: Call.Response, in style: Style) -> String {
        "deleted: \(result.sentence(in: style.behind("deleted: ")))\n"
    }
}

protocol CommandWord: CommandRequest where Call == Move<Word> {
    associatedtype Word: MoveWord
    static var word: Word { get }
}

extension CommandWord {
    static var method: String { word.rawValue }
}

protocol PlainCommandWord: CommandWord where Target == NoTarget, Word.Target == NoMembers {}

extension PlainCommandWord {
    static func request(_ target: NoTarget) -> Move<Word> { Move(word) }
}

/// The target of a request without one.
struct NoTarget: ParsableArguments {}

protocol PlainCommandRequest: CommandRequest, PlainRequest
where Call == Self, Target == NoTarget {}

extension PlainCommandRequest {
    static func request(_ target: NoTarget) -> Self { Self() }
}

protocol ReminderCommandRequest: CommandRequest, ReminderRequest
where Call == Self, Target == ReminderArgument {}

extension ReminderCommandRequest {
    static func request(_ target: ReminderArgument) -> Self { Self(reminder: target.reminder) }
}

protocol ExerciseCommandRequest: CommandRequest, ExerciseRequest
where Call == Self, Target == ExerciseArgument {}

extension ExerciseCommandRequest {
    static func request(_ target: ExerciseArgument) -> Self { Self(exercise: target.exercise) }
}
