/// The checkout that the tests were built from.
package enum Checkout {
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// - Parameter path: the path below the checkout's root; empty for the root itself.
    package static func path(_ path: String = "") -> String {
        path.isEmpty ? root : "\(root)/\(path)"
    }
}
