/// Order in which sources that are ready at the same time run: lower numbers first, equal ones in the order
/// in which they became ready.
///
/// After each handler the loop checks again which sources are ready, so a source waits until no earlier one
/// is ready.
package nonisolated struct Priority: RawRepresentable, Comparable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Before all others: signals that end the program.
    package static let urgent = Priority(rawValue: -10)
    package static let normal = Priority(rawValue: 0)
    /// After everything that is ready now: to commit gathered work.
    package static let batch = Priority(rawValue: 10)
    /// After everything else: for work when there is nothing else to do.
    package static let idle = Priority(rawValue: 20)

    package static func < (left: Priority, right: Priority) -> Bool {
        left.rawValue < right.rawValue
    }
}
