import TrackerCore

/// The configuration in effect.
package struct ConfigGet: PlainRequest {
    package typealias Response = Configuration
    package static let method = "config.get"
    package static let effect = Effect.none
    package init() {}
}

/// Reads the configuration file again; an invalid file is refused and the present configuration kept.
package struct ConfigReload: PlainRequest {
    package static let method = "config.reload"
    package static let effect = Effect.outside
    package init() {}

    package struct Response: Codable, Sendable {
        /// Changed keys, such as `limits.connections`.
        package let changed: [String]
        package init(changed: [String]) { self.changed = changed }
    }
}
