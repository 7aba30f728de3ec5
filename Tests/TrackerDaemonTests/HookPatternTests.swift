import Testing
import TrackerCore
import UserFiles

@testable import TrackerDaemon

/// The event types that hooks of the configuration wait for.
struct HookPatternTests {
    /// A hook for a misspelt event would never run.
    @Test func hooksForNoEventAreWarnedOf() throws {
        let loaded = try parse(
            """
            [[hooks]]
            on = ["rest.*", "timer.finishd"]
            run = ["b"]
            [[hooks]]
            on = ["tiemr.*"]
            run = ["b"]
            """)
        #expect(loaded.configuration.hooks.count == 2)
        #expect(loaded.warnings.map(\.line) == [2, 5])
        #expect(
            loaded.warnings.map(\.message) == [
                "hooks[0].on[1] never happens: no event type 'timer.finishd': "
                    + "did you mean 'timer.finished'?",
                "hooks[1].on[0] never happens: no event type matches 'tiemr.*': "
                    + "did you mean 'timer.*'?",
            ])
    }

    private func parse(_ text: String) throws -> LoadedConfiguration {
        try ConfigurationFile.parse(Array(text.utf8), file: "config.toml")
    }
}
