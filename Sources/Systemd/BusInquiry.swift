/// Asks on a message bus and blocks until the answers are there: for answers needed within one turn of the
/// loop.
package final class BusInquiry {
    // A loop can't be run from within its own turn.
    private let loop: EventLoop
    private let bus: Bus
    private let endNs: Int64

    /// - Parameter end: deadline for all answers, in nanoseconds of the awake clock.
    /// - Throws: `SystemError` if nothing listens at the address.
    package init(_ address: BusAddress, untilAwakeNs end: Int64) throws(SystemError) {
        loop = try EventLoop()
        bus = try Bus(loop, address, awaitsBus: false)
        endNs = end
    }

    package func ask(_ call: BusCall) -> BusAnswer {
        var answer: BusAnswer?
        let leftMs = (endNs - Clocks.read().awakeNs) / 1_000_000
        bus.call(call, timeoutMs: leftMs) { answer = $0 }
        while true {
            if let answer { return answer }
            do throws(SystemError) { try loop.turn(waitingMicroseconds: nil) } catch {
                return .failure(BusError(error))
            }
        }
    }
}
