import CSystemd
import Glibc

/// Takes the next connection that waits at a listening socket.
///
/// - Returns: its descriptor, non-blocking and close-on-exec, which the caller closes; `nil` when none
///   waits (any more), or the call was interrupted.
/// - Throws: `SystemError` with its errno; EMFILE and ENFILE mean that descriptors are used up. The
///   connection goes on waiting then and the listener stays readable, so turn its source off for a
///   while.
package nonisolated func acceptConnection(on listener: Int32) throws(SystemError) -> Int32? {
    let result = csystemd_accept(listener)
    if [EAGAIN, ECONNABORTED, EINTR].contains(-result) { return nil }
    return try SystemError.check(result, "accept4")
}
