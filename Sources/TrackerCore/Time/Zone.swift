/// The person's time zone, reduced to its offset from UTC at an instant.
///
/// The offsets come from the system's zone data; Core only calculates with them.
package struct Zone: Sendable {
    /// Seconds east of UTC at an instant given in seconds since 1970.
    package let offsetSeconds: @Sendable (_ unixSeconds: Int64) -> Int
    private let presentName: @Sendable () -> String
    /// Another zone by its name, such as one that the person was in; `nil` for an unknown name.
    package let named: @Sendable (_ name: String) -> Zone?

    /// - Parameters:
    ///   - name: the source of `name`.
    ///   - named: the source of other zones.
    package init(
        name: @escaping @Sendable () -> String = { "UTC" },
        named: @escaping @Sendable (_ name: String) -> Zone? = { _ in nil },
        offsetSeconds: @escaping @Sendable (_ unixSeconds: Int64) -> Int
    ) {
        self.offsetSeconds = offsetSeconds
        self.named = named
        presentName = name
    }

    /// The system's present name for the zone, such as `Europe/Berlin`.
    package var name: String { presentName() }

    package static let utc = Zone { _ in 0 }
}

/// A date and time of day by the proleptic Gregorian calendar, without a zone.
package struct CivilTime: Sendable, Hashable {
    package var year: Int
    /// 1 to 12.
    package var month: Int
    /// 1 to 31.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    /// The time that a clock in UTC shows at an instant.
    package init(unixSeconds: Int64) {
        let (days, rest) = unixSeconds.floorDivided(by: 86_400)
        // Years begin in March here, so that the leap day is the last of a year and months have a regular
        // pattern; 400 years form an era of 146,097 days (H. Hinnant, "chrono-Compatible Low-Level Date
        // Algorithms", civil_from_days).
        let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = Int(rest / 3600)
        minute = Int(rest / 60 % 60)
        second = Int(rest % 60)
    }

    /// The date, such as `2026-03-01`.
    package var dateText: String { Digits.text { $0.addDate(self) } }

    /// The time of day, such as `09:30:00`.
    package var timeText: String { Digits.text { $0.addTime(self) } }
}

extension Zone {
    /// The local time that a clock in this zone shows at an instant in UTC milliseconds.
    package func civilTime(atMs wallMs: Int64) -> CivilTime {
        let seconds = wallMs.floorDivided(by: 1000).quotient
        return CivilTime(unixSeconds: seconds + Int64(offsetSeconds(seconds)))
    }

    /// The instant by RFC 3339 with milliseconds and the local offset: `2026-03-01T09:30:00.000+01:00`.
    package func text(ofMs wallMs: Int64) -> String {
        Self.text(
            ofMs: wallMs, offsetS: offsetSeconds(wallMs.floorDivided(by: 1000).quotient))
    }

    /// The instant by RFC 3339 with a given offset, in seconds east of UTC.
    package static func text(ofMs wallMs: Int64, offsetS: Int) -> String {
        let (seconds, ms) = wallMs.floorDivided(by: 1000)
        // Offsets in RFC 3339 have no seconds, but those of old local times do. The seconds are left out of
        // the local time as well, so that the text still means this instant.
        let offset = offsetS / 60 * 60
        let local = CivilTime(unixSeconds: seconds + Int64(offset))
        let minutes = abs(offset) / 60
        return Digits.text { text in
            text.addDate(local)
            text.add("T")
            text.addTime(local)
            text.add(".")
            text.add(Int(ms), width: 3)
            text.add(offset < 0 ? "-" : "+")
            text.add(minutes / 60, width: 2)
            text.add(":")
            text.add(minutes % 60, width: 2)
        }
    }
}

/// Writes numbers with leading zeros into one buffer, for speed: every reply has several times in it.
private struct Digits {
    /// Enough bytes for any year and all that follows it.
    private static let capacity = 64
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    static func text(_ write: (inout Digits) -> Void) -> String {
        String(unsafeUninitializedCapacity: capacity) { buffer in
            var digits = Digits(buffer: buffer)
            write(&digits)
            return digits.count
        }
    }

    private init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func add(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: character)
        count += 1
    }

    mutating func add(_ value: Int, width: Int) {
        var power = 1
        for _ in 1..<width { power *= 10 }
        guard (0..<power * 10).contains(value) else {
            for byte in String(value).utf8 {
                buffer[count] = byte
                count += 1
            }
            return
        }
        while power > 0 {
            buffer[count] = UInt8(48 + value / power % 10)
            count += 1
            power /= 10
        }
    }

    mutating func addDate(_ time: CivilTime) {
        add(time.year, width: 4)
        add("-")
        add(time.month, width: 2)
        add("-")
        add(time.day, width: 2)
    }

    mutating func addTime(_ time: CivilTime) {
        add(time.hour, width: 2)
        add(":")
        add(time.minute, width: 2)
        add(":")
        add(time.second, width: 2)
    }
}
