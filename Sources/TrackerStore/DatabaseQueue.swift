import GRDB

extension DatabaseQueue {
    /// Closes the file. Releasing the queue would have Dispatch start threads, and the daemon has one; the
    /// queue is therefore never released.
    func closeForGood() throws {
        defer { _ = Unmanaged.passRetained(self) }
        try close()
    }
}
