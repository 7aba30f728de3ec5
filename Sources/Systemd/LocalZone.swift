import Glibc

/// The system's local time zone, as libc knows it.
package nonisolated enum LocalZone {
    /// How far local time is ahead of UTC at an instant, in seconds (negative in the west).
    ///
    /// - Parameter instant: seconds since 1970, UTC. For one whose year doesn't fit libc's calendar
    ///   the answer is 0.
    package static func offsetSeconds(atUnixSeconds instant: Int64) -> Int {
        var time = time_t(instant)
        var parts = tm()
        // `localtime_r` sets the zone up when it's first asked, and leaves it alone later.
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }

    /// Reads the zone anew, after a change of the link, of the zone's data or of TZ.
    ///
    /// libc keeps what it has while TZ has the same text, even if that names a file which was
    /// replaced, and so TZ becomes another for a moment. The environment must not be in use by
    /// another thread.
    package static func reload() {
        if let text = getenv("TZ") {
            let zone = String(cString: text)
            setenv("TZ", "UTC0", 1)
            tzset()
            setenv("TZ", zone, 1)
        }
        tzset()
    }

    /// Where the zone comes from: `/etc/localtime`, or the file that TZ gives by its full path. To
    /// learn of a change, watch its directory for this name and then `reload`.
    package static var linkPath: String {
        guard let text = getenv("TZ") else { return "/etc/localtime" }
        let path = String(cString: text).drop { $0 == ":" }
        return path.hasPrefix("/") ? String(path) : "/etc/localtime"
    }
}
