import Glibc
import TrackerCore

/// Whether the programs of the hooks can be run.
enum HookChecks {
    static func run(_ configuration: Configuration, into report: inout Report) throws {
        for hook in configuration.hooks {
            let events = hook.on.joined(separator: ", ")
            guard let program = hook.run.first else {
                try report.fail("hook", "the one for \(events) has no program")
                continue
            }
            if let path = Helper.find(program) {
                try report.ok("hook", "\(events): \(path)")
            } else {
                try report.fail(
                    "hook", "\(events): '\(program)' isn't there or can't be executed",
                    todo: "install it, or mend 'run' in the configuration")
            }
        }
    }
}
