import TestSupport
import TrackerCore

/// A schedule is refused with the name of the wrong member, or reads again as it was given; and its moments
/// are the same however they are asked for, in any zone.
///
/// The input: eight bytes with the milliseconds from which moments are asked for; eight with the time at
/// which the zone changes its offset, and one for each offset; then the schedule's members as JSON.
enum ScheduleProperties {
    private static let fields: Set = ["every", "at", "between", "days", "anchor"]
    /// A few weeks of a schedule that is due three times a day.
    private static let number = 60

    static func check(_ bytes: [UInt8]) throws {
        var input = Input(bytes)
        // A time within this century.
        let after = 946_684_800_000 + Int64(input.number().magnitude % 3_155_760_000_000)
        let turn = after / 1000 + input.number() % 2_592_000
        let (before, then) = (offset(input.byte()), offset(input.byte()))
        let zone = Zone { $0 < turn ? before : then }
        let schedule: Schedule
        do {
            schedule = try JSONText.value(
                Schedule.self, from: String(decoding: input.rest, as: UTF8.self))
        } catch let refusal as Rejection {
            return try checkRefusal(refusal)
        } catch {
            // Texts that aren't JSON are refused by the reader.
            return
        }
        let again = try JSONText.value(Schedule.self, from: JSONText.of(schedule))
        try demand(again == schedule, "\(schedule.fields) is read as \(again.fields)")
        try checkMoments(of: schedule, after: after, zone)
    }

    /// An offset in quarters of an hour, from 12 h west to 14 h east.
    private static func offset(_ byte: UInt8) -> Int { (Int(byte) % 105 - 48) * 900 }

    private static func checkRefusal(_ refusal: Rejection) throws {
        let field = refusal.field ?? "none"
        try demand(fields.contains(field), "the refusal names \(field): \(refusal.message)")
        try demand(!refusal.message.isEmpty, "\(field) is refused without a word")
    }

    private static func checkMoments(
        of schedule: Schedule, after: Int64, _ zone: Zone
    ) throws {
        let moments = Array(schedule.moments(after: after, in: zone).prefix(number))
        try demand(!moments.isEmpty, "\(schedule.fields) is never due")
        try demand(
            zip([after] + moments, moments).allSatisfy { $0 < $1 },
            "\(schedule.fields) goes back: \(moments)")
        var last = after
        for moment in moments {
            let next = schedule.next(after: last, in: zone)
            try demand(next == moment, "after \(last) comes \(moment), or \(next ?? 0)")
            let latest = schedule.latest(after: last, through: moment, in: zone)
            try demand(latest == moment, "up to \(moment) the latest is \(latest ?? 0)")
            last = moment
        }
        let due = schedule.due(after: after, through: last, limit: number, in: zone)
        try demand(due == moments, "due are \(due) instead of \(moments)")
    }
}
