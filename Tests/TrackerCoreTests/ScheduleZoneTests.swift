import TestSupport
import Testing
import TrackerCore

/// All zones of the world and all leaps of their clocks from 2000 to 2037: no occurrence is skipped,
/// doubled, or moved more than the rule says.
struct ScheduleZoneTests {
    private static let years: Range<Int64> = 946_684_800..<2_145_916_800

    private func leaps(_ zone: SystemZone) -> [SystemZone.Transition] {
        zone.transitions.filter { Self.years.contains($0.at) }
    }

    /// Every three hours, and times around the leap: where it begins, in its middle, where it ends.
    private func minutes(_ leap: SystemZone.Transition) -> [Int64] {
        let edges = [leap.at + Int64(leap.before), leap.at + Int64(leap.after)].map { $0 / 60 }
        let about = edges.flatMap { [$0 - 30, $0 - 1, $0, $0 + 1, $0 + 15] }
        return Set((stride(from: 0, to: 1440, by: 180) + about).map { (($0 % 1440) + 1440) % 1440 })
            .sorted()
    }

    @Test(arguments: SystemZone.all)
    func fixedTimes(zone: SystemZone) throws {
        let clock = zone.zone
        for leap in leaps(zone) {
            let minutes = minutes(leap)
            let times = minutes.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
            let schedule = try Schedule(.init(at: .list(times), days: .text("daily")))
            let day = (leap.at + Int64(min(leap.before, leap.after))) / 86_400
            let days = day - 1...day + 2
            let from = try zone.unixSeconds(ofLocal: (day - 1) * 86_400)
            let to = try zone.unixSeconds(ofLocal: (day + 2) * 86_400)
            let due = schedule.due(
                after: from * 1000 - 1, through: to * 1000, limit: .max, in: clock)
            #expect(zip(due, due.dropFirst()).allSatisfy(<), "\(leap)")
            var expected: Set<Int64> = []
            for day in days {
                for minute in minutes {
                    let local = day * 86_400 + minute * 60
                    let moment = try zone.unixSeconds(ofLocal: local)
                    let shown = moment + Int64(clock.offsetSeconds(moment))
                    // A time is shown as it was asked for, or moved by the gap that it fell into.
                    let isMoved = shown != local
                    if isMoved, shown - local != Int64(leap.leap) || leap.leap < 0 {
                        Issue.record("\(local) is shown as \(shown) at \(leap)")
                    }
                    if moment <= to { expected.insert(moment * 1000) }
                }
            }
            #expect(due == expected.sorted(), "\(leap)")
        }
    }

    /// A grid goes on through a leap in steps of real time, from the opening up to the closing.
    @Test(arguments: SystemZone.all)
    func grids(zone: SystemZone) throws {
        let schedules =
            [
                ("00:00-24:00", 0, 1440, 30), ("22:00-06:00", 1320, 1800, 45),
                ("01:15-02:45", 75, 165, 20),
            ] as [(String, Int64, Int64, Int64)]
        for (text, start, end, every) in schedules {
            let fields = Schedule.Fields(
                every: .ms(every * 60_000), between: .text(text), days: .text("daily"))
            var clockMembers = fields
            clockMembers.anchor = .clock
            let (response, grid) = (try Schedule(fields), try Schedule(clockMembers))
            for leap in leaps(zone) {
                let day = (leap.at + Int64(min(leap.before, leap.after))) / 86_400
                var expected: Set<Int64> = []
                for day in day - 1...day + 2 {
                    let opens = try zone.unixSeconds(ofLocal: day * 86_400 + start * 60)
                    let closes = try zone.unixSeconds(ofLocal: day * 86_400 + end * 60)
                    guard opens < closes else { continue }
                    expected.formUnion(
                        stride(from: opens + every * 60, through: closes, by: Int(every) * 60)
                            .map { $0 * 1000 })
                }
                let from = try zone.unixSeconds(ofLocal: (day - 1) * 86_400 + start * 60) * 1000
                let to = try zone.unixSeconds(ofLocal: (day + 2) * 86_400 + end * 60) * 1000
                // Of the day before, all but the end of a window over midnight is past by then.
                let due = grid.due(after: from, through: to, limit: .max, in: zone.zone)
                #expect(due == expected.sorted(), "\(text) at \(leap)")
                if let next = due.first(where: { $0 > leap.at * 1000 }) {
                    #expect(grid.next(after: leap.at * 1000, in: zone.zone) == next, "\(leap)")
                    #expect(grid.next(after: next - 1, in: zone.zone) == next, "\(leap)")
                }
                // Unanswered, each moment counts from the one before; a gap of a day makes whole windows
                // overlap, and these count as one.
                let unanswered = response.due(
                    after: from, through: to, base: from, limit: .max, in: zone.zone)
                #expect(unanswered == due, "\(text) at \(leap)")
            }
        }
    }
}
