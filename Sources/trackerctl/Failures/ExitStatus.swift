import Glibc

/// Exit statuses for when the program can't do what it was asked to.
enum ExitStatus {
    static let refused: CInt = 1
    static let usage: CInt = 64
    static let unreachable: CInt = 69
    static let internalError: CInt = 70
    static let storage: CInt = 74
    /// The shell's status for a program that SIGPIPE has ended.
    static let readerGone: CInt = 128 + SIGPIPE

    /// All exit statuses and their meanings, for the help and the manual page.
    static let all: [(status: CInt, meaning: String)] = [
        (0, "done"), (refused, "refused by the daemon"), (usage, "wrong usage"),
        (unreachable, "the daemon isn't reachable"), (internalError, "internal error"),
        (storage, "storage error"), (readerGone, "output closed by its reader"),
    ]
}
