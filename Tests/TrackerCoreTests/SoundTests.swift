import TestSupport
import Testing

@testable import TrackerCore

struct SoundTests {
    /// The script has the sounds of the alerts, and no others.
    @Test func theScriptMakesEachSound() throws {
        let script = File.text(Checkout.path("config/make-sounds"))
        let names = script.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("    \""), line.contains("\": [") else { return nil }
            return String(line.dropFirst(5).prefix { $0 != "\"" })
        }
        #expect(names.sorted() == Sound.allCases.map(\.rawValue).sorted())
    }

    @Test func eachHasAnOccasionOfItsOwn() {
        #expect(Set(Sound.allCases.map(\.occasion)).count == Sound.allCases.count)
    }

    @Test(arguments: [
        ("/usr/bin/trackerd", ["/usr/share/trackerd/sounds", "/share/trackerd/sounds"]),
        ("/x", []),
        (
            "/a/.build/client/x86/release/trackerctl",
            [
                "/a/.build/client/x86/share/trackerd/sounds",
                "/a/.build/client/share/trackerd/sounds", "/a/.build/share/trackerd/sounds",
                "/a/share/trackerd/sounds",
            ]
        ),
    ])
    func theFilesAreNearTheProgram(program: String, folders: [String]) {
        #expect(Sound.folders(near: program) == folders)
    }

    @Test(arguments: [
        (SoundPlayer.pwPlay, 100, ["--volume=1.0", "/f"]),
        (.pwPlay, 50, ["--volume=0.125000", "/f"]), (.pwPlay, 1, ["--volume=0.000001", "/f"]),
        (.paplay, 100, ["--volume=65536", "/f"]), (.paplay, 50, ["--volume=32768", "/f"]),
        (.aplay, 50, ["--quiet", "/f"]),
    ])
    func playersGetTheVolumeAsTheyTakeIt(
        player: SoundPlayer, volume: Int, arguments: [String]
    ) {
        #expect(player.arguments(playing: "/f", volume: volume) == arguments)
    }
}
