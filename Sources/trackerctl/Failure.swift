import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient

/// How the program ends when it can't do what it was asked to.
enum ExitStatus {
    static let refused: CInt = 1
    static let usage: CInt = 64
    static let unreachable: CInt = 69
    static let internalError: CInt = 70
    static let storage: CInt = 74
}

/// What to say about an error, and the exit status.
struct Failure {
    let status: CInt
    /// For standard error, without the program's name; `nil` where all has been said.
    let message: String?
    /// What to do about it.
    let hint: String?

    init(_ error: any Error) {
        switch error {
        case let error as ClientError: self.init(client: error)
        case let error as Refusal:
            self.init(status: ExitStatus.refused, message: error.message, hint: error.hint)
        case let error as Output.Failed:
            let reason = String(cString: strerror(error.code))
            self.init(status: ExitStatus.storage, message: "can't write the output: \(reason)")
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
        switch error {
        case .unreachable, .closed, .timedOut:
            status = ExitStatus.unreachable
            hint = "start it with: systemctl --user start trackerd"
        case .noSocketPath: status = ExitStatus.unreachable
        case .pathTooLong: status = ExitStatus.usage
        case .breach:
            status = ExitStatus.internalError
            hint = "'trackerctl doctor' tells whether the two versions fit"
        case .refused(let refusal):
            (status, hint) = Self.judge(refusal.data.kind, refusal.data.field)
            if let matches = refusal.data.matches {
                hint = "it may be one of: " + matches.joined(separator: ", ")
            }
            if let index = refusal.data.index {
                hint = "that was call \(index + 1) of them; nothing was done"
            }
        }
        message = error.description
        self.hint = hint
    }

    private static func judge(_ kind: String, _ field: String?) -> (CInt, String?) {
        switch (kind, field) {
        case ("storage", _):
            (ExitStatus.storage, "nothing was changed; 'trackerctl doctor' tells more")
        case ("unknown", _):
            (ExitStatus.storage, "'trackerctl status' shows whether it was done")
        case ("internal", _): (ExitStatus.internalError, "its journal has more")
        case ("not_found", "timer"):
            (ExitStatus.refused, "'trackerctl timer list --all' shows what there is")
        case ("not_found", "exercise"), ("not_found", "variant_of"):
            (ExitStatus.refused, "'trackerctl exercise search' finds them by any part of a name")
        case ("not_found", "entry"):
            (ExitStatus.refused, "'trackerctl log list' shows what there is")
        case ("not_found", "reminder"):
            (ExitStatus.refused, "'trackerctl remind list' shows what there is")
        case ("unknown_method", _):
            (ExitStatus.refused, "'trackerctl doctor' tells whether the two versions fit")
        default: (ExitStatus.refused, nil)
        }
    }

    /// Errors of the argument parser, which are also how it asks to print help.
    private init(parser error: any Error) {
        let code = Trackerctl.exitCode(for: error)
        status = code == .failure ? ExitStatus.internalError : code.rawValue
        let text = Trackerctl.fullMessage(for: error)
        message = text.isEmpty ? nil : text
        let arguments = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
        let hasNegative = arguments.contains {
            $0.first == "-" && $0.dropFirst().first?.isNumber == true
        }
        hint =
            status == ExitStatus.usage && hasNegative
            ? "a negative span stands after '--': trackerctl timer extend tea -- -5m" : nil
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
            // The parser's messages have several lines, and the program's name already.
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.map { String($0).forTerminal }.joined(separator: "\n")
            let prefix = "trackerctl: "
            Output.complain(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
        }
        if let hint { Output.complain(hint.forTerminal) }
        Glibc.exit(status)
    }
}

/// A refusal that this program speaks itself.
struct Refusal: Error {
    let message: String
    var hint: String?
}
