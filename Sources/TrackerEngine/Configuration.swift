import TrackerAPI
import TrackerCore

extension ConfigGet: Performable {
    func perform(in context: Context) throws -> Configuration {
        context.dependencies.configuration
    }
}

/// The data of `config.refused`.
package struct ConfigRefused: Codable, Sendable {
    /// The fault of the file, and what is allowed.
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

extension ConfigReload: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        Response(changed: try engine.dependencies.reloadConfiguration())
    }
}
