import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// Members of the wrong kind or out of their range, for every method.
struct ParamsTests {
    /// The kind of a member: values that it doesn't allow, and the message about them.
    enum Kind {
        case text, whole, number, flag, texts, span, spans, onSuspend, unit, mode, when, calls
        case intervals
        case muscles, removableMuscles
        case distanceUnit, map, exportedTables, exportFormat
        case planned, corrections, plates, setKind, loadUnit, quantityUnit, loadMode, formula
        case removableWhole, removableNumber, removableNumbers, removableSpan, removableLoadUnit
        case every, words, windows, anchor, followUps, missed, whenIdle, grace, breakLength, action,
            occurrenceState
        case period, weekStart, challengeKind, achievementCategory, reports, goalMeasure, goalPeriod
        case timerAction, reminderAction

        func refused(_ name: String) -> [(value: String, message: String)] {
            let broken = "\(name) has a string with a broken escape or a bare control character"
            let list = "\(name) must be a list"
            let span = "must be an integer in milliseconds or \(DurationText.allowed)"
            func all(_ values: [String], _ message: String) -> [(String, String)] {
                values.map { ($0, message) }
            }
            switch self {
            case .text:
                return all(["5", "1.5", "true", "[]", "{}", "[\"x\"]"], "\(name) must be a string")
                    + all(["\"\\ud800\"", "\"a\tb\""], broken)
            case .whole:
                return all(
                    [
                        "\"5\"", "true", "[]", "{}", "1.5", "1e30", "-1e30", "9223372036854775808",

                    ], "\(name) must be a whole number that fits in 64 bits")
            case .number:
                return all(
                    ["\"5\"", "\"2m\"", "true", "[]", "{}", "1e999"], "\(name) must be a number")
            case .flag:
                return all(["\"true\"", "1", "0", "[]", "{}"], "\(name) must be true or false")
            case .texts:
                return all(["\"timer.*\"", "5", "true", "{}"], list)
                    + all(["[5]", "[\"x\",null]", "[[]]"], "each of \(name) must be a string")
                    + all(["[\"\\ud800\"]"], broken)
            case .span:
                return all(
                    [
                        "true", "1.5", "1e30", "9223372036854775808", "[]", "{}", "\"\"", "\"5\"",
                        "\"tea\"", "\"1  h\"", "\"106751991168d\"", "\"\\ud800\"", "[1000]",
                    ], "\(name) \(span)")
            case .spans:
                return all(["5", "\"3s\"", "true", "{}"], list)
                    + all(["[true]", "[3000,\"x\"]", "[null]", "[1.5]"], "\(name) \(span)")
            case .onSuspend:
                return all(
                    ["\"stop\"", "\"Pause\"", "\"\"", "5", "true", "[]", "{}", "\"\\ud800\""],
                    "\(name) must be one of: continue, pause, cancel")
            case .unit:
                return all(
                    ["\"rep\"", "\"Reps\"", "\"\"", "5", "true", "[]", "{}"],
                    "\(name) must be one of: reps, seconds")
            case .mode:
                return all(
                    ["\"rep\"", "\"Time\"", "\"\"", "5", "true", "[]", "{}"],
                    "\(name) must be one of: time, reps")
            case .when:
                return all(
                    [
                        "\"25:00\"", "\"soon\"", "\"\"", "\"10m\"", "\"2026-02-30\"", "5", "true",
                        "[]", "{}", "\"\\ud800\"",
                    ], "\(name) must be \(TypedTime.allowed)")
            case .intervals: return all(["5", "\"x\"", "true", "{}"], list)
            case .calls, .planned, .corrections: return all(["5", "\"x\"", "true", "{}"], list)
            case .plates:
                return all(["5", "\"x\"", "true", "{}"], list)
                    + all(
                        ["[true]", "[\"20\"]", "[{}]", "[[]]", "[null]"],
                        "each of plates must be a weight, or {\"weight\": 20, \"count\": 4}")
            case .muscles:
                let words = "must be a list of: \(Muscle.allowed)"
                return all(
                    ["5", "\"chest\"", "true", "[]", "[\"chest\"]"],
                    "muscles must be an object with primary and secondary")
                    + all(
                        [#"{"primary":"chest"}"#, #"{"primary":["pecs"]}"#, #"{"primary":[5]}"#],
                        "primary in muscles \(words)")
                    + all(
                        [#"{"primary":["chest"],"secondary":["heart"]}"#],
                        "secondary in muscles \(words)")
            case .removableMuscles: return Self.muscles.refused(name).map(Self.orFalse)
            case .distanceUnit: return choice(name, "m, km, mi")
            case .map, .reports:
                return all(["5", "\"x\"", "true", "[]", "[\"x\"]"], "\(name) must be an object")
            case .exportedTables:
                return choice(
                    name,
                    "all, sets, workouts, log, exercises, templates, trainings, reminders, "
                        + "programs, runs, timers, settings, weights, measurements, maxes")
            case .exportFormat: return choice(name, "json, csv, ics")
            case .setKind: return choice(name, "warmup, working, drop, failure, partial")
            case .loadUnit: return choice(name, "kg, lb")
            case .quantityUnit: return choice(name, "kg, lb, cm, in, %, bpm, h, min")
            case .formula: return choice(name, "epley, brzycki, lombardi, oconner, wathan")
            case .loadMode: return choice(name, "external, bodyweight, assisted")
            case .removableWhole: return Self.whole.refused(name).map(Self.orFalse)
            case .removableNumber: return Self.number.refused(name).map(Self.orFalse)
            case .removableNumbers:
                return all(["5", "\"5,10\"", "true", "{}"], "\(list), or false for none")
                    + all(
                        ["[\"5\"]", "[null]", "[true]", "[[]]"],
                        "each of \(name) must be a number, or false for none")
            case .removableLoadUnit: return Self.loadUnit.refused(name).map(Self.orFalse)
            case .removableSpan: return Self.span.refused(name).map(Self.orFalse)
            case .every: return all(["true", "[]", "{}", "1.5", "1e30"], "\(name) \(span)")
            case .words:
                return all(
                    ["5", "true", "{}", "[5]", "[null]"],
                    "\(name) must be a list of strings, or one string with commas")
            case .windows:
                return all(
                    ["5", "true", "[]", #"["09:00-17:00"]"#, #"{"mon":5}"#],
                    #"between must be a string such as "09:00-17:00", or one for each day: "#
                        + #"{"mon": "09:00-17:00", "sat": "10:00-12:00"}"#)
            case .anchor: return choice(name, "response, clock")
            case .followUps:
                return all(
                    ["\"soon\"", "\"\"", "1.5", "[]", "{}"],
                    "\(name) must be false, \(DurationText.allowed), or a list of such durations")
            case .missed: return choice(name, "once, skip, all")
            case .whenIdle: return choice(name, "skip, show")
            case .grace:
                return all(
                    ["true"], "\(name) must be \(DurationText.allowed), or false for no limit")
                    + all(["\"soon\"", "1.5", "[]", "{}"], "\(name) \(span)")
            case .breakLength: return all(["\"soon\"", "1.5", "[]", "{}"], "\(name) \(span)")
            case .action: return choice(name, "log, snooze, dismiss, skip")
            case .timerAction: return choice(name, "pause, resume, cancel, finish, restart, answer")
            case .reminderAction: return choice(name, "delete")
            case .period:
                return all(
                    ["\"none\"", "\"\"", "5", "true", "[]", "{}"],
                    "\(name) must be \(PeriodNotation.allowed)")
            case .weekStart: return choice(name, "mon, sat, sun")
            case .challengeKind: return choice(name, "daily, weekly")
            case .achievementCategory:
                return choice(name, "milestone, consistency, volume, variety, challenge")
            case .goalMeasure: return choice(name, "exercise, workouts, trainings, efforts, focus")
            case .goalPeriod: return choice(name, "daily, weekdays, weekly")
            case .occurrenceState:
                return choice(
                    name,
                    "scheduled, pending, snoozed, answered, dismissed, expired, suppressed")
            }
        }

        private static func orFalse(
            _ case: (value: String, message: String)
        ) -> (value: String, message: String) {
            (`case`.value, `case`.message + ", or false for none")
        }

        private func choice(
            _ name: String, _ words: String
        ) -> [(value: String, message: String)] {
            ["\"none\"", "\"\"", "5", "true", "[]", "{}"].map {
                ($0, "\(name) must be one of: \(words)")
            }
        }
    }

    /// Kinds of members by their names, the same in most methods.
    private static let kinds: [String: Kind] = [
        "alias": .text, "category": .text, "client": .text, "color": .text, "cursor": .text,
        "day_starts_at": .text, "drop_of": .text, "entry": .text, "equipment": .text,
        "exercise": .text, "exercise_of": .text, "folder": .text, "format": .text,
        "history": .text, "icon": .text, "id": .text, "import": .text, "into": .text,
        "label": .text, "machine": .text, "message": .text, "month": .text, "name": .text,
        "named": .text, "note": .text, "occurrence": .text, "once": .text, "path": .text,
        "preset": .text,
        "program": .text, "query": .text, "reminder": .text, "repeat": .text, "set": .text,
        "sound": .text, "subject": .text, "superset": .text, "template": .text, "text": .text,
        "timer": .text,
        "training": .text, "variant_of": .text, "what": .text, "workout": .text, "block": .whole,
        "count": .whole, "days_per_week": .whole, "default_count": .whole, "index": .whole,
        "limit": .whole, "minutes_or_metres": .whole, "offset": .whole, "position": .whole,
        "protocol": .whole, "reps": .whole, "rir": .whole, "rounds": .whole, "seconds": .whole,
        "seq": .whole, "since": .whole, "types": .texts, "names": .texts, "timers": .texts,
        "reminders": .texts,
        "achievements": .flag, "all": .flag, "archived": .flag, "auto": .flag,
        "challenges": .flag, "confirm": .flag, "enabled": .flag, "held": .flag,
        "pause_when_away": .flag,
        "newest_first": .flag, "off": .flag, "remove": .flag, "replace": .flag, "shipped": .flag,
        "snapshot": .flag, "streak": .flag, "timed": .flag, "typed": .flag,
        "unless_done": .flag, "usual": .flag, "xp": .flag, "as_of": .when, "at": .when,
        "date": .when, "ended_at": .when, "from": .when, "started_at": .when, "to": .when,
        "until": .when, "calls": .calls, "by": .span, "duration": .span, "for": .span,
        "ready": .span, "rest": .span, "ring_again": .removableSpan, "snooze": .span, "work": .span,
        "on_suspend": .onSuspend,
        "warn_at": .spans, "unit": .loadUnit, "muscles": .muscles, "adjustment": .number,
        "bar": .number, "distance_m": .number, "load": .number, "load_change": .number,
        "deload": .number, "rpe": .number, "target": .number, "value": .number, "weight": .number,
        "every": .every,
        "active_days": .words, "days": .words, "between": .windows, "anchor": .anchor,
        "follow_up": .followUps, "missed": .missed, "when_idle": .whenIdle, "grace": .grace,
        "break": .breakLength,
        "action": .action, "state": .occurrenceState, "mode": .mode, "attempts": .corrections,
        "intervals": .intervals, "exercises": .planned, "type": .setKind, "load_mode": .loadMode,
        "plates": .plates, "week_starts": .weekStart, "reports": .reports, "period": .period,
        "kind": .challengeKind, "formula": .formula, "distance_unit": .distanceUnit, "map": .map,
        "goal": .text, "measure": .goalMeasure, "columns": .map, "load_unit": .removableLoadUnit,
        "bar_unit": .loadUnit, "pair": .flag, "steps": .removableNumbers,
        "step": .removableNumber, "start": .number,
        "plan": .text, "templates": .texts, "apart": .texts, "with": .text,
    ]

    /// Kinds of members that aren't what their names mean elsewhere.
    private static let others: [String: Kind] = [
        "events.list.until": .whole, "exercise.create.unit": .unit,
        "exercise.create.bar": .removableNumber, "exercise.update.bar": .removableNumber,
        "exercise.update.muscles": .removableMuscles, "exercise.update.unit": .unit,
        "measurement.log.unit": .quantityUnit, "reminder.create.at": .words,
        "reminder.update.at": .words, "program.create.ring_again": .span, "run.start.from": .whole,
        "template.create.from": .text,
        "template.update.days_per_week": .removableWhole, "template.update.rest": .removableSpan,
        "workout.reorder.exercises": .texts, "set.log.repeat": .flag, "set.log.seconds": .number,
        "set.log.rest": .removableSpan, "set.update.reps": .removableWhole,
        "set.update.load": .removableNumber, "set.update.seconds": .removableNumber,
        "set.update.distance_m": .removableNumber, "set.update.rpe": .removableNumber,
        "set.update.rir": .removableWhole, "achievement.list.category": .achievementCategory,
        "goal.add.period": .goalPeriod, "timer.each.action": .timerAction,
        "reminder.each.action": .reminderAction,
        "workout.update.deload": .removableNumber,
        "template.update.deload": .removableNumber, "export.what": .exportedTables,
        "export.format": .exportFormat,
    ]

    private static func kind(_ method: String, _ name: String) -> Kind? {
        others["\(method).\(name)"] ?? kinds[name]
    }

    /// The members of a method's params, as JSON.
    private static func members(_ json: String) throws -> [String: JSONValue] {
        guard case .object(let members) = try decode(JSONValue.self, json) else {
            throw Unexpected(what: json)
        }
        return members
    }

    @Test func eachKindIsOfAMember() throws {
        var (names, places): (Set<String>, Set<String>) = ([], [])
        for golden in Golden.all {
            for name in try Self.members(golden.all.json).keys {
                names.insert(name)
                places.insert("\(golden.method).\(name)")
            }
        }
        #expect(names == Set(Self.kinds.keys))
        #expect(places.isSuperset(of: Self.others.keys))
    }

    @Test(arguments: Golden.all) func membersOfTheWrongKind(_ golden: Golden) throws {
        let members = try Self.members(golden.all.json).map { name, value in
            (name: name, text: "\"\(name)\":\(try TestSupport.json(value))")
        }
        for (name, _) in members {
            let kind = try #require(Self.kind(golden.method, name), "\(golden.method).\(name)")
            let others = members.filter { $0.name != name }.map(\.text)
            for (value, message) in kind.refused(name) {
                let parts = ["\"\(name)\":\(value)"] + others
                let params = "{\(parts.joined(separator: ","))}"
                #expect(
                    try refusal(of: golden.method, params) == .invalid(name, message),
                    "\(golden.method) \(params)")
            }
        }
    }

    @Test(arguments: Golden.all) func membersThatAreNeeded(_ golden: Golden) throws {
        let needed = try Self.members(golden.fewest.json)
        for name in needed.keys {
            var without = needed
            without[name] = nil
            #expect(
                try refusal(of: golden.method, try json(JSONValue.object(without)))
                    == .invalid(name, "\(name) is missing"))
            without[name] = .null
            let null = try refusal(of: golden.method, try json(JSONValue.object(without)))
            #expect(null?.kind == .invalidParams && null?.field == name)
        }
    }

    @Test(arguments: ["1e3", "1000.0", "1000"]) func wholeNumbersHoweverWritten(
        _ number: String
    ) throws {
        let list = try #require(
            try request("events.list", "{\"limit\":\(number)}") as? EventsList)
        #expect(list.limit == 1000)
    }
}
