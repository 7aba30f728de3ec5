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

    /// Sounds of different names sound different.
    @Test func theScriptMakesNoTwoAlike() {
        let script = File.text(Checkout.path("config/make-sounds"))
        let tones = script.split(separator: "\n").compactMap { line -> Substring? in
            guard line.hasPrefix("    \""), let start = line.firstRange(of: "\": [") else {
                return nil
            }
            return line[start.upperBound...]
        }
        #expect(tones.count == Sound.allCases.count && Set(tones).count == tones.count)
    }

    @Test func eachKindOfIntervalHasAStart() {
        let sounds = Interval.Kind.allCases.map(Sound.start)
        #expect(Set(sounds).count == Interval.Kind.allCases.count)
        #expect(sounds.allSatisfy { $0.configuredNames == [$0.rawValue, "run-interval-started"] })
        #expect(Sound.timerFinished.configuredNames == ["timer-finished"])
        var settings = Configuration.Sounds()
        settings.files = ["run-interval-started": "/a", "run-rest-started": "/b"]
        #expect(settings.files(of: .runRestStarted) == ["/b", "/a"])
        #expect(settings.files(of: .runWorkStarted) == ["/a"])
        #expect(settings.files(of: .runCompleted).isEmpty)
    }

    /// A lead-in is a WAV file that hardly anybody hears.
    @Test func aLeadInIsNearlySilent() {
        let bytes = LeadIn.wave(ms: 400)
        let samples = 22_050 * 400 / 1000
        #expect(bytes.count == 44 + 2 * samples)
        #expect(String(decoding: bytes.prefix(4) + bytes[8..<12], as: UTF8.self) == "RIFFWAVE")
        let size = bytes[40..<44].reversed().reduce(0) { $0 << 8 + Int($1) }
        #expect(size == 2 * samples)
        let words = stride(from: 44, to: bytes.count, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        #expect(Set(words) == [1, -1])
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

    // MARK: Which of two is heard

    private static let ranks: [[Sound]] = [
        [.achievementUnlocked, .reportReady, .storageRecovered],
        [.restWarning, .runHalfway, .runCountdown],
        [
            .restFinished, .trainingEffortStarted, .trainingPaused, .trainingTargetReached,
            .trainingCompleted, .reminderFired, .reminderFollowedUp, .runPrepareStarted,
            .runWorkStarted, .runRestStarted, .runBreakStarted, .runCooldownStarted,
            .runIntervalFinished, .runConfirmationNeeded, .runCompleted,
        ], [.timerFinished, .reminderEscalated, .runStopped, .storageDegraded],
    ]

    @Test func eachHasItsRank() {
        #expect(Set(Self.ranks.joined()) == Set(Sound.allCases))
    }

    /// For each pair of sounds: in a moment the more important one, later also one that is as important, and
    /// of one thread always the later one, unless it is of less importance in the same moment.
    @Test(arguments: [0, 499, 500, 60_000] as [Int64]) func oneReplacesAnother(_ afterMs: Int64) {
        for (rank, sounds) in Self.ranks.enumerated() {
            for (otherRank, others) in Self.ranks.enumerated() {
                for (sound, other) in sounds.flatMap({ sound in others.map { (sound, $0) } }) {
                    let isInMoment = afterMs < 500
                    #expect(
                        sound.replaces(other, afterMs: afterMs, isOfItsThread: false)
                            == (isInMoment ? rank > otherRank : rank >= otherRank))
                    #expect(
                        sound.replaces(other, afterMs: afterMs, isOfItsThread: true)
                            == (!isInMoment || rank >= otherRank))
                }
            }
        }
    }
}
