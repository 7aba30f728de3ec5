import Glibc

/// The system's local time zone, as libc knows it.
package nonisolated enum LocalZone {
    /// The offset of local time from UTC at an instant, in seconds (negative in the west).
    ///
    /// - Parameter instant: seconds since 1970, UTC. If its year doesn't fit libc's calendar, the offset is
    ///   0.
    package static func offsetSeconds(atUnixSeconds instant: Int64) -> Int {
        var time = time_t(instant)
        var parts = tm()
        // `localtime_r` sets the zone up on the first call and leaves it alone later.
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }

    /// The offset of another zone from UTC at an instant, in seconds; `nil` for a zone that the system
    /// doesn't know.
    ///
    /// libc knows one zone at a time, so TZ is changed for a moment. No other thread may use the environment
    /// meanwhile.
    package static func offsetSeconds(atUnixSeconds instant: Int64, in zone: String) -> Int? {
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        let isName = !zone.hasPrefix("/") && !zone.contains("..") && !zone.isEmpty
        guard isName, access("\(folder)/\(zone)", R_OK) == 0 else { return nil }
        let present = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", ":\(zone)", 1)
        tzset()
        defer {
            if let present { setenv("TZ", present, 1) } else { unsetenv("TZ") }
            tzset()
        }
        return offsetSeconds(atUnixSeconds: instant)
    }

    /// Reads the zone again, after a change of the link, of the zone's data or of TZ.
    ///
    /// libc keeps the zone while TZ has the same text, or none, and the file looks unchanged (by its inode
    /// and second), so TZ is changed for a moment. No other thread may use the environment meanwhile.
    package static func reload() {
        let zone = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", "UTC0", 1)
        tzset()
        if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
        tzset()
    }

    /// The zone's name, such as `Europe/Berlin`: from TZ, otherwise from the target of the system's zone
    /// link. For a zone without a name, the text of TZ; for a system without a zone, `UTC`.
    package static var name: String {
        let folder = "/zoneinfo/"
        let text = getenv("TZ").map { String(cString: $0).drop { $0 == ":" } }
        if let text, !text.hasPrefix("/") { return text.isEmpty ? "UTC" : String(text) }
        guard let target = realpath(path, nil) else { return "UTC" }
        defer { free(target) }
        let file = String(cString: target)
        guard let start = file.ranges(of: folder).last?.upperBound else { return "UTC" }
        return String(file[start...])
    }

    /// File of the zone: `/etc/localtime`, or the file that TZ names, by its full path or relative to the
    /// zone folder.
    package static var path: String {
        guard let text = getenv("TZ") else { return "/etc/localtime" }
        let zone = String(cString: text).drop { $0 == ":" }
        if zone.hasPrefix("/") { return String(zone) }
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        return "\(folder)/\(zone.isEmpty ? "Universal" : zone)"
    }
}
