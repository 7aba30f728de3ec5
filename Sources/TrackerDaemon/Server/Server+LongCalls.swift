import TrackerAPI
import TrackerEngine

extension Server {
    /// Carries out a long call in slices. Later lines of its client wait until it is over.
    ///
    /// - Parameter answered: gets the reply; `nil` for a notification, or if the call was dropped.
    func goThrough(
        _ call: Call, for connection: Connection, answered: @escaping (String?) -> Void
    ) {
        connection.awaitsLongCall = true
        longCalls.add(LongCall(call), of: connection.group) {
            // A change that has begun is completed, even if nobody waits for it any more.
            call.isChange
                || !connection.isClosed && (call.leavesTraces || !connection.findsPeerGone())
        } ended: { [unowned self] answer in
            connection.awaitsLongCall = false
            guard !connection.isClosed else { return }
            // A dropped call has no reply, but later calls of its array may still change something.
            let day = engine.presentDay(at: Clock.now())
            answered(
                answer.flatMap { answer in call.id.map { writer.reply(answer, to: $0, day: day) } })
            connection.afterBatch()
        }
    }
}
