import TestSupport
import TrackerAPI
import TrackerCore

/// Random requests of a person. Some of them are refused, as in real life.
struct SyncPerson {
    typealias Request = (method: String, params: String)

    private enum Topic: CaseIterable {
        case exercise, log, workout, set, measurement, reminder, answer, settings, template, preset,
            program, streak, goal, plan, max, undo, training, timer, library
    }

    /// Sets, log entries and answers come more often than everything else.
    private static let topics = Topic.allCases + [.log, .log, .set, .set, .set, .workout, .answer]

    var dice: SplitMix

    /// Requests for the rows that a machine has before it shares anything. Machines have some of them in common.
    mutating func beginning() -> [Request] {
        let requests: [Request] = [
            ("exercise.create", #"{"name":"Squats","unit":"reps"}"#),
            ("exercise.create", #"{"name":"Rows","unit":"reps"}"#),
            ("exercise.create", #"{"name":"Plank","unit":"seconds"}"#),
            (
                "reminder.create",
                #"{"name":"r1","every":"2h","days":"daily","exercise":"Squats"}"#
            ),
            ("workout.start", #"{"name":"W0"}"#),
            ("set.log", #"{"exercise":"Rows","reps":8,"load":50}"#),
            ("log.add", #"{"exercise":"Squats","count":20}"#),
        ]
        return requests.filter { _ in chance(75) }
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &dice) < percent
    }

    private mutating func pick<Value>(_ values: [Value], or other: Value) -> Value {
        values.randomElement(using: &dice) ?? other
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &dice)
    }

    /// Id of one of a table's rows; a word that isn't an id if the table has none.
    private mutating func id(_ table: String, _ machine: SyncMachine) throws -> String {
        pick(try machine.ids(of: table), or: "nothing")
    }

    mutating func request(_ machine: SyncMachine) throws -> Request {
        switch pick(Self.topics, or: .log) {
        case .exercise: try exercise(machine)
        case .log: try log(machine)
        case .workout: try workout(machine)
        case .set: try set(machine)
        case .measurement: try measurement(machine)
        case .reminder: try reminder(machine)
        case .answer: try answer(machine)
        case .settings: settings()
        case .template: try template(machine)
        case .preset: try preset(machine)
        case .program: try program(machine)
        case .streak: streak()
        case .goal: try goal(machine)
        case .plan: try plan(machine)
        case .max: try trainingMax(machine)
        case .undo: ("journal." + pick(["undo", "undo", "redo"], or: "undo"), "{}")
        case .training: try training(machine)
        case .timer: try timer()
        case .library: library()
        }
    }

    // MARK: The log

    private mutating func exercise(_ machine: SyncMachine) throws -> Request {
        let name = pick(["Squats", "Push-ups", "Rows", "Dips", "Plank", "Hang"], or: "Squats")
        let unit = ["Plank", "Hang"].contains(name) ? "seconds" : "reps"
        let id = try id("exercise", machine)
        let other = try self.id("exercise", machine)
        switch number(0...9) {
        case 0...3: return ("exercise.create", #"{"name":"\#(name)","unit":"\#(unit)"}"#)
        case 4:
            return (
                "exercise.update", #"{"exercise":"\#(id)","name":"\#(name) \#(number(1...3))"}"#
            )
        case 5:
            return (
                "exercise.update",
                #"{"exercise":"\#(id)","default_count":\#(number(1...50)),"pair":\#(number(0...1) == 1)}"#
            )
        case 6:
            return ("exercise.update", #"{"exercise":"\#(id)","variant_of":"\#(other)"}"#)
        case 7: return ("exercise.alias", #"{"exercise":"\#(id)","alias":"a\#(number(1...5))"}"#)
        case 8:
            let method = pick(["exercise.archive", "exercise.delete"], or: "exercise.delete")
            return (method, #"{"exercise":"\#(id)"}"#)
        default: return ("exercise.merge", #"{"exercise":"\#(id)","into":"\#(other)"}"#)
        }
    }

    /// A request about an exercise or program of the library, which a machine's version may lack.
    private mutating func library() -> Request {
        let id = Movement.id(ofSlug: pick(SyncLibrary.slugs, or: SyncLibrary.slugs[0]))
        let exercise = #""exercise":"\#(id)""#
        let program = #""program":"\#(Program.id(ofSlug: SyncLibrary.programSlug))""#
        switch number(0...9) {
        case 0: return ("exercise.update", "{\(exercise),\"name\":\"L\(number(1...9))\"}")
        case 1: return ("exercise.update", "{\(exercise),\"default_count\":\(number(1...50))}")
        case 2: return ("exercise.archive", "{\(exercise)}")
        case 3:
            return (
                "exercise.update",
                "{\(exercise),\"archived\":false,\"step\":\(number(1...9)),\"pair\":true}"
            )
        case 4: return ("exercise.alias", "{\(exercise),\"alias\":\"b\(number(1...5))\"}")
        case 5: return ("program.update", "{\(program),\"name\":\"h\(number(1...9))\"}")
        case 6: return ("program.delete", "{\(program)}")
        case 7: return ("journal.undo", "{}")
        default: return ("log.add", "{\(exercise),\"count\":\(number(1...60))}")
        }
    }

    private mutating func log(_ machine: SyncMachine) throws -> Request {
        let entry = try id("log_entry", machine)
        switch number(0...6) {
        case 0: return ("log.update", #"{"entry":"\#(entry)","count":\#(number(1...60))}"#)
        case 1: return ("log.update", #"{"entry":"\#(entry)","note":"n\#(number(1...9))"}"#)
        case 2: return ("log.delete", #"{"entry":"\#(entry)"}"#)
        default:
            let exercise = try id("exercise", machine)
            let more = chance(30) ? #","at":"-\#(number(1...50))h""# : ""
            return (
                "log.add", #"{"exercise":"\#(exercise)","count":\#(number(1...60))\#(more)}"#
            )
        }
    }

    private mutating func measurement(_ machine: SyncMachine) throws -> Request {
        switch number(0...3) {
        case 0: return ("weight.log", #"{"weight":\#(number(60...90))}"#)
        case 1: return ("weight.log", #"{"weight":80.5,"at":"-\#(number(1...30))h"}"#)
        case 2:
            return ("measurement.log", #"{"what":"waist","value":\#(number(70...90)),"unit":"cm"}"#)
        default:
            return ("measurement.delete", #"{"entry":"\#(try id("measurement", machine))"}"#)
        }
    }

    private mutating func trainingMax(_ machine: SyncMachine) throws -> Request {
        guard chance(75) else {
            return ("max.delete", #"{"entry":"\#(try id("training_max", machine))"}"#)
        }
        let exercise = try id("exercise", machine)
        let more = chance(30) ? #","at":"-\#(number(1...50))h""# : ""
        return ("max.log", #"{"exercise":"\#(exercise)","load":\#(number(50...200))\#(more)}"#)
    }

    // MARK: Workouts

    private mutating func workout(_ machine: SyncMachine) throws -> Request {
        let id = try id("workout", machine)
        switch number(0...7) {
        case 0...1: return ("workout.start", #"{"name":"W\#(number(1...9))"}"#)
        case 2: return ("workout.start", #"{"template":"\#(try self.id("template", machine))"}"#)
        case 3:
            return (
                "workout.add_exercise", #"{"exercise":"\#(try self.id("exercise", machine))"}"#
            )
        case 4: return ("workout.finish", "{}")
        case 5:
            return ("workout.update", #"{"workout":"\#(id)","name":"V\#(number(1...9))"}"#)
        case 6: return ("workout.delete", #"{"workout":"\#(id)"}"#)
        default: return ("workout.finish", #"{"workout":"\#(id)"}"#)
        }
    }

    private mutating func set(_ machine: SyncMachine) throws -> Request {
        let set = try id("workout_set", machine)
        let exercise = try id("exercise", machine)
        switch number(0...8) {
        case 0: return ("set.update", #"{"set":"\#(set)","reps":\#(number(1...12))}"#)
        case 1: return ("set.update", #"{"set":"\#(set)","note":"s\#(number(1...9))"}"#)
        case 2: return ("set.delete", #"{"set":"\#(set)"}"#)
        case 3:
            return (
                "set.log",
                #"{"exercise":"\#(exercise)","reps":5,"load":40,"type":"drop","drop_of":"last"}"#
            )
        case 4: return ("set.log", #"{"exercise":"\#(exercise)","seconds":\#(number(10...90))}"#)
        default:
            let load = number(10...24) * 5
            return (
                "set.log",
                #"{"exercise":"\#(exercise)","reps":\#(number(1...12)),"load":\#(load)}"#
            )
        }
    }

    private mutating func template(_ machine: SyncMachine) throws -> Request {
        guard chance(70) else {
            return ("template.delete", #"{"template":"\#(try id("template", machine))"}"#)
        }
        let exercise = try id("exercise", machine)
        let one = #"{"exercise":"\#(exercise)","sets":3,"reps":\#(number(3...8))}"#
        return ("template.create", #"{"name":"T\#(number(1...5))","exercises":[\#(one)]}"#)
    }

    // MARK: Reminders

    private mutating func reminder(_ machine: SyncMachine) throws -> Request {
        let id = try id("reminder", machine)
        let named = #""reminder":"\#(id)""#
        switch number(0...7) {
        case 0...1:
            let exercise = try self.id("exercise", machine)
            let anchor = chance(50) ? #","anchor":"response""# : ""
            let more = chance(50) ? #","exercise":"\#(exercise)""# : ""
            return (
                "reminder.create",
                #"{"name":"r\#(number(1...5))","every":"\#(number(1...6))h","days":"daily""#
                    + "\(anchor)\(more)}"
            )
        case 2:
            return (
                "reminder.create",
                #"{"name":"r\#(number(1...5))","at":["\#(number(10...20)):00"],"days":"daily"}"#
            )
        case 3: return ("reminder.update", "{\(named),\"name\":\"r\(number(6...9))\"}")
        case 4: return ("reminder.update", "{\(named),\"message\":\"m\(number(1...9))\"}")
        case 5: return ("reminder.disable", "{\(named)}")
        case 6: return ("reminder.enable", "{\(named)}")
        default: return ("reminder.delete", "{\(named)}")
        }
    }

    private mutating func answer(_ machine: SyncMachine) throws -> Request {
        let id = try id("reminder", machine)
        if chance(10) { return ("reminder.fire", #"{"reminder":"\#(id)"}"#) }
        let action = pick(["dismiss", "snooze", "log", "log"], or: "log")
        return ("reminder.answer", #"{"reminder":"\#(id)","action":"\#(action)"}"#)
    }

    // MARK: All else

    private mutating func settings() -> Request {
        let members = [
            #""unit":"lb""#, #""unit":"kg""#, #""rest":0"#, #""rest":"90s""#,
            #""active_days":"daily""#, #""active_days":"mon-fri""#, #""achievements":false"#,
            #""achievements":true"#, #""week_starts":"sun""#, #""day_starts_at":"03:00""#,
        ]
        return ("settings.set", "{\(pick(members, or: members[0]))}")
    }

    private mutating func preset(_ machine: SyncMachine) throws -> Request {
        let name = "p\(number(1...4))"
        guard chance(70) else { return ("preset.delete", #"{"name":"\#(name)"}"#) }
        return ("preset.save", #"{"name":"\#(name)","mode":"reps","target":\#(number(10...90))}"#)
    }

    private mutating func goal(_ machine: SyncMachine) throws -> Request {
        let name = "g\(number(1...4))"
        switch number(0...5) {
        case 0: return ("goal.delete", #"{"goal":"\#(name)"}"#)
        case 1: return ("goal.update", #"{"goal":"\#(name)","name":"g\#(number(1...4))"}"#)
        case 2: return ("goal.update", #"{"goal":"\#(name)","count":\#(number(1...90))}"#)
        case 3:
            let weekly = #""measure":"efforts","count":3,"period":"weekly""#
            return ("goal.add", "{\(weekly),\"name\":\"\(name)\"}")
        default:
            let exercise = try id("exercise", machine)
            return (
                "goal.add",
                #"{"exercise":"\#(exercise)","count":\#(number(1...90)),"name":"\#(name)"}"#
            )
        }
    }

    private mutating func plan(_ machine: SyncMachine) throws -> Request {
        let name = "l\(number(1...3))"
        let template = try id("template", machine)
        let exercise = try id("exercise", machine)
        switch number(0...5) {
        case 0: return ("plan.delete", #"{"plan":"\#(name)"}"#)
        case 1: return ("plan.update", #"{"plan":"\#(name)","name":"l\#(number(1...3))"}"#)
        case 2: return ("plan.update", #"{"plan":"\#(name)","apart":["\#(exercise)"]}"#)
        case 3: return ("plan.update", #"{"plan":"\#(name)","templates":["\#(template)"]}"#)
        default: return ("plan.create", #"{"name":"\#(name)","templates":["\#(template)"]}"#)
        }
    }

    private mutating func program(_ machine: SyncMachine) throws -> Request {
        let id = try id("program", machine)
        switch number(0...4) {
        case 0...1:
            return (
                "program.create",
                #"{"name":"g\#(number(1...5))","intervals":[{"label":"a","duration":"1m"}]}"#
            )
        case 2: return ("program.update", #"{"program":"\#(id)","name":"g\#(number(6...9))"}"#)
        case 3: return ("program.delete", #"{"program":"\#(id)"}"#)
        default: return ("run.start", #"{"program":"\#(id)"}"#)
        }
    }

    private mutating func streak() -> Request {
        switch number(0...3) {
        case 0: return ("streak.pause", #"{"until":"+\#(number(1...5))d"}"#)
        case 1: return ("streak.resume", "{}")
        default: return ("challenge.swap", #"{"kind":"daily"}"#)
        }
    }

    private mutating func training(_ machine: SyncMachine) throws -> Request {
        switch number(0...4) {
        case 0...1:
            let exercise = try id("exercise", machine)
            return (
                "training.start",
                #"{"mode":"reps","target":20,"rest":"10s","exercise":"\#(exercise)"}"#
            )
        case 2...3: return ("training.reps", #"{"count":\#(number(1...25))}"#)
        default: return ("training.stop", "{}")
        }
    }

    private mutating func timer() throws -> Request {
        let requests: [Request] = [
            ("timer.start", #"{"duration":"25m"}"#), ("timer.cancel", #"{"timer":"last"}"#),
            ("rest.start", #"{"duration":"90s"}"#), ("rest.skip", "{}"), ("run.stop", "{}"),
            ("do_not_disturb.set", #"{"for":"2h"}"#), ("do_not_disturb.set", #"{"off":true}"#),
        ]
        return pick(requests, or: requests[0])
    }
}
