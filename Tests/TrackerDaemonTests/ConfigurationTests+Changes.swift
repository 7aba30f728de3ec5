import Testing
import TrackerCore
import UserFiles

@testable import TrackerDaemon

extension ConfigurationTests {
    @Test func changedKeysAreNamed() {
        var new = Configuration()
        #expect(new.changedKeys(from: Configuration()) == [])
        new.limits.connections = 5
        new.hooks = [Configuration.Hook(on: ["*"], run: ["x"])]
        #expect(new.changedKeys(from: Configuration()) == ["limits.connections", "hooks"])
        new.limits.lineBytes = 5000
        new.limits.inFlight = 1
        new.limits.firstLineMs = 1000
        new.limits.unreadBytes = 70_000
        new.timers.ringAgainMs = 60_000
        new.timers.ringAtMost = 1
        new.rest.warnAtMs = []
        new.training.readyMs = 5000
        new.lifting.showPlates = true
        new.reminders.everyMs = 60_000
        new.reminders.between = "00:00-24:00"
        new.reminders.days = "daily"
        new.notifications.enabled = false
        new.notifications.stay = .server
        new.notifications.escalate = true
        new.notifications.closing = .dismiss
        new.sounds.enabled = false
        new.sounds.volume = 5
        new.sounds.leadInMs = 400
        new.sounds.files = ["timer-finished": "/x"]
        new.desktop.idleMs = nil
        new.desktop.doNotDisturb = false
        new.desktop.breakMs = nil
        new.desktop.makoModes = []
        new.desktop.keepAwake = []
        new.sync.afterWrite = ["push"]
        #expect(new.changedKeys(from: Configuration()).count == 28)
    }

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/trackerd/config.toml"),
        (["HOME": "/h"], "/h/.config/trackerd/config.toml"),
        (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/trackerd/config.toml"),
        (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/trackerd/config.toml"),
    ])
    func theDefaultPathFollowsXDG(environment: [String: String], path: String) {
        #expect(ConfigurationPath.usual { environment[$0] } == path)
    }
}
