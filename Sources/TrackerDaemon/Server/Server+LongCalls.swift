import TrackerAPI
import TrackerEngine

extension Server {
    /// Carries out a long call in turns with others. Later lines of its client wait until then.
    ///
    /// - Parameter answered: gets the reply; `nil` for a notification, and where the call was dropped.
    func goThrough(
        _ call: Call, for connection: Connection, answered: @escaping (String?) -> Void
    ) {
        connection.isBusy = true
        longCalls.add(LongCall(call), of: connection.group) {
            // A change that has begun goes on to its end, also where nobody waits for it any more.
            call.isChange
                || !connection.isClosed && (call.leavesTraces || !connection.findsPeerGone())
        } ended: { [unowned self] answer in
            connection.isBusy = false
            guard !connection.isClosed else { return }
            // A dropped call has no reply; later calls of its array may still change something.
            answered(answer.flatMap { answer in call.id.map { writer.reply(answer, to: $0) } })
            connection.afterBatch()
            if !connection.inbox.isEmpty { hasLinesAgain(connection) }
        }
        waitForTurn()
    }
}
