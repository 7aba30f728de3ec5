import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Messages and exit status for an error.
struct Failure {
    let status: CInt
    /// Message for standard error, without the program's name; `nil` if there is nothing left to say.
    let message: String?
    /// A hint at the remedy; `nil` for none.
    let hint: String?
    /// The parser's message without the command's usage; `nil` for other messages.
    private(set) var parserMessage: String?

    /// - Parameter line: the words of the command line, whose options a refusal names; `nil` for none.
    init(_ error: any Error, line: [String]? = nil) {
        switch error {
        case let error as ClientError: self.init(client: error, line)
        case let error as OpenOutcome:
            let cause = Failure(client: error.cause, line)
            self.init(status: cause.status, message: cause.message, hint: error.hint)
        case let error as Refusal:
            let message = FieldWords(line).text(of: error.text)
            self.init(status: ExitStatus.refused, message: message, hint: error.hint)
        case let error as Rejection:
            self.init(status: ExitStatus.usage, message: FieldWords(line).text(of: error.text))
        // A reader that closes the pipe, such as 'head' after its last line, has what it wanted.
        case let error as Output.Failed where error.isReaderGone:
            self.init(status: ExitStatus.readerGone, message: nil)
        case let error as Output.Failed:
            let reason = String(cString: strerror(error.code))
            self.init(status: ExitStatus.storage, message: "can't \(error.action): \(reason)")
        // If the parser has read the value without error, its usage text doesn't help.
        case let error as ValidationError:
            self.init(status: ExitStatus.usage, message: error.message)
        case let error as UsageError:
            self.init(status: ExitStatus.usage, message: error.message, hint: error.hint)
        case let code as ExitCode: self.init(status: code.rawValue, message: nil)
        default: self.init(parser: error)
        }
    }

    private init(status: CInt, message: String?, hint: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
    }

    private init(client error: ClientError, _ line: [String]?) {
        if case .refused(let refusal) = error {
            self.init(refusal, FieldWords(line))
        } else {
            self.init(lost: error)
        }
    }

    /// - Parameter error: an error that isn't the daemon's refusal.
    private init(lost error: ClientError) {
        var hint: String?
        var fault: String?
        switch error {
        case .unreachable, .closed, .closedAmidChange, .timedOut, .silent:
            status = ExitStatus.unreachable
            let finding = Remedy.finding(at: error.path ?? (try? SocketPath.find()))
            fault = finding.fault
            hint = [finding.remedy, error.mayHaveChanged ? Self.unknownChange : nil]
                .compactMap(\.self).joined(separator: "\n")
        case .noSocketPath, .unreadableVariable, .relativeSocketPath:
            status = ExitStatus.unreachable
        case .pathTooLong: status = ExitStatus.usage
        case .breach:
            status = ExitStatus.internalError
            hint = "'trackerctl doctor' checks whether the two versions match"
        case .refused: status = ExitStatus.refused
        }
        message = [error.description, fault].compactMap(\.self).joined(separator: ": ")
        self.hint = hint
    }

    private init(_ refusal: WireError, _ words: FieldWords) {
        var hint: String?
        (status, hint) = Self.judge(refusal.data)
        message = words.text(of: refusal)
        if let field = refusal.data.field {
            if field == "entry", let list = Self.list(ofEntriesIn: refusal.message) {
                hint = "'trackerctl \(list) list' lists them all"
            }
            let isNamed = refusal.data.text?.pieces.contains(.field(field)) ?? false
            if refusal.data.kind == "invalid_params", !isNamed, FieldWords.options[field] != nil,
                let option = words.option(for: field)
            {
                hint = "give it with \(option)"
            }
        }
        // Where the message has the names or the ids already, ids would only hide them.
        let isTold =
            refusal.message.hasSuffix("give more of the name")
            || refusal.data.matches?.allSatisfy { refusal.message.contains($0) } ?? false
        if let matches = refusal.data.matches, refusal.data.kind == "ambiguous", !isTold {
            hint = "it may be one of: " + matches.joined(separator: ", ")
        }
        if let index = refusal.data.index {
            let place = "call \(index + 1) was refused, so nothing was done"
            hint = [place, hint].compactMap(\.self).joined(separator: "; ")
        }
        self.hint = hint
    }

    /// The command that lists weights or measurements, where a refusal begins with their noun.
    private static func list(ofEntriesIn message: String) -> String? {
        for (noun, command) in [
            ("weight", "weight"), ("measurement", "measure"), ("training max", "max"),
        ]
        where ["no \(noun) ", "there are no \(noun)"].contains(where: message.hasPrefix) {
            return command
        }
        return nil
    }

    /// A request stays in the socket until the daemon reads it, even if its client has given up.
    private static let unknownChange =
        "the change may have been made, or may still be: before you repeat it, look at"
        + " 'trackerctl undo --list' once trackerd answers"

    private static func judge(_ refusal: WireError.Details) -> (CInt, String?) {
        if refusal.state == "none", let field = refusal.field, let start = starts[field] {
            return (ExitStatus.refused, "start one with: trackerctl \(start)")
        }
        return judge(refusal.kind, refusal.field, refusal.state)
    }

    /// Commands to suggest for starting something when nothing is running.
    private static let starts = [
        "rest": "rest 90", "run": "run tabata", "training": "train plank 120",
        "workout": "workout start", "stopwatch": "stopwatch start", "plan": "plan copy 5x5",
    ]

    /// Commands that list what can be named.
    private static let lists = [
        "timer": "timer list --all", "entry": "log list", "reminder": "remind list",
        "training": "train history", "program": "program list", "workout": "workout history",
        "repeat": "workout history", "template": "template list", "preset": "preset list",
        "goal": "goal list", "plan": "plan list", "templates": "template list",
        "name": "preset list", "what": "achievements --quiet",
        "machine": "sync", "named": "remind list", "names": "status", "timers": "timer list --all",
        "reminders": "remind list",
    ]

    private static func judge(
        _ kind: String, _ field: String?, _ state: String?
    ) -> (CInt, String?) {
        switch (kind, field) {
        case ("not_found", "exercise") where state == "open":
            (ExitStatus.refused, "'trackerctl workout add' adds an exercise")
        case ("not_found", "exercise") where state == "none":
            (ExitStatus.refused, "name the exercise: trackerctl set bench 5x100")
        case ("invalid_params", "load") where state == "max":
            (ExitStatus.refused, "set the training max: trackerctl max EXERCISE LOAD")
        case ("invalid_params", "reps") where state == "none":
            (
                ExitStatus.refused,
                "give reps and load after the name, as \(SetNotation.examples): trackerctl set"
                    + " bench 5x100"
            )
        case ("storage", _):
            (ExitStatus.storage, "nothing was changed; 'trackerctl doctor' says more")
        case ("unknown", _): (ExitStatus.storage, "'trackerctl status' shows whether it was done")
        case ("internal", _): (ExitStatus.internalError, "the journal of trackerd says more")
        case ("not_found", "exercise"), ("not_found", "variant_of"), ("not_found", "with"),
            ("not_found", "apart"):
            (ExitStatus.refused, "'trackerctl exercise search' finds them by any part of a name")
        case ("not_found", "set"), ("not_found", "drop_of"):
            (ExitStatus.refused, "'trackerctl workout show' shows the sets and their ids")
        case ("not_found", "import"):
            (ExitStatus.refused, "start again with: trackerctl import FILE")
        case ("invalid_params", "columns"):
            (
                ExitStatus.refused,
                "for example: trackerctl import FILE --columns 'date=Datum, exercise=Übung, "
                    + "reps=Wdh, load=kg'"
            )
        case ("not_found", let field?):
            (ExitStatus.refused, lists[field].map { "'trackerctl \($0)' lists them all" })
        case ("invalid_params", "drop_of"):
            (
                ExitStatus.refused,
                "a drop set follows the set you logged last; to name another: trackerctl"
                    + " set edit last --drop-of SET"
            )
        case ("confirmation_required", _): (ExitStatus.refused, "to do it anyway, add --yes")
        case ("unknown_method", _):
            (ExitStatus.refused, "'trackerctl doctor' checks whether the two versions match")
        default: (ExitStatus.refused, nil)
        }
    }

    /// The parser's refusal of a value, without its repetition of help and usage. For an argument, also
    /// without its name, which nobody has typed.
    private static func short(_ text: String) -> String {
        var line = text.prefix { $0 != "\n" }
        for start in ["Error: ", "trackerctl: "] where line.hasPrefix(start) {
            line = line.dropFirst(start.count)
        }
        let beginning = "The value '"
        guard line.hasPrefix(beginning) else { return text }
        let rest = line.dropFirst(beginning.count)
        guard let middle = rest.ranges(of: "' is invalid for '").last,
            let end = rest[middle.upperBound...].firstRange(of: "': ")
        else { return text }
        let name = rest[middle.upperBound..<end.lowerBound]
        guard name.hasPrefix("<") else { return String(line) }
        let (value, reason) = (rest[..<middle.lowerBound], rest[end.upperBound...])
        return reason.contains(value) ? String(reason) : "'\(value)': \(reason)"
    }

    /// Errors of the argument parser, which also requests help by an error.
    private init(parser error: any Error) {
        let code = Trackerctl.exitCode(for: error)
        status = code == .failure ? ExitStatus.internalError : code.rawValue
        let text = Self.short(Trackerctl.fullMessage(for: error))
        message = text.isEmpty ? nil : text
        hint = nil
        parserMessage = Self.short(Trackerctl.message(for: error))
    }

    /// The message and the hint for somebody who has no whole command line before them.
    var lines: [String] {
        let text = [parserMessage ?? message, hint].compactMap(\.self).joined(separator: "\n")
        return text.split(separator: "\n").map(String.init)
    }

    /// Shows the failure as a notification.
    func show() {
        guard status != 0, let message else { return }
        Bubble.show([message, hint].compactMap(\.self).joined(separator: "\n"))
    }

    func exit() -> Never {
        guard status != 0 else {
            do {
                try Output.print((message ?? "") + "\n")
            } catch {
                Failure(error).exit()
            }
            Glibc.exit(0)
        }
        if let message {
            // Messages of the parser have several lines, and already contain the program's name.
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.map { String($0).forTerminal }.joined(separator: "\n")
            let prefix = "trackerctl: "
            Output.complain(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
        }
        for line in hint?.split(separator: "\n") ?? [] { Output.hint(String(line).forTerminal) }
        Glibc.exit(status)
    }
}

extension ClientError {
    /// The socket that the error is about; `nil` if it doesn't say.
    fileprivate var path: String? {
        switch self {
        case .unreachable(let path, _), .silent(let path, _, _): path
        default: nil
        }
    }

    /// The daemon's refusal if it is certain that nothing was done; `nil` otherwise.
    fileprivate var refusal: WireError? {
        guard case .refused(let error) = self, error.data.kind != "unknown" else { return nil }
        return error
    }

    var isRefusal: Bool { refusal != nil }

    /// Whether the request may be repeated with the person's consent.
    var asksForConsent: Bool { refusal?.data.kind == "confirmation_required" }

    /// Whether something that happened since prevents the undo.
    var isStandingInTheWay: Bool {
        refusal?.data.kind == "conflict" && refusal?.data.state != "none"
    }

    /// Whether nothing matches what was named.
    var isAboutNothing: Bool { refusal?.data.kind == "conflict" && refusal?.data.state == "none" }

    /// Whether what was named isn't known.
    var isOfUnknown: Bool { refusal?.data.kind == "not_found" }

    /// Whether the refusal is about a member of the request.
    func refuses(_ field: String) -> Bool {
        refusal?.data.kind == "invalid_params" && refusal?.data.field == field
    }

    /// Whether something changed between the pages of an export.
    var isOvertaken: Bool { refusal?.data.kind == "conflict" && refusal?.data.state == "changed" }
}
