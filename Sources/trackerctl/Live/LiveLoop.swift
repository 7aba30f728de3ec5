import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

/// The loop of the view: waits for keys, signals, the daemon and the next change of the view, all at once,
/// and draws.
final class LiveLoop {
    private let terminal = Terminal()
    private let signals: SignalPipe
    private let stream: EventStream
    private let worker: LiveWorker
    private let isUTF8: Bool
    private var model: LiveModel
    private var painter: Painter
    private var keys = KeyReader()
    private var size: WindowSize
    /// Set when the person wants to leave, with the signal that asked for it, if any; `nil` before.
    private var ending: (signal: CInt?, Void)?
    /// Outcome of a break that ended by itself; `nil` if the person has left, and outside of breaks.
    private(set) var breakEnd: LiveBreak.End?

    init(model: LiveModel, palette: Palette, isUTF8: Bool) throws {
        signals = try SignalPipe()
        stream = EventStream(path: model.path, types: LiveCue.types, withStatus: true)
        worker = try LiveWorker(path: model.path)
        self.model = model
        self.isUTF8 = isUTF8
        painter = Painter(palette: palette)
        size = terminal.size
    }

    /// - Returns: the signal that ended the view; `nil` for a key, and for a break that is over.
    func run() throws -> CInt? {
        try terminal.enter()
        defer { terminal.leave() }
        while ending == nil {
            try listen()
            breakEnd = model.breakEnd
            guard ending == nil, breakEnd == nil else { break }
            try draw()
            wait()
            try heed()
        }
        return ending?.signal
    }

    private func listen() throws {
        let now = LiveTime.now()
        if model.takeCheck(at: now) { try stream.check(at: now.bootMs) }
        for item in try stream.advance(at: now.bootMs) { model.take(item, at: now) }
        if let request = model.takePlanRequest() { worker.add(.next(request)) }
        if model.takeLook() { worker.add(.names) }
        for report in worker.takeReports() { model.take(report, at: now) }
    }

    private func draw() throws {
        let now = LiveTime.now()
        model.forgetOldNotice(at: now)
        let page = LivePage(columns: size.columns, rows: size.rows, isUTF8: isUTF8)
        let text = painter.frame(page.lines(of: model, at: now), size: size)
        let bell = model.takeBell() ? "\u{7}" : ""
        if !text.isEmpty || !bell.isEmpty { try Output.write(text + bell, to: STDOUT_FILENO) }
    }

    private func wait() {
        let now = LiveTime.now()
        let due = [
            model.nextChangeMs(at: now), model.checkMs, stream.dueMs, keys.dueMs,
        ].compactMap { $0 }.min()
        let span = due.map { min(max(0, $0 - now.bootMs), 3_600_000) } ?? -1
        let descriptors = [
            STDIN_FILENO, signals.descriptor, stream.descriptor ?? -1, worker.descriptor,
        ]
        var files = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&files, nfds_t(files.count), CInt(span)) > 0 else { return }
        ready = (files[0].revents != 0, files[1].revents != 0)
    }

    private var ready = (input: false, signals: false)

    private func heed() throws {
        let ready = ready
        self.ready = (false, false)
        if ready.signals {
            for number in signals.numbers() { try heed(signal: number) }
        }
        keys.giveUp(at: LiveTime.now().bootMs)
        guard ready.input, ending == nil else { return }
        guard let bytes = Terminal.typed() else {
            // The terminal has gone.
            ending = (SIGHUP, ())
            return
        }
        let now = LiveTime.now()
        for key in keys.keys(from: bytes, at: now.bootMs) where ending == nil {
            for effect in model.press(key, at: now) { try perform(effect, at: now) }
        }
    }

    private func heed(signal number: CInt) throws {
        switch number {
        case SIGWINCH: size = terminal.size
        case SIGTSTP: try suspend()
        case SIGCONT:
            try terminal.reenter()
            size = terminal.size
            painter.forget()
        default: ending = (number, ())
        }
    }

    private func suspend() throws {
        terminal.leave()
        SignalPipe.stop()
        try terminal.enter()
        size = terminal.size
        painter.forget()
    }

    private func perform(_ effect: LiveModel.Effect, at now: LiveTime) throws {
        switch effect {
        case .quit: ending = (nil, ())
        case .suspend: try suspend()
        case .redraw:
            size = terminal.size
            painter.forget()
        case .run(let words): worker.add(.command(words))
        case .send(let request):
            guard try !stream.send(request, at: now.bootMs) else { return }
            model.tell("trackerd doesn't answer: nothing was done", at: now)
        }
    }
}
