import Glibc
import Stage
import Systemd
import TestSupport
import Testing
import TrackerCore

@testable import TrackerDaemon

/// The notification servers' own do-not-disturb.
@MainActor @Suite(.serialized) struct DesktopQuietTests {
    private let on = DesktopState(doNotDisturb: true)
    private let off = DesktopState()

    @Test(arguments: [
        ("dunst", "org.dunstproject.cmd0", "paused"),
        ("Plasma", "org.freedesktop.Notifications", "Inhibited"),
    ])
    func aPropertyTells(server name: String, interface: String, property: String) throws {
        try DesktopStage.with { stage in
            let server = try stage.startServer(name)
            // Without the property the server answers by an error.
            #expect(try stage.ask() == off)
            try server.property(interface, property, ["b", "true"])
            #expect(try stage.says(on))
            let returns = try stage.awaitReturn()
            try server.change(interface, property, ["b", "true"])
            try stage.turn(milliseconds: 200)
            #expect(returns.count == 0)
            try server.change(interface, property, ["b", "false"])
            #expect(try stage.turn { returns.count == 1 })
            #expect(try stage.ask() == off)
        }
    }

    @Test func makoHasModes() throws {
        try DesktopStage.with { stage in
            let server = try stage.startServer("mako")
            let (path, mako) = ("/fr/emersion/Mako", "fr.emersion.Mako")
            try server.object(path, mako)
            func set(_ modes: String) throws {
                try server.method("ListModes", "", "as", "ret = \(modes)", of: path, mako)
            }
            try set("['default', 'away']")
            #expect(try stage.ask() == off)
            try set("['default', 'dnd']")
            #expect(try stage.says(on))
            stage.desktop.configuration.makoModes = ["away"]
            #expect(try stage.ask() == off)
            try set("['away']")
            let returns = try stage.awaitReturn()
            let changed = ["s", mako, "a{sv}", "1", "Modes", "as"]
            let properties = "org.freedesktop.DBus.Properties"
            try server.emit(
                "PropertiesChanged", "sa{sv}as", changed + ["1", "away", "as", "0"], of: path,
                properties, count: 3)
            try stage.turn(milliseconds: 200)
            #expect(returns.count == 0)
            try server.emit(
                "PropertiesChanged", "sa{sv}as", changed + ["1", "default", "as", "0"], of: path,
                properties, count: 3)
            #expect(try stage.turn { returns.count == 1 })
        }
    }

    @Test func swayncTellsByItsOwnName() throws {
        try DesktopStage.with { stage in
            _ = try stage.startServer("SwayNotificationCenter")
            #expect(try stage.ask() == off)
            let name = "org.erikreider.swaync.cc"
            let center = try MockService(stage.session, name, "/org/erikreider/swaync/cc", name)
            try center.method("GetDnd", "", "b", "ret = True")
            #expect(try stage.says(on))
            let returns = try stage.awaitReturn()
            try center.emit("Subscribe", "ubb", ["u", "1", "b", "true", "b", "false"])
            try stage.turn(milliseconds: 200)
            #expect(returns.count == 0)
            try center.emit("Subscribe", "ubb", ["u", "1", "b", "false", "b", "true"])
            #expect(try stage.turn { returns.count == 1 })
        }
    }

    @Test func xfceKeepsASetting() throws {
        try DesktopStage.with { stage in
            _ = try stage.startServer("Xfce Notify Daemon")
            #expect(try stage.ask() == off)
            let name = "org.xfce.Xfconf"
            let settings = try MockService(stage.session, name, "/org/xfce/Xfconf", name)
            try settings.method(
                "GetProperty", "ss", "v",
                "ret = args[0] == 'xfce4-notifyd' and args[1] == '/do-not-disturb'")
            #expect(try stage.says(on))
            let returns = try stage.awaitReturn()
            func emit(_ property: String, _ value: String) throws {
                try settings.emit(
                    "PropertyChanged", "ssv",
                    ["s", "xfce4-notifyd", "s", property, "v", "b", value])
            }
            try emit("/theme", "false")
            try emit("/do-not-disturb", "true")
            try stage.turn(milliseconds: 200)
            #expect(returns.count == 0)
            try emit("/do-not-disturb", "false")
            #expect(try stage.turn { returns.count == 1 })
        }
    }

    @Test func gnomeIsAskedByItsSettings() throws {
        try DesktopStage.with { stage in
            _ = try stage.startServer("gnome-shell")
            let script = stage.stage.file("gsettings")
            func gsettings(_ text: String) throws {
                try File.write(
                    "#!/bin/sh\n\(text)\n", to: script, mode: 0o755)
            }
            try gsettings(
                "test \"$*\" = 'get org.gnome.desktop.notifications show-banners' && echo false")
            #expect(try stage.says(on))
            try gsettings("echo true")
            #expect(try stage.ask() == off)
            try gsettings("echo false; sleep 600")
            let began = awakeSeconds()
            #expect(try stage.ask() == off)
            #expect(awakeSeconds() - began < 2)
            try gsettings("exit 1")
            #expect(try stage.ask() == off)
            let home = stage.stage.folder.path
            #expect(try stage.turn { ProcessFacts.count(of: "sleep", with: "HOME=\(home)") == 0 })
        }
    }

    @Test func anotherServerEndsIt() throws {
        try DesktopStage.with { stage in
            let server = try stage.startServer("dunst")
            try server.property("org.dunstproject.cmd0", "paused", ["b", "true"])
            let returns = try stage.awaitReturn()
            server.kill()
            #expect(try stage.turn { returns.count == 1 })
            #expect(try stage.ask() == off)
        }
    }

    @Test func theRealDunstTells() throws {
        try DesktopStage.with { stage in
            _ = try Screen(stage.session)
            #expect(try stage.ask() == off)
            try stage.session.succeed("dunstctl", "set-paused", "true")
            #expect(try stage.says(on))
            let returns = try stage.awaitReturn()
            // The server tells of other properties, too.
            try stage.session.succeed("notify-send", "a", "b")
            try stage.turn(milliseconds: 300)
            #expect(returns.count == 0)
            try stage.session.succeed("dunstctl", "set-paused", "false")
            #expect(try stage.turn { returns.count == 1 })
            #expect(try stage.ask() == off)
        }
    }
}
