import TestSupport
import Testing
import TrackerCore

struct ScheduleTests {
    /// One time with a date follows the zone, one with an offset doesn't.
    @Test func onceFallsDueAtItsTime() throws {
        let east = Zone { _ in 3600 }
        let local = try schedule(#"{"once":"2026-03-06T09:00"}"#)
        let fixed = try schedule(#"{"once":"2026-03-06T09:00:00Z"}"#)
        let nine: Int64 = 1_772_787_600_000
        #expect(local.isOnce && local.everyMs == nil && local.anchor == nil)
        #expect(local.next(after: 0, in: .utc) == nine)
        #expect(local.next(after: 0, in: east) == nine - 3_600_000)
        #expect(fixed.next(after: 0, in: east) == nine)
        #expect(local.next(after: nine - 1, in: .utc) == nine)
        #expect(local.next(after: nine, in: .utc) == nil)
        #expect(local.latest(after: 0, through: nine, in: .utc) == nine)
        #expect(local.latest(after: nine, through: nine + 1, in: .utc) == nil)
        #expect(!local.isOver(by: nine - 1, in: .utc) && local.isOver(by: nine, in: .utc))
    }

    /// Two spellings of one schedule fall due at the same moments.
    @Test(arguments: [
        (#"{"every":"30m"}"#, #"{"every":1800000,"days":"mon-fri","between":"00:00-24:00"}"#),
        (#"{"every":"30m","days":"daily"}"#, #"{"every":"30m","days":"thu-wed"}"#),
        (
            #"{"every":"30m","days":"sat-mon"}"#,
            #"{"every":"30m","days":["mon","sun","sat","mon"]}"#
        ),
        (#"{"every":"30m","days":"mon,wed-thu"}"#, #"{"every":"30m","days":["wed-thu","MONDAY"]}"#),
        (#"{"every":"30m","days":"fri-fri"}"#, #"{"every":"30m","between":{"fri":"00:00-24:00"}}"#),
        (
            #"{"every":"1h","between":"22:00-00:00"}"#, #"{"every":"1h","between":"22:00-24:00"}"#
        ),
        (
            #"{"every":"1h","between":"13:00-17:00,09:00-12:00","days":"mon-tue,sat"}"#,
            #"{"every":"1h","between":{"sat":"09:00-12:00,13:00-17:00","Mon-Tue":"9:00-12:00 ,13:00-17:00"},"days":["mon","tue","sat"]}"#
        ),
        (#"{"at":["20:00","08:00","8:00"]}"#, #"{"at":"8:00,20:00","days":"mon-fri"}"#),
    ])
    func spellings(_ one: String, _ other: String) throws {
        let (one, other) = (try schedule(one), try schedule(other))
        #expect(one != other)
        let moments = one.moments(after: 1_767_225_600_000, in: .utc).prefix(400)
        #expect(
            moments.elementsEqual(other.moments(after: 1_767_225_600_000, in: .utc).prefix(400)))
    }
}

/// Refusals, with the wrong member and the allowed values.
struct ScheduleRefusalTests {
    private static let refusals: [(String, String, String)] = [
        ("{}", "every", "give every or at"),
        (#"{"between":"09:00-17:00"}"#, "every", "give every or at"),
        (#"{"every":"30m","at":["08:00"]}"#, "at", "can't be used together"),
        // every
        (#"{"every":true}"#, "every", "such as 90s"), (#"{"every":"30"}"#, "every", "such as 90s"),
        (#"{"every":"soon"}"#, "every", "such as 90s"), (#"{"every":""}"#, "every", "such as 90s"),
        (#"{"every":1.5}"#, "every", "integer in milliseconds"),
        (#"{"every":0}"#, "every", "1 min to 24 h"),
        (#"{"every":-60000}"#, "every", "1 min to 24 h"),
        (#"{"every":59999}"#, "every", "1 min to 24 h"),
        (#"{"every":"24h 1s"}"#, "every", "1 min to 24 h"),
        (#"{"every":"-30m"}"#, "every", "1 min to 24 h"),
        (#"{"every":"9h","between":"09:00-17:00"}"#, "every", "at most 8h"),
        (#"{"every":"2h","between":"09:00-10:00,11:00-12:30"}"#, "every", "at most 1h30m"),
        (
            #"{"every":"5h","between":{"mon":"22:00-02:00","tue":"09:00-10:00"}}"#, "every",
            "at most 4h"
        ),
        // between
        (#"{"every":"30m","between":"25:00-26:00"}"#, "between", "\"25:00-26:00\""),
        (#"{"every":"30m","between":"09:00-25:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"09:60-17:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"24:00-02:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"09:00-24:01"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"09:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"09:00-10:00-11:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"9-17"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"09:0-17:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"+9:00-17:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"009:00-17:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":":00-17:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"٠٩:00-17:00"}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":""}"#, "between", "HH:MM-HH:MM"),
        (#"{"every":"30m","between":"09:00-17:00,"}"#, "between", "several with commas"),
        (#"{"every":"30m","between":"09:00-09:00"}"#, "between", "empty window"),
        (#"{"every":"30m","between":"00:00-00:00"}"#, "between", "00:00-24:00"),
        (#"{"every":"30m","between":5}"#, "between", "for each day"),
        (#"{"every":"30m","between":["09:00-17:00"]}"#, "between", "for each day"),
        (#"{"every":"30m","between":{"mon":5}}"#, "between", "for each day"),
        (#"{"every":"30m","between":{"mon":null}}"#, "between", "for each day"),
        (#"{"every":"30m","between":{}}"#, "between", "names no day"),
        (#"{"every":"30m","between":{"someday":"09:00-17:00"}}"#, "between", "\"someday\""),
        (#"{"every":"30m","between":{"mon":"09:00-09:00"}}"#, "between", "empty window"),
        (
            #"{"every":"30m","between":{"mon-wed":"09:00-10:00","tue":"11:00-12:00"}}"#, "between",
            "a day twice: \"tue\""
        ),
        (
            #"{"every":"30m","between":{"mon":"09:00-10:00"},"days":"tue"}"#, "days",
            "between already names"
        ),
        // Overlaps: in a day, over midnight, and from Sunday to Monday.
        (
            #"{"every":"30m","between":"09:00-12:00,11:59-13:00"}"#, "between",
            "mon 09:00-12:00 and mon 11:59-13:00"
        ),
        (#"{"every":"30m","between":"09:00-12:00,09:00-12:00"}"#, "between", "overlap"),
        (
            #"{"every":"30m","between":"22:00-02:00,01:00-05:00"}"#, "between",
            "mon 22:00-02:00 and tue 01:00-05:00"
        ),
        (
            #"{"every":"30m","between":{"sun":"22:00-02:00","mon":"01:30-05:00"}}"#, "between",
            "sun 22:00-02:00 and mon 01:30-05:00"
        ),
        (#"{"every":"30m","between":"09:00-10:00,21:00-08:00,07:00-08:30"}"#, "between", "overlap"),
        // days
        (#"{"every":"30m","days":[]}"#, "days", "names no day"),
        (#"{"every":"30m","days":""}"#, "days", "use mon, tue"),
        (#"{"every":"30m","days":"mon-"}"#, "days", "\"mon-\""),
        (#"{"every":"30m","days":"mon-wed-fri"}"#, "days", "a range such as mon-fri"),
        (#"{"every":"30m","days":["mon","funday"]}"#, "days", "\"funday\""),
        (#"{"at":["08:00"],"days":[1]}"#, "days", "a list of strings"),
        (#"{"at":["08:00"],"days":5}"#, "days", "a list of strings"),
        // at
        (#"{"at":["25:00"]}"#, "at", "\"25:00\": a time of day is 00:00 to 23:59"),
        (#"{"at":["24:00"]}"#, "at", "00:00 to 23:59"), (#"{"at":["8"]}"#, "at", "00:00 to 23:59"),
        (#"{"at":["08:00:00"]}"#, "at", "00:00 to 23:59"),
        (#"{"at":[""]}"#, "at", "00:00 to 23:59"),
        (#"{"at":[]}"#, "at", "at is empty"), (#"{"at":[800]}"#, "at", "a list of strings"),
        (#"{"at":["08:00"],"between":"09:00-17:00"}"#, "between", "works only with every"),
        (#"{"at":["08:00"],"anchor":"clock"}"#, "anchor", "works only with every"),
        (#"{"every":"30m","anchor":"moon"}"#, "anchor", "one of: response, clock"),
        (#"{"every":"30m","anchor":1}"#, "anchor", "one of: response, clock"),
    ]

    @Test(arguments: refusals)
    func refused(_ text: String, _ field: String, _ excerpt: String) throws {
        let rejection = try #require(
            #expect(throws: Rejection.self) { try schedule(text) }, "\(text)")
        #expect(rejection.kind == .invalidParams && rejection.field == field, "\(rejection)")
        #expect(rejection.message.contains(excerpt), "\(rejection.message)")
        #expect(rejection.message.contains(field) || field == "every", "\(rejection.message)")
    }

    @Test(arguments: [
        #"{"every":60000}"#, #"{"every":86400000}"#, #"{"every":"8h","between":"09:00-17:00"}"#,
        #"{"every":"30m","between":"09:00-12:00,12:00-15:00"}"#,
        #"{"every":"30m","between":"22:00-02:00,02:00-05:00"}"#,
        #"{"every":"30m","between":"10:00-09:59","days":"daily"}"#,
        #"{"every":"30m","between":{"sun":"22:00-02:00","mon":"02:00-05:00"}}"#,
        // The short window never fires; the long one does.
        #"{"every":"2h","between":"09:00-10:00,11:00-15:00"}"#,
        #"{"at":["00:00","23:59"]}"#,
    ])
    func atTheEdge(text: String) throws {
        #expect(try schedule(text).next(after: 0, in: .utc) != nil)
    }

    @Test func listsHaveALimit() throws {
        func at(_ count: Int) -> String {
            let times = (0..<count).map { #""\#($0 / 60):\#($0 % 60 / 10)\#($0 % 10)""# }
            return #"{"at":[\#(times.joined(separator: ","))]}"#
        }
        #expect(try schedule(at(100)).next(after: 0, in: .utc) != nil)
        #expect(
            throws: Rejection(.tooLarge, "at has too many times: at most 100", field: "at")
        ) { try schedule(at(101)) }
        func between(_ count: Int) -> String {
            let windows = (0..<count).map {
                let start = "\($0 / 6 + 1):\($0 % 6)"
                return "\(start)0-\(start)5"
            }
            return #"{"every":"5m","between":"\#(windows.joined(separator: ","))"}"#
        }
        #expect(try schedule(between(100)).next(after: 0, in: .utc) != nil)
        let rejection = #expect(throws: Rejection.self) { try schedule(between(101)) }
        #expect(rejection?.kind == .tooLarge && rejection?.field == "between")
    }
}
