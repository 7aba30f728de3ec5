import TrackerAPI
import TrackerCore

extension ConfigGet: Performable {
    func perform(in context: Context) throws -> Configuration {
        context.dependencies.configuration
    }
}

extension ConfigReload: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        Response(changed: try engine.dependencies.reloadConfiguration())
    }
}
