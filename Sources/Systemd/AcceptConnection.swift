import CSystemd
import Glibc

/// Next connection waiting at a listening socket.
///
/// - Returns: Its descriptor, non-blocking and close-on-exec, which the caller closes; `nil` if none is
///   waiting or the call was interrupted.
/// - Throws: `SystemError` with its errno; EMFILE and ENFILE mean that descriptors are used up. The
///   connection then keeps waiting and the listener stays readable, so turn its source off for a while.
package nonisolated func acceptConnection(on listener: Int32) throws(SystemError) -> Int32? {
    let result = csystemd_accept(listener)
    if [EAGAIN, ECONNABORTED, EINTR].contains(-result) { return nil }
    return try SystemError.check(result, "accept4")
}
