import TrackerCore

/// Reads the times of a file in a zone.
struct FileClock {
    private let zone: Zone
    /// True if a date without a time of day has come up.
    private(set) var saidNoon = false

    init(zone: Zone) { self.zone = zone }

    /// A time as the clock of the zone shows it, and in UTC milliseconds.
    struct Time {
        let civil: CivilTime
        let ms: Int64
    }

    /// Time of a row's date, with its time of day if that has a column of its own.
    mutating func start(_ row: FileRow, _ findings: inout Findings) throws(LeftOut) -> Time {
        let (date, time) = (row[.date].trimmed, row[.time].trimmed)
        let isWhole = date.isEmpty || time.isEmpty
        // A column called `Time` may hold something else, such as `morning`.
        if row.columns.format == .csv, !isWhole,
            FileTime.read("\(date) \(time)", order: row.columns.dateOrder) == .unreadable,
            FileTime.read(date, order: row.columns.dateOrder) != .unreadable
        {
            findings.warn(
                "the time of day '\(time.prefix(40))' can't be read, so it was dropped",
                at: row.line)
            return try self.time(date, row, &findings)
        }
        return try self.time(isWhole ? row[.date] : "\(date) \(time)", row, &findings)
    }

    mutating func time(
        _ text: String, _ row: FileRow, _ findings: inout Findings
    ) throws(LeftOut) -> Time {
        let civil: CivilTime
        switch FileTime.read(text, order: row.columns.dateOrder) {
        case .time(let time): civil = time
        case .instant(let ms):
            guard ms >= 0 else { throw Self.tooEarly(text) }
            return Time(civil: zone.civilTime(atMs: ms), ms: ms)
        case .day(var day):
            day.hour = 12
            if !saidNoon {
                findings.warn(
                    "the file has no times of day: "
                        + (row.columns.isOfMeasurements ? "measurements" : "workouts")
                        + " are put at 12:00", at: row.line)
                saidNoon = true
            }
            civil = day
        case .foreignMonth(let word):
            throw LeftOut(
                "the month '\(word.prefix(40))' isn't known: set the app to English and export again",
                isFatal: true)
        case .unreadable: throw unreadable(text, row)
        }
        let ms = zone.wallMs(of: civil)
        guard ms >= 0 else { throw Self.tooEarly(text) }
        if zone.civilTime(atMs: ms) != civil {
            findings.warn(
                "the clock skipped \(civil.timeText) on \(civil.dateText): taken as "
                    + zone.civilTime(atMs: ms).timeText, at: row.line)
        }
        return Time(civil: civil, ms: ms)
    }

    /// Day of an instant by the clock of the zone.
    func dateText(ofMs ms: Int64) -> String { zone.civilTime(atMs: ms).dateText }

    /// True if both are the same hour on the clock, which comes twice when the clock is set back.
    func showsSame(_ ms: Int64, _ otherMs: Int64) -> Bool {
        zone.civilTime(atMs: ms) == zone.civilTime(atMs: otherMs)
    }

    private static func tooEarly(_ text: String) -> LeftOut {
        LeftOut("the date '\(text.prefix(40))' is before 1970")
    }

    private func unreadable(_ text: String, _ row: FileRow) -> LeftOut {
        guard !text.trimmed.isEmpty else { return LeftOut("the row has no date") }
        let isAnyFile = row.columns.format == .csv
        if isAnyFile, FileTime.hasShortYear(text) {
            return LeftOut(
                "the date '\(text.prefix(40))' can't be read: years need four digits", isFatal: true
            )
        }
        let isOrderMissing =
            isAnyFile && row.columns.dateOrder == nil
            && [FileTime.Order.dayFirst, .monthFirst].contains {
                FileTime.read(text, order: $0) != .unreadable
            }
        guard isOrderMissing || isAnyFile && text.contains("/") else {
            return LeftOut(
                "the date '\(text.prefix(40))' can't be read (it should look like "
                    + "2025-09-15 07:48:00)")
        }
        return LeftOut(
            "the date '\(text.prefix(40))' can't be read: call its column dmy if the day comes "
                + "first, mdy if the month does", isFatal: true)
    }
}
