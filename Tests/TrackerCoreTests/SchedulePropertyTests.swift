import TestSupport
import Testing
import TrackerCore

/// A schedule by the plainest definition.
private struct Reference {
    struct Slot {
        let weekday: Int
        /// Minutes of the day; the end is `nil` for a fixed time.
        let start: Int
        let end: Int?
    }

    let everyMs: Int64?
    let isResponse: Bool
    let slots: [Slot]
    let zone: SystemZone

    /// The windows of some days, in the order of their opening.
    func windows(days: ClosedRange<Int64>) throws -> [(opens: Int64, closes: Int64)] {
        var windows: [(opens: Int64, closes: Int64)] = []
        for day in days {
            for slot in slots where (day + 3) % 7 == slot.weekday {
                func instant(_ minute: Int) throws -> Int64 {
                    try zone.unixSeconds(ofLocal: day * 86_400 + Int64(minute) * 60) * 1000
                }
                let opens = try instant(slot.start)
                let closes = try slot.end.map(instant) ?? opens
                if slot.end == nil || opens < closes { windows.append((opens, closes)) }
            }
        }
        return windows.sorted { ($0.opens, $0.closes) < ($1.opens, $1.closes) }
    }

    /// Window start + k · every, k ≥ 1, up to and including the end; or the fixed times.
    func grid(days: ClosedRange<Int64>) throws -> [Int64] {
        var moments: Set<Int64> = []
        for window in try windows(days: days) {
            guard let everyMs else {
                moments.insert(window.opens)
                continue
            }
            var moment = window.opens + everyMs
            while moment <= window.closes {
                moments.insert(moment)
                moment += everyMs
            }
        }
        return moments.sorted()
    }

    /// The time `every` after the base inside its window, or after the next opening of a window that is
    /// long enough.
    func nextResponse(afterBase base: Int64, days: ClosedRange<Int64>) throws -> Int64? {
        let every = try #require(everyMs)
        var joined: [(opens: Int64, closes: Int64)] = []
        for window in try windows(days: days) {
            if let last = joined.last, window.opens < last.closes {
                joined[joined.count - 1].closes = max(last.closes, window.closes)
            } else {
                joined.append(window)
            }
        }
        let inside = joined.contains {
            $0.opens <= base && base <= $0.closes && base + every <= $0.closes
        }
        if inside { return base + every }
        return joined.first { $0.opens >= base && $0.opens + every <= $0.closes }
            .map { $0.opens + every }
    }
}

extension Reference {
    /// A random schedule, as a request gives it and by its definition.
    static func random(_ zone: SystemZone, by random: inout SplitMix) -> (String, Reference) {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        func text(_ minute: Int) -> String { "\(two(minute / 60)):\(two(minute % 60))" }
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        var days = (0..<7).filter { _ in Bool.random(using: &random) }
        if days.isEmpty { days = [6] }
        let dayTexts = days.map { "\"\(names[$0])\"" }.joined(separator: ",")
        // Often in the small hours, where clocks leap.
        let latest = Bool.random(using: &random) ? 300 : 1439
        // Times that cut the day into windows and pauses; the last window may reach over midnight, up to
        // the first.
        var cuts = Set(
            (0..<Int.random(in: 2...7, using: &random)).map { _ in
                Int.random(in: 0...latest, using: &random) / 5 * 5
            }
        ).sorted()
        guard Int.random(in: 0..<3, using: &random) > 0, cuts.count > 1 else {
            let times = cuts.shuffled(using: &random).map { "\"\(text($0))\"" }
            let slots = days.flatMap { day in
                cuts.map { Slot(weekday: day, start: $0, end: nil) }
            }
            return (
                #"{"at":[\#(times.joined(separator: ","))],"days":[\#(dayTexts)]}"#,
                Reference(everyMs: nil, isResponse: false, slots: slots, zone: zone)
            )
        }
        var windows: [(Int, Int)] = []
        if Bool.random(using: &random) {
            windows.append((cuts.removeLast(), (cuts.first ?? 0) + 1440))
        }
        for (start, end) in zip(cuts, cuts.dropFirst()) where Bool.random(using: &random) {
            windows.append((start, end))
        }
        if windows.isEmpty { windows = [(0, 1440)] }
        let longest = windows.map { $0.1 - $0.0 }.max() ?? 1440
        let every = Int64.random(in: 1...Int64(min(longest, 1440)), using: &random) * 60_000
        let between = windows.shuffled(using: &random).map {
            "\(text($0.0))-\(text($0.1 > 1440 ? $0.1 - 1440 : $0.1))"
        }
        let isResponse = Bool.random(using: &random)
        let slots = days.flatMap { day in
            windows.map { Slot(weekday: day, start: $0.0, end: $0.1) }
        }
        return (
            #"{"every":\#(every),"between":"\#(between.joined(separator: ", "))","#
                + #""days":[\#(dayTexts)],"anchor":"\#(isResponse ? "response" : "clock")"}"#,
            Reference(everyMs: every, isResponse: isResponse, slots: slots, zone: zone)
        )
    }
}

/// Random schedules on the days around a leap of the clock, compared with their definition.
struct SchedulePropertyTests {
    private static let zones = [
        "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia",
        "America/Havana", "Africa/Casablanca", "America/St_Johns", "Antarctica/Troll",
    ]

    /// A zone and a day near one of its leaps.
    private func place(_ seed: UInt64, _ random: inout SplitMix) throws -> (SystemZone, Int64) {
        let zone = try SystemZone.named(Self.zones[Int(seed) % Self.zones.count])
        let leaps = zone.transitions.filter { (946_684_800...2_145_916_800).contains($0.at) }
        // Apia's missing day is taken whenever it is Apia's turn and that day is among the leaps.
        let leap = try #require(
            leaps.first { $0.leap == 86_400 } ?? leaps.randomElement(using: &random))
        return (zone, leap.at / 86_400)
    }

    @Test(arguments: 0..<160 as Range<UInt64>)
    func momentsAreThoseOfTheWords(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let (zone, day) = try place(seed, &random)
        let (text, reference) = Reference.random(zone, by: &random)
        let schedule = try schedule(text)
        // Windows that count as one for responses are two by the grid.
        try #require(schedule.everyMs == reference.everyMs)
        let from = (day - 3) * 86_400_000 + Int64.random(in: 0..<86_400_000, using: &random)
        let to = (day + 4) * 86_400_000
        guard !reference.isResponse else {
            return try answers(schedule, reference, text, day, &random)
        }
        let grid = try reference.grid(days: day - 8...day + 16)
        let expected = grid.filter { from < $0 && $0 <= to }
        let due = schedule.due(after: from, through: to, limit: .max, in: zone.zone)
        #expect(due == expected, "\(zone.names[0]): \(text)")
        #expect(
            schedule.latest(after: from, through: to, in: zone.zone) == expected.last, "\(text)")
        for _ in 0..<10 {
            let instant = Int64.random(in: from...to, using: &random)
            #expect(
                schedule.next(after: instant, in: zone.zone) == grid.first { $0 > instant },
                "\(text) after \(instant)")
            #expect(
                schedule.latest(after: from - 172_800_000, through: instant, in: zone.zone)
                    == grid.last { $0 > from - 172_800_000 && $0 <= instant },
                "\(text) through \(instant)")
        }
    }

    private func answers(
        _ schedule: Schedule, _ reference: Reference, _ text: String, _ day: Int64,
        _ random: inout SplitMix
    ) throws {
        let zone = reference.zone.zone
        var base = (day - 2) * 86_400_000
        for _ in 0..<40 {
            let next = schedule.nextResponse(afterBase: base, in: zone)
            let expected = try reference.nextResponse(afterBase: base, days: day - 8...day + 16)
            #expect(next == expected, "\(reference.zone.names[0]): \(text), base \(base)")
            guard let next, next < (day + 4) * 86_400_000 else { break }
            // Nobody answers, or somebody does after a while.
            base = next
            if Bool.random(using: &random) {
                base += Int64.random(in: 0..<(schedule.everyMs ?? 1), using: &random)
            }
        }
    }
}
