import TrackerCore

/// A request for a list, with a limit on the number of elements.
package protocol Limited: MethodRequest {
    static var defaultLimit: Int { get }
    static var maximumLimit: Int { get }

    var limit: Int? { get }
}

extension Limited {
    /// Largest number of elements to return.
    ///
    /// - Throws: `invalid_params` for the field `limit` if the given limit is out of range.
    package var checkedLimit: Int {
        get throws(Rejection) {
            let limit = limit ?? Self.defaultLimit
            guard (1...Self.maximumLimit).contains(limit) else {
                throw .invalid("limit", "\(field: "limit") must be 1 to \(Self.maximumLimit)")
            }
            return limit
        }
    }

    /// Number of elements that match, for a result's `total`.
    ///
    /// - Parameters:
    ///   - listed: number of elements that the list has.
    ///   - limit: largest number of elements that it may have.
    ///   - count: counts all elements. It runs only if the list is full; a shorter one has all of them.
    package func total(listed: Int, limit: Int, count: () throws -> Int) rethrows -> Int {
        listed < limit ? listed : try count()
    }
}
