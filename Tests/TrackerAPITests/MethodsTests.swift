import Testing
import TrackerAPI

struct MethodsTests {
    /// Each once, and by its name: `OneRepMaxEstimate` is `one_rep_max.estimate`.
    @Test func theTable() {
        #expect(Methods.byName.count == Methods.all.count)
        for method in Methods.all {
            #expect(Methods.byName[method.method] == method)
            let letters = method.method.filter { $0 != "." && $0 != "_" }
            #expect(letters == "\(method)".lowercased())
            #expect(method.method.split(separator: ".").count <= 2, "\(method)")
        }
    }

    /// Readings, told by their verbs, change nothing. All others change the state, and may carry a `request_id`
    /// and stand in an `atomic`, but for those that reach beside the state.
    @Test(arguments: Methods.all.map { $0.method }) func effects(_ method: String) throws {
        let readings: Set = [
            "hello", "status", "list", "get", "verify", "upcoming", "progress", "month",
            "estimate", "calculate", "preview", "export",
        ]
        let beside: Set = [
            "events.subscribe", "backup.create", "config.reload", "daemon.check", "import.open",
            "import.append",
        ]
        let verb = try #require(method.split(separator: ".").last)
        let effect = try #require(Methods.byName[method]).effect
        if beside.contains(method) {
            #expect(effect == .outside)
        } else {
            #expect(effect == (readings.contains(String(verb)) ? .none : .change))
        }
    }
}
