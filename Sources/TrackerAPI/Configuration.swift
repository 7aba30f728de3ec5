import TrackerCore

/// The configuration in effect.
package struct ConfigGet: ReadRequest, PlainRequest {
    package typealias Response = Configuration
    package static let method = "config.get"
    package init() {}
}

/// Reads the configuration file again. An invalid file is refused and the current configuration stays in
/// effect.
package struct ConfigReload: OutsideRequest, PlainRequest {
    package static let method = "config.reload"
    package init() {}

    package struct Response: Codable, Sendable {
        /// Changed keys, such as `limits.connections`.
        package let changed: [String]
        package init(changed: [String]) { self.changed = changed }
    }
}
