import Glibc
import Stage
import Systemd
import TestSupport
import Testing
import TrackerCore
import TrackerEngine

@testable import TrackerDaemon

/// A hook runner on a real loop, with a directory for its scripts (first in PATH) and their records.
@MainActor final class HookStage {
    let loop: EventLoop
    private let own: TemporaryFolder
    var folder: String { own.path }
    private(set) var runner: HookRunner
    private(set) var failures: [HookFailure] = []
    private(set) var answers: [String] = []
    /// Number of notifications that have gone without an answer.
    private(set) var unanswered = 0
    /// What was said of sounds that aren't heard.
    private(set) var complaints: [String] = []
    /// The configuration at the start.
    private(set) var configuration = Configuration()
    /// The result of an answer.
    var refusal: Rejection?
    var confirmation: Alert?
    private var seq: Int64 = 0
    private let environment: [String: String]

    /// - Parameter path: further directories of programs.
    init(
        hooks: [Configuration.Hook] = [], showsNotifications: Bool = false,
        sounds: Configuration.Sounds = Configuration.Sounds(),
        path: String = "/usr/bin:/bin", environment: [String: String] = [:]
    ) throws {
        own = try TemporaryFolder()
        let folder = own.path
        configuration.hooks = hooks
        configuration.notifications.enabled = showsNotifications
        configuration.sounds = sounds
        loop = try EventLoop()
        var failed: (HookFailure) -> Void = { _ in }
        var chosen: (Event, Alert.Action) -> Pressed = { _, _ in Pressed(outcome: Outcome()) }
        let paths = ["PATH": "\(folder):\(path)", "OUT": folder]
        self.environment = paths.merging(environment) { $1 }
        var gone: () -> Void = {}
        var complained: (String) -> Void = { _ in }
        runner = try HookRunner(
            loop: loop, configuration: configuration, environment: self.environment,
            soundFolder: "\(folder)/sounds", bubbleNotes: "\(folder)/bubbles",
            report: { failed($0) }, soundFailed: { complained($0) },
            answered: { chosen($0, $1) }, unanswered: { gone() })
        gone = { [weak self] in self?.unanswered += 1 }
        failed = { [weak self] in self?.failures.append($0) }
        complained = { [weak self] in self?.complaints.append($0) }
        chosen = { [weak self] in self?.answered($0, $1) ?? Pressed(outcome: Outcome()) }
    }

    isolated deinit { runner.stop() }

    /// Replaces the runner as after a crash: its processes live on.
    func replaceRunner() throws {
        runner = try HookRunner(
            loop: loop, configuration: Configuration(), environment: environment,
            bubbleNotes: "\(folder)/bubbles",
            report: { [weak self] in self?.failures.append($0) },
            answered: { [weak self] in self?.answered($0, $1) ?? Pressed(outcome: Outcome()) })
    }

    private func answered(_ event: Event, _ action: Alert.Action) -> Pressed {
        answers.append("\(event.seq) \(action.key)")
        return Pressed(outcome: Outcome(), refusal: refusal, confirmation: confirmation)
    }

    /// Writes a shell script that can be run by its name.
    func script(_ name: String, _ text: String) throws {
        let path = "\(folder)/\(name)"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
        try #require(file >= 0)
        defer { close(file) }
        let bytes = Array("#!/bin/sh\n\(text)\n".utf8)
        try #require(write(file, bytes, bytes.count) == bytes.count)
    }

    func put(_ text: String, in name: String) throws {
        let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let bytes = Array(text.utf8)
        try #require(write(file, bytes, bytes.count) == bytes.count)
    }

    /// Makes an empty file, for a script that waits for it.
    func touch(_ name: String) {
        close(open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }

    /// The text that a script has recorded in a file.
    func text(_ name: String) -> String { Self.contents("\(folder)/\(name)") }

    func lines(_ name: String) -> [String] {
        text(name).split(separator: "\n").map(String.init)
    }

    static func contents(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(file, &piece, piece.count), count > 0 {
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the process whose id a script has recorded runs; a zombie doesn't.
    func runs(_ file: String) -> Bool {
        let status = Self.contents("/proc/\(text(file).split(separator: "\n").first ?? "0")/stat")
        let state = status.split(separator: ")").last?.split(separator: " ").first
        return state != nil && state != "Z" && state != "X"
    }

    /// Number of the runner's processes of a program.
    func count(of program: String) -> Int {
        ProcessFacts.count(of: program, with: "OUT=\(folder)")
    }

    @discardableResult
    func handle(
        _ type: String = "timer.finished", alert: Alert? = nil, json: String = "{}",
        for audience: Audience = .everybody, isJournaled: Bool = true,
        by groups: Set<pid_t> = []
    ) -> Int64 {
        if isJournaled { seq += 1 }
        let event = Event(
            seq: isJournaled ? seq : 0, atMs: 0, type: type, subject: "k3v9", cause: .daemon,
            data: "{}")
        runner.handle(
            event, alert: alert, for: audience, by: groups
        ) { json }
        return seq
    }

    /// Turns the loop until a condition holds, and returns whether it does in time.
    func turn(_ seconds: Int64 = 60, until condition: () -> Bool) throws -> Bool {
        let end = Clocks.read().awakeNs + seconds * 1_000_000_000
        while !condition() {
            guard Clocks.read().awakeNs < end else { return false }
            try loop.turn(waitingMicroseconds: 5000)
        }
        return true
    }

    /// Turns the loop for a while.
    func turn(milliseconds: Int64) throws {
        let end = Clocks.read().awakeNs + milliseconds * 1_000_000
        while Clocks.read().awakeNs < end { try loop.turn(waitingMicroseconds: 5000) }
    }
}

extension Alert {
    /// An alert with the fewest members.
    static func plain(
        _ title: String, body: String = "", actions: [Action] = [], isQuestion: Bool? = nil,
        thread: String = "t"
    ) -> Alert {
        Alert(
            title: title, body: body, actions: actions, isQuestion: isQuestion ?? !actions.isEmpty,
            sound: .timerFinished, thread: thread)
    }

    static let threeActions = [
        Action(.log(occurrence: "o"), label: "Log", command: "trackerctl done t"),
        Action(.snooze(occurrence: "o"), label: "Snooze 5 min", command: "trackerctl snooze t"),
        Action(.dismiss(occurrence: "o"), label: "Dismiss", command: "trackerctl dismiss t"),
    ]
}
