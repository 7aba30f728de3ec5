import TrackerCore

/// A request for a list that says how many elements it wants at most.
package protocol Limited: Request {
    static var defaultLimit: Int { get }
    static var maximumLimit: Int { get }

    var limit: Int? { get }
}

extension Limited {
    /// The number of elements that the list may have.
    ///
    /// - Throws: `invalid_params`, field `limit`, where what was given is out of range.
    package var checkedLimit: Int {
        get throws(Rejection) {
            let limit = limit ?? Self.defaultLimit
            guard (1...Self.maximumLimit).contains(limit) else {
                throw .invalid("limit", "limit must be 1 to \(Self.maximumLimit)")
            }
            return limit
        }
    }
}
