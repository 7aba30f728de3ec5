import Glibc
import Systemd
import TrackerCore

/// What happens when the server changes, and when notifications close.
extension Bubbles {
    /// Whether it is known which of an earlier daemon's notifications are still there.
    var knowsServer: Bool { server?.isKnown != false || !hasFormerNotes }

    func serverIsKnown() {
        let former = notes.server
        // If no server was known before, the notifications are this daemon's own.
        if former == nil || former == server?.identity { for id in toClose { server?.close(id) } }
        toClose = []
        notes.turn(to: server?.identity)
        if former != nil, former != server?.identity {
            for run in leaving where run.server == former { run.recall(SIGTERM) }
            for name in threads.keys { lose(name, former) }
        }
        showWhatIsLost()
        mindTheTime()
        release()
    }

    /// Handles a notification that disappeared with its server, so that its answer can never come.
    func lose(_ name: String, _ former: String?) {
        threads[name]?.id = nil
        if let run = threads[name]?.run {
            // A run that hasn't called a server yet shows its notification on the next one. A run that began
            // before any server was known has called the server that is gone.
            let hasCalled = run.server == former || run.server == nil && run.isBegun
            guard hasCalled || run.id != nil else { return }
            run.recall(SIGTERM)
            threads[name]?.run = nil
        }
        threads[name]?.isLost = true
    }

    /// Shows the lost notifications that wait for an answer, as soon as there is a server.
    func showWhatIsLost() {
        guard configuration.enabled, server?.identity != nil, let notifySend = finder.found else {
            return
        }
        for (name, thread) in threads where thread.isLost && thread.run == nil {
            // The alert's sound played before anybody could see it, so it is played again.
            let shown = thread.isUnseen ? thread.shown.map(sounded) : thread.shown
            threads[name]?.next = thread.next ?? shown
            advance(name, notifySend)
        }
    }

    func close(_ id: String) {
        if server?.isKnown == true { server?.close(id) } else { toClose.append(id) }
    }

    /// Closes the notification of a run as soon as its id is known.
    func leave(_ run: BubbleRun) {
        run.isUnneeded = true
        guard let id = run.id else {
            leaving.append(run)
            if !run.notifySend.tellsIDAtOnce { awaitID() }
            return
        }
        // Another notification may have replaced this one meanwhile.
        if isInUse(id, by: run.alert.thread) { return run.recall(SIGTERM) }
        // On SIGINT notify-send closes its notification itself, as long as it waits.
        if run.waits, server?.identity == nil { return run.recall(SIGINT) }
        run.isClosed = true
        close(id)
        run.recall(SIGTERM)
    }

    /// Whether the thread shows this notification now.
    func isInUse(_ id: String, by name: String) -> Bool {
        guard let thread = threads[name] else { return false }
        return thread.id == id || thread.run?.replaces == id
    }

    // MARK: Closing by hand

    func isClosedByHand(_ id: String) {
        guard let name = threads.first(where: { $0.value.id == id })?.key else { return }
        closedByHand(name)
        guard configuration.closing == .dismiss else { return }
        if let run = threads[name]?.run {
            // Servers also close a notification when its button is pressed: its notify-send then reports
            // which button.
            run.isClosedByHand = true
        } else {
            dismiss(name)
        }
    }

    /// Dismisses the reminder, or answers the timer, that the thread's last notification asked about.
    func dismiss(_ name: String) {
        guard let occasion = threads[name]?.shown, let alert = occasion.alert else { return }
        let action = alert.actions.first { action in
            switch action.purpose {
            case .dismiss, .timerDone: true
            default: false
            }
        }
        guard let action else { return }
        forgetBubble(of: name)
        answered(occasion, action)
    }
}
