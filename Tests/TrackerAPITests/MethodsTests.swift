import Testing
import TrackerAPI

struct MethodsTests {
    /// Each method is there once, and named after its type if it has one: `OneRepMaxEstimate` is
    /// `one_rep_max.estimate`.
    @Test func theTable() {
        #expect(Methods.byName.count == Methods.all.count)
        for method in Methods.all {
            #expect(Methods.byName[method.method]?.type == method.type)
            let letters = method.method.filter { $0 != "." && $0 != "_" }
            let isOfOwnType = method.type is any MethodRequest.Type
            #expect(!isOfOwnType || letters == "\(method.type)".lowercased())
            #expect(method.method.split(separator: ".").count <= 2, "\(method)")
        }
    }

    /// Reading methods, recognised by their verbs, change nothing. All others change the state, and may
    /// carry a `request_id` and be part of an `atomic`, except those with effects outside of the state.
    @Test(arguments: Methods.all.map { $0.method }) func effects(_ method: String) throws {
        let readings: Set = [
            "hello", "status", "discover", "list", "get", "verify", "upcoming", "progress", "month",
            "estimate", "calculate", "preview", "export", "undoable", "explain", "set.next",
            "propose", "plan.next",
            "history", "sync.status", "conflicts", "digest", "parse",
        ]
        let beside: Set = [
            "events.subscribe", "backup.create", "backup.list", "backup.restore", "config.reload",
            "daemon.check", "import.open",
            "import.append", "sync.enable", "sync.now", "sync.leave", "sync.forget",
        ]
        let verb = try #require(method.split(separator: ".").last)
        let effect = try #require(Methods.byName[method]).effect
        if beside.contains(method) {
            #expect(effect == .outside)
        } else {
            let reads = readings.contains(String(verb)) || readings.contains(method)
            #expect(effect == (reads ? .none : .change))
        }
    }
}
