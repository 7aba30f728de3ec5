import Testing
import TrackerCore

struct SettingsTests {
    private func field(_ change: (inout Settings.Fields) -> Void) -> String? {
        var fields = Settings.Fields()
        change(&fields)
        return #expect(throws: Rejection.self) { try Settings(fields) }?.field
    }

    @Test(arguments: [("04:00", 240), ("0:05", 5), ("23:59", 1439)] as [(String, Int64)])
    func timesOfDay(_ text: String, _ minute: Int64) throws {
        #expect(try Settings.dayStart(text) == minute)
        #expect(try Settings.dayStart(Settings.dayStartText(minute)) == minute)
        #expect(Settings.dayStartText(245) == "04:05")
    }
}
