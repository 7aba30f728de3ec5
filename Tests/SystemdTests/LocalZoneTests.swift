import Glibc
import Systemd
import TestSupport
import Testing

@Suite(.serialized) struct LocalZoneTests {
    private func inZone<Result>(_ zone: String?, _ body: () throws -> Result) rethrows -> Result {
        defer { LocalZone.reload() }
        return try withEnvironment(["TZ": zone]) {
            LocalZone.reload()
            return try body()
        }
    }

    @Test(arguments: [
        // Berlin goes from +1 to +2 at 01:00 UTC on 2026-03-29, and back at 01:00 UTC on 2026-10-25.
        ("Europe/Berlin", 1_774_745_999, 3600), ("Europe/Berlin", 1_774_746_000, 7200),
        ("Europe/Berlin", 1_792_889_999, 7200), ("Europe/Berlin", 1_792_890_000, 3600),
        // Lord Howe's summer time is half an hour; it begins on 2026-10-03 at 15:30 UTC.
        ("Australia/Lord_Howe", 1_791_041_399, 37800),
        ("Australia/Lord_Howe", 1_791_041_400, 39600),
        // Apia left out 2011-12-30: from -10 to +14 at 10:00 UTC.
        ("Pacific/Apia", 1_325_239_199, -36000), ("Pacific/Apia", 1_325_239_200, 50400),
        ("UTC", 0, 0),
    ])
    func offsetsAroundTransitions(zone: String, instant: Int64, offset: Int) {
        #expect(inZone(zone) { LocalZone.offsetSeconds(atUnixSeconds: instant) } == offset)
    }

    @Test func instantsFarAwayAreAnswered() {
        inZone("Europe/Berlin") {
            #expect(LocalZone.offsetSeconds(atUnixSeconds: -10_000_000_000) == 3208)
            #expect(LocalZone.offsetSeconds(atUnixSeconds: .max) == 0)
        }
    }

    @Test func aReplacedLinkIsReadAnewThoughTzStaysTheSame() throws {
        let folder = try TemporaryFolder()
        let link = folder.file("localtime")
        symlink("/usr/share/zoneinfo/Europe/Berlin", link)
        try inZone(":\(link)") {
            #expect(LocalZone.path == link)
            #expect(LocalZone.offsetSeconds(atUnixSeconds: 1_767_225_600) == 3600)
            let loop = try EventLoop()
            var offset: Int?
            let watch = try FileWatch(loop, [LocalZone.path]) {
                LocalZone.reload()
                offset = LocalZone.offsetSeconds(atUnixSeconds: 1_767_225_600)
            }
            symlink("/usr/share/zoneinfo/Pacific/Apia", folder.file("new"))
            rename(folder.file("new"), link)
            #expect(try turn(loop) { offset != nil })
            #expect(offset == 46800)
            withExtendedLifetime(watch) {}
        }
    }

    @Test func theFileIsTheSystemsUnlessTzNamesOne() {
        for (zone, path) in [
            (nil, "/etc/localtime"), ("Europe/Berlin", "/zones/Europe/Berlin"),
            (":Europe/Berlin", "/zones/Europe/Berlin"), ("", "/zones/Universal"),
            (":/a/b", "/a/b"),
        ] as [(String?, String)] {
            let found = withEnvironment(["TZ": zone, "TZDIR": "/zones"]) { LocalZone.path }
            #expect(found == path)
        }
    }
}
