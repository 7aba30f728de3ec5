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
        case removableWhole, removableNumber, removableSpan
        case every, words, windows, anchor, followUps, missed, whenIdle, grace, action,
            occurrenceState
        case period, weekStart, challengeKind, achievementCategory, reports

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
                    ], "\(name) must be \(GivenTime.allowed)")
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
                        + "programs, timers, settings, weights, measurements")
            case .exportFormat: return choice(name, "json, csv, ics")
            case .setKind: return choice(name, "warmup, working, drop, failure, partial")
            case .loadUnit: return choice(name, "kg, lb")
            case .quantityUnit: return choice(name, "kg, lb, cm, in, %, bpm, h, min")
            case .formula: return choice(name, "epley, brzycki, lombardi, oconner, wathan")
            case .loadMode: return choice(name, "external, bodyweight, assisted")
            case .removableWhole: return Self.whole.refused(name).map(Self.orFalse)
            case .removableNumber: return Self.number.refused(name).map(Self.orFalse)
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
            case .action: return choice(name, "log, snooze, dismiss")
            case .period: return choice(name, "day, week, month, year")
            case .weekStart: return choice(name, "mon, sat, sun")
            case .challengeKind: return choice(name, "daily, weekly")
            case .achievementCategory:
                return choice(name, "milestone, consistency, volume, variety, challenge")
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

    static let kinds: [String: Kind] = [
        "hello.client": .text, "hello.protocol": .whole,
        "events.subscribe.types": .texts, "events.subscribe.since": .whole,
        "events.subscribe.history": .text, "events.subscribe.snapshot": .flag,
        "events.list.since": .whole, "events.list.until": .whole, "events.list.types": .texts,
        "events.list.subject": .text, "events.list.limit": .whole,
        "events.list.newest_first": .flag, "events.list.history": .text,
        "backup.restore.path": .text, "backup.restore.confirm": .flag,
        "journal.undo.seq": .whole, "journal.undo.types": .texts,
        "journal.redo.seq": .whole, "journal.undoable.limit": .whole, "backup.create.path": .text,
        "sync.enable.folder": .text, "sync.enable.name": .text, "sync.enable.confirm": .flag,
        "sync.forget.machine": .text, "sync.forget.confirm": .flag, "sync.take.seq": .whole,
        "sync.conflicts.limit": .whole, "atomic.calls": .calls,
        "timer.start.duration": .span, "timer.start.name": .text, "timer.start.message": .text,
        "timer.start.on_suspend": .onSuspend,
        "stopwatch.start.name": .text, "stopwatch.start.on_suspend": .onSuspend,
        "stopwatch.lap.timer": .text, "timer.pause.timer": .text, "timer.resume.timer": .text,
        "timer.cancel.timer": .text, "timer.restart.timer": .text, "timer.finish.timer": .text,
        "timer.get.timer": .text, "timer.extend.timer": .text, "timer.extend.by": .span,
        "timer.rename.timer": .text, "timer.rename.name": .text, "timer.list.all": .flag,
        "rest.start.duration": .span, "rest.start.warn_at": .spans, "rest.start.label": .text,
        "rest.start.replace": .flag, "rest.extend.by": .span,
        "exercise.list.query": .text, "exercise.list.category": .text,
        "exercise.list.archived": .flag, "exercise.list.limit": .whole,
        "exercise.create.name": .text, "exercise.create.unit": .unit,
        "exercise.create.category": .text, "exercise.create.equipment": .text,
        "exercise.create.default_count": .whole, "exercise.create.icon": .text,
        "exercise.create.color": .text, "exercise.create.variant_of": .text,
        "exercise.create.muscles": .muscles, "exercise.update.muscles": .removableMuscles,
        "exercise.update.exercise": .text, "exercise.update.name": .text,
        "exercise.update.unit": .unit, "exercise.update.category": .text,
        "exercise.update.equipment": .text, "exercise.update.default_count": .whole,
        "exercise.update.icon": .text, "exercise.update.color": .text,
        "exercise.update.variant_of": .text, "exercise.update.archived": .flag,
        "exercise.alias.exercise": .text, "exercise.alias.alias": .text,
        "exercise.alias.remove": .flag,
        "exercise.merge.exercise": .text, "exercise.merge.into": .text,
        "exercise.get.exercise": .text, "exercise.archive.exercise": .text,
        "exercise.delete.exercise": .text, "weight.list.limit": .whole,
        "weight.log.weight": .number, "weight.log.unit": .loadUnit, "weight.log.at": .when,
        "weight.list.from": .when, "weight.list.to": .when, "weight.delete.entry": .text,
        "measurement.log.what": .text,
        "measurement.log.value": .number, "measurement.log.unit": .quantityUnit,
        "measurement.log.at": .when, "measurement.list.what": .text,
        "measurement.list.from": .when, "measurement.list.to": .when,
        "measurement.list.limit": .whole, "measurement.delete.entry": .text,
        "log.add.exercise": .text, "log.add.count": .whole, "log.add.at": .when,
        "log.add.seconds": .whole, "log.add.minutes_or_metres": .whole,
        "log.add.note": .text, "log.update.entry": .text, "log.update.exercise": .text,
        "live.next.id": .text, "live.stop.id": .text, "live.pause.id": .text,
        "live.resume.id": .text, "live.skip.id": .text,
        "live.done.reminder": .text, "live.done.exercise": .text, "live.done.count": .whole,
        "live.done.seconds": .whole,
        "log.update.count": .whole, "log.update.seconds": .whole, "log.update.at": .when,
        "log.update.note": .text, "log.delete.entry": .text, "log.list.from": .when,
        "log.list.to": .when, "log.list.exercise": .text, "log.list.limit": .whole,
        "reminder.create.name": .text, "reminder.create.every": .every,
        "reminder.create.at": .words, "reminder.create.days": .words,
        "reminder.create.between": .windows, "reminder.create.anchor": .anchor,
        "reminder.create.message": .text, "reminder.create.exercise": .text,
        "reminder.create.count": .whole, "reminder.create.usual": .flag,
        "reminder.create.follow_up": .followUps,
        "reminder.create.snooze": .span,
        "reminder.create.missed": .missed,
        "reminder.create.when_idle": .whenIdle,
        "reminder.create.grace": .grace,
        "reminder.create.enabled": .flag,
        "reminder.update.reminder": .text, "reminder.update.name": .text,
        "reminder.update.every": .every, "reminder.update.at": .words,
        "reminder.update.days": .words, "reminder.update.between": .windows,
        "reminder.update.anchor": .anchor, "reminder.update.message": .text,
        "reminder.update.exercise": .text, "reminder.update.count": .whole,
        "reminder.update.follow_up": .followUps, "reminder.update.snooze": .span,
        "reminder.update.missed": .missed, "reminder.update.when_idle": .whenIdle,
        "reminder.update.grace": .grace, "reminder.update.enabled": .flag,
        "reminder.get.reminder": .text, "reminder.enable.reminder": .text,
        "reminder.disable.reminder": .text, "reminder.delete.reminder": .text,
        "reminder.fire.reminder": .text, "reminder.answer.reminder": .text,
        "reminder.answer.occurrence": .text, "reminder.answer.action": .action,
        "reminder.answer.exercise": .text, "reminder.answer.count": .whole,
        "reminder.answer.seconds": .whole, "reminder.answer.for": .span,
        "reminder.upcoming.reminder": .text, "reminder.upcoming.from": .when,
        "reminder.upcoming.limit": .whole, "occurrence.list.reminder": .text,
        "occurrence.list.from": .when, "occurrence.list.to": .when,
        "occurrence.list.state": .occurrenceState, "occurrence.list.limit": .whole,
        "do_not_disturb.set.for": .span, "do_not_disturb.set.until": .when,
        "do_not_disturb.set.off": .flag, "training.start.mode": .mode,
        "training.start.target": .number, "training.start.rest": .span,
        "training.start.adjustment": .number, "training.start.exercise": .text,
        "training.start.minutes_or_metres": .whole, "training.start.timed": .flag,
        "preset.save.minutes_or_metres": .whole, "preset.save.timed": .flag,
        "training.start.preset": .text, "training.reps.count": .whole,
        "training.reset.confirm": .flag, "training.list.from": .when, "training.list.to": .when,
        "training.list.mode": .mode, "training.list.exercise": .text, "training.list.limit": .whole,
        "training.update.training": .text, "training.update.attempts": .corrections,
        "training.update.exercise": .text, "training.delete.training": .text,
        "training.get.training": .text, "preset.save.name": .text, "preset.save.mode": .mode,
        "preset.save.target": .number, "preset.save.rest": .span, "preset.save.adjustment": .number,
        "preset.save.exercise": .text, "preset.save.preset": .text, "preset.delete.name": .text,
        "program.create.name": .text, "program.create.intervals": .intervals,
        "program.create.icon": .text, "program.update.program": .text, "program.update.name": .text,
        "program.update.intervals": .intervals, "program.update.icon": .text,
        "program.parse.text": .text, "program.get.program": .text,
        "program.duplicate.program": .text, "program.duplicate.name": .text,
        "program.delete.program": .text, "run.start.program": .text, "run.start.from": .whole,
        "run.start.rounds": .whole, "run.jump.index": .whole, "run.extend.by": .span,
        "run.list.from": .when, "run.list.to": .when, "run.list.limit": .whole,
        "template.create.name": .text, "template.create.exercises": .planned,
        "template.create.from": .text, "template.create.days_per_week": .whole,
        "template.create.rest": .span, "template.create.note": .text,
        "template.update.template": .text, "template.update.name": .text,
        "template.update.exercises": .planned, "template.update.days_per_week": .removableWhole,
        "template.update.rest": .removableSpan, "template.update.note": .text,
        "template.get.template": .text, "template.list.shipped": .flag,
        "template.delete.template": .text, "workout.start.template": .text,
        "workout.start.repeat": .text, "workout.start.name": .text, "workout.start.at": .when,
        "workout.start.named": .text, "workout.add_exercise.exercise": .text,
        "workout.add_exercise.superset": .text, "workout.add_exercise.position": .whole,
        "workout.add_exercise.workout": .text, "workout.remove_exercise.exercise": .text,
        "workout.remove_exercise.block": .whole, "workout.remove_exercise.confirm": .flag,
        "workout.remove_exercise.workout": .text, "workout.reorder.exercises": .texts,
        "workout.reorder.workout": .text, "workout.note.note": .text,
        "workout.note.exercise": .text, "workout.note.block": .whole, "workout.note.workout": .text,
        "workout.update.workout": .text, "workout.update.name": .text,
        "workout.update.started_at": .when, "workout.update.ended_at": .when,
        "workout.finish.at": .when, "workout.finish.workout": .text,
        "workout.discard.confirm": .flag, "workout.discard.workout": .text,
        "workout.get.workout": .text, "workout.delete.workout": .text, "workout.list.from": .when,
        "workout.list.to": .when, "workout.list.exercise": .text, "workout.list.limit": .whole,
        "set.log.exercise": .text, "set.log.exercise_of": .text, "set.log.repeat": .flag,
        "set.log.block": .whole, "set.log.minutes_or_metres": .whole, "set.log.typed": .flag,
        "set.log.reps": .whole, "set.log.load": .number, "set.log.load_change": .number,
        "set.log.unit": .loadUnit, "set.log.type": .setKind, "set.log.seconds": .number,
        "set.log.distance_m": .number, "set.log.rpe": .number, "set.log.rir": .whole,
        "set.log.drop_of": .text, "set.log.load_mode": .loadMode, "set.log.note": .text,
        "set.log.rest": .removableSpan, "set.log.workout": .text, "set.log.at": .when,
        "set.update.set": .text, "set.update.exercise": .text, "set.update.block": .whole,
        "set.update.load_change": .number, "set.update.minutes_or_metres": .whole,
        "set.update.typed": .flag, "set.update.reps": .removableWhole,
        "set.update.load": .removableNumber, "set.update.unit": .loadUnit,
        "set.update.type": .setKind, "set.update.seconds": .removableNumber,
        "set.update.distance_m": .removableNumber, "set.update.rpe": .removableNumber,
        "set.update.rir": .removableWhole, "set.update.drop_of": .text,
        "set.update.load_mode": .loadMode, "set.update.note": .text, "set.update.at": .when,
        "set.delete.set": .text, "set.next.workout": .text, "set.next.exercise": .text,
        "settings.set.unit": .loadUnit, "settings.set.rest": .span, "settings.set.bar": .number,
        "settings.set.plates": .plates, "settings.set.day_starts_at": .text,
        "settings.set.week_starts": .weekStart, "settings.set.active_days": .words,
        "settings.set.streak": .flag, "settings.set.achievements": .flag,
        "settings.set.xp": .flag, "settings.set.challenges": .flag,
        "settings.set.reports": .reports,
        "record.list.exercise": .text, "record.list.all": .flag,
        "exercise.history.exercise": .text, "exercise.history.limit": .whole,
        "exercise.progress.exercise": .text,
        "exercise.progress.from": .when, "exercise.progress.to": .when,
        "volume.list.exercise": .text, "volume.list.from": .when, "volume.list.to": .when,
        "report.get.period": .period, "report.get.date": .when, "report.get.as_of": .when,
        "timeline.get.date": .when, "response.get.from": .when, "response.get.to": .when,
        "response.get.reminder": .text,
        "streak.get.from": .when, "streak.get.to": .when, "streak.pause.from": .when,
        "streak.pause.until": .when, "achievement.list.category": .achievementCategory,
        "achievement.list.held": .flag, "challenge.swap.kind": .challengeKind,
        "progress.explain.what": .text,
        "calendar.month.month": .text, "one_rep_max.estimate.load": .number,
        "one_rep_max.estimate.reps": .whole, "one_rep_max.estimate.formula": .formula,
        "plates.calculate.load": .number, "plates.calculate.unit": .loadUnit,
        "plates.calculate.bar": .number, "plates.calculate.plates": .plates,
        "import.open.format": .text, "import.open.unit": .loadUnit, "import.append.import": .text,
        "import.append.text": .text, "import.append.offset": .whole,
        "import.preview.import": .text,
        "import.preview.unit": .loadUnit, "import.preview.distance_unit": .distanceUnit,
        "import.preview.map": .map, "import.commit.import": .text,
        "import.commit.unit": .loadUnit, "import.commit.distance_unit": .distanceUnit,
        "import.commit.map": .map, "import.undo.import": .text, "export.what": .exportedTables,
        "export.format": .exportFormat, "export.from": .when, "export.to": .when,
        "export.cursor": .text,
    ]

    /// The members of a method's params, as JSON.
    private static func members(_ json: String) throws -> [String: JSONValue] {
        guard case .object(let members) = try decode(JSONValue.self, json) else {
            throw Unexpected(what: json)
        }
        return members
    }

    @Test func everyMemberHasItsKind() throws {
        var names: Set<String> = []
        for golden in Golden.all {
            for name in try Self.members(golden.all.json).keys {
                names.insert("\(golden.method).\(name)")
            }
        }
        #expect(names == Set(Self.kinds.keys))
    }

    @Test(arguments: Golden.all) func membersOfTheWrongKind(_ golden: Golden) throws {
        let members = try Self.members(golden.all.json)
        for name in members.keys {
            let kind = try #require(Self.kinds["\(golden.method).\(name)"])
            for (value, message) in kind.refused(name) {
                var parts = ["\"\(name)\":\(value)"]
                for (other, json) in members where other != name {
                    parts.append("\"\(other)\":\(try TestSupport.json(json))")
                }
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
