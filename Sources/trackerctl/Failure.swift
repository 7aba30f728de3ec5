import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

/// Exit statuses for the cases in which the program can't do what it was asked to.
enum ExitStatus {
    static let refused: CInt = 1
    static let usage: CInt = 64
    static let unreachable: CInt = 69
    static let internalError: CInt = 70
    static let storage: CInt = 74
    /// The shell's status of a program that SIGPIPE ends.
    static let readerGone: CInt = 128 + SIGPIPE

    /// All of them with what each means, for the help and the manual page.
    static let all: [(status: CInt, meaning: String)] = [
        (0, "done"), (refused, "refused by the daemon"), (usage, "wrong usage"),
        (unreachable, "the daemon isn't reachable"), (internalError, "internal error"),
        (storage, "storage error"), (readerGone, "the output's reader has gone"),
    ]
}

/// The messages and the exit status of an error.
struct Failure {
    let status: CInt
    /// Message for standard error, without the program's name; `nil` where nothing is left to be said.
    let message: String?
    /// A hint at the remedy; `nil` for none.
    let hint: String?

    init(_ error: any Error) {
        switch error {
        case let error as ClientError: self.init(client: error)
        case let error as OpenOutcome:
            let cause = Failure(client: error.cause)
            self.init(status: cause.status, message: cause.message, hint: error.hint)
        case let error as Refusal:
            self.init(status: ExitStatus.refused, message: error.message, hint: error.hint)
        // Who closes the pipe, such as 'head' after its last line, has what was wanted.
        case let error as Output.Failed where error.isReaderGone:
            self.init(status: ExitStatus.readerGone, message: nil)
        case let error as Output.Failed:
            let reason = String(cString: strerror(error.code))
            self.init(status: ExitStatus.storage, message: "can't \(error.action): \(reason)")
        // For a value that the parser has read without error, its usage text is of no help.
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

    private init(client error: ClientError) {
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
            hint = "'trackerctl doctor' tells whether the two versions fit"
        case .refused(let refusal):
            (status, hint) = Self.judge(refusal.data)
            if refusal.data.field == "entry", refusal.message.contains("weight") {
                hint = "'trackerctl weight list' shows what there is"
            } else if refusal.data.field == "entry", refusal.message.contains("measurement") {
                hint = "'trackerctl measure list' shows what there is"
            }
            if let option = refusal.data.field.flatMap({ Wording.options[$0] }),
                refusal.data.kind == "invalid_params", refusal.data.field != "drop_of",
                !Wording.message(of: refusal).contains(option)
            {
                hint = "give it with \(option)"
            }
            // Where the message has the names already, ids would only hide them.
            let isTold = refusal.message.hasSuffix("give more of the name")
            if let matches = refusal.data.matches, refusal.data.kind == "ambiguous", !isTold {
                hint = "it may be one of: " + matches.joined(separator: ", ")
            }
            if let index = refusal.data.index {
                let place = "that was call \(index + 1) of them; nothing was done"
                hint = [place, hint].compactMap(\.self).joined(separator: "; ")
            }
        }
        if case .refused(let refusal) = error {
            message = Wording.message(of: refusal)
        } else {
            message = [error.description, fault].compactMap(\.self).joined(separator: ": ")
        }
        self.hint = hint
    }

    /// A request lies in the socket until the daemon reads it, also when its client has given up.
    private static let unknownChange =
        "the change may have been made, or may be yet: before you repeat it, look with"
        + " 'trackerctl undo --list' once trackerd answers"

    private static func judge(_ refusal: WireError.Details) -> (CInt, String?) {
        if refusal.state == "none", let field = refusal.field, let start = starts[field] {
            return (ExitStatus.refused, "begin one with: trackerctl \(start)")
        }
        return judge(refusal.kind, refusal.field, refusal.state)
    }

    /// Commands that begin something, where there is none.
    private static let starts = [
        "rest": "rest 90", "run": "run tabata", "training": "train plank 120",
        "workout": "workout start",
    ]

    /// The commands that list what can be named.
    private static let lists = [
        "timer": "timer list --all", "entry": "log list", "reminder": "remind list",
        "training": "train history", "program": "program list", "workout": "workout history",
        "repeat": "workout history", "template": "template list", "preset": "preset list",
        "name": "preset list", "what": "achievements --quiet",
        "machine": "sync",
    ]

    private static func judge(
        _ kind: String, _ field: String?, _ state: String?
    ) -> (CInt, String?) {
        switch (kind, field) {
        case ("not_found", "exercise") where state == "open":
            (ExitStatus.refused, "'trackerctl workout add' adds an exercise")
        case ("storage", _):
            (ExitStatus.storage, "nothing was changed; 'trackerctl doctor' tells more")
        case ("unknown", _):
            (ExitStatus.storage, "'trackerctl status' shows whether it was done")
        case ("internal", _): (ExitStatus.internalError, "its journal has more")
        case ("not_found", "exercise"), ("not_found", "variant_of"):
            (ExitStatus.refused, "'trackerctl exercise search' finds them by any part of a name")
        case ("not_found", "set"), ("not_found", "drop_of"):
            (ExitStatus.refused, "'trackerctl workout show' shows the sets and their ids")
        case ("not_found", "import"):
            (ExitStatus.refused, "begin it again with: trackerctl import FILE")
        case ("not_found", let field?):
            (ExitStatus.refused, lists[field].map { "'trackerctl \($0)' shows what there is" })
        case ("invalid_params", "drop_of"):
            (
                ExitStatus.refused,
                "a drop goes on from the set that was noted last; 'trackerctl set edit last --drop-of"
                    + " SET' names another one"
            )
        case ("confirmation_required", _):
            (ExitStatus.refused, "to do it all the same, add --yes")
        case ("unknown_method", _):
            (ExitStatus.refused, "'trackerctl doctor' tells whether the two versions fit")
        default: (ExitStatus.refused, nil)
        }
    }

    /// The parser's refusal of a value without its repetition of help and usage, and, for an argument, without
    /// its name, which nobody has typed.
    private static func short(_ text: String) -> String {
        let line = text.prefix { $0 != "\n" }
        let pattern =
            #/^(?:Error: |trackerctl: )?(The value '(.*)' is invalid for '([^']*)': (.*))$/#
        guard let match = line.wholeMatch(of: pattern) else { return text }
        let (whole, value, name, reason) = (match.1, match.2, match.3, match.4)
        guard name.hasPrefix("<") else { return String(whole) }
        return reason.contains(value) ? String(reason) : "'\(value)': \(reason)"
    }

    /// Errors of the argument parser, by which it also asks to print help.
    private init(parser error: any Error) {
        let code = Trackerctl.exitCode(for: error)
        status = code == .failure ? ExitStatus.internalError : code.rawValue
        let text = Self.short(Trackerctl.fullMessage(for: error))
        message = text.isEmpty ? nil : text
        hint = nil
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
            // Messages of the parser have several lines, and the program's name already.
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.map { String($0).forTerminal }.joined(separator: "\n")
            let prefix = "trackerctl: "
            Output.complain(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
        }
        for line in hint?.split(separator: "\n") ?? [] { Output.complain(String(line).forTerminal) }
        Glibc.exit(status)
    }
}

/// The error for a call whose outcome is unknown, with a hint how to find it out.
struct OpenOutcome: Error {
    let cause: ClientError
    let hint: String
}

extension ClientError {
    /// The socket that the error is about; `nil` where it doesn't say.
    fileprivate var path: String? {
        switch self {
        case .unreachable(let path, _), .silent(let path, _, _): path
        default: nil
        }
    }

    /// The daemon's refusal, where it is certain that nothing was done; `nil` otherwise.
    fileprivate var refusal: WireError? {
        guard case .refused(let error) = self, error.data.kind != "unknown" else { return nil }
        return error
    }

    var isRefusal: Bool { refusal != nil }

    /// True where the request may be repeated with the person's consent.
    var asksForConsent: Bool { refusal?.data.kind == "confirmation_required" }

    /// Something that happened since keeps an undoing from being done.
    var isStandingInTheWay: Bool {
        refusal?.data.kind == "conflict" && refusal?.data.state != "none"
    }

    /// Nothing is there that could be meant.
    var isAboutNothing: Bool {
        refusal?.data.kind == "conflict" && refusal?.data.state == "none"
    }

    /// Whether the occurrence that was to be answered has expired.
    var isExpired: Bool { refusal?.data.kind == "conflict" && refusal?.data.state == "expired" }

    /// Whether the refusal is about a member of the request.
    func refuses(_ field: String) -> Bool {
        refusal?.data.kind == "invalid_params" && refusal?.data.field == field
    }

    /// Whether something was changed between the pages of an export.
    var isOvertaken: Bool { refusal?.data.kind == "conflict" && refusal?.data.state == "changed" }
}

/// A command line that can't be meant.
struct UsageError: Error {
    let message: String
    let hint: String
}

/// A refusal by this program itself.
struct Refusal: Error {
    let message: String
    var hint: String?
}
