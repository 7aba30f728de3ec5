import Glibc

/// A NULL-terminated list of C strings, as for `argv`, freed with this object.
nonisolated final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?] = []

    /// - Throws: `SystemError` ENOMEM if memory runs out.
    init(_ texts: [String]) throws(SystemError) {
        pointers.reserveCapacity(texts.count + 1)
        for text in texts {
            // A NULL among them would cut the list short.
            guard let copy = strdup(text) else { throw SystemError("strdup", ENOMEM) }
            pointers.append(copy)
        }
        pointers.append(nil)
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
