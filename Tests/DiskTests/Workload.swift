/// The daemon's work while the power is cut or its disk fails: a script for each feature. The scripts are
/// interleaved, each in its own order.
///
/// To add a feature: its script. A test demands every method that changes something, and a result for it
/// where the scripts run one after the other. Name things, so that they can be addressed; leave half a
/// minute between a deadline and the steps around it, and make sure that a late deadline brings the same
/// events as one in time, except those in `fleeting`.
enum Workload {
    static let scripts: [[Step]] = [
        timers, sleepers, stopwatches, oneByOne, together, daemon,
    ]

    /// Events that are left out where they come too late to be of use, or can't be written in time: a
    /// challenge is offered with the first batch that can be.
    static let fleeting: Set<String> = [
        "rest.warning", "clock.stepped", "clock.rescheduled", "run.halfway", "run.countdown",
        "challenge.offered",
    ]

    static let timers: [Step] = [
        .ask("timer.start", #"{"duration":"5m","name":"egg","message":"Off the stove!"}"#),
        .ask("timer.extend", #"{"timer":"egg","by":"1m"}"#),
        .ask("live.extend", #"{"names":["egg"],"by":"30s"}"#),
        .again,
        .pass(seconds: 60),
        .ask("timer.pause", #"{"timer":"egg"}"#),
        .ask("timer.rename", #"{"timer":"egg","name":"soft egg"}"#),
        .ask("timer.resume", #"{"timer":"soft egg"}"#),
        .ask("timer.each", #"{"action":"pause","timers":["soft","egg"]}"#),
        .again,
        .ask("live.resume", #"{"names":["soft","egg"]}"#),
        .pass(seconds: 400),
        .ask("timer.answer", #"{"timer":"soft egg"}"#),
        .ask("timer.restart", #"{"timer":"soft egg"}"#),
        .ask("timer.cancel", #"{"timer":"soft egg"}"#),
        .ask("timer.extend", #"{"timer":"soft egg","by":"1m"}"#),
        .ask("timer.clear"),
    ]

    static let sleepers: [Step] = [
        .ask("timer.start", #"{"duration":"25m","name":"tea","on_suspend":"pause"}"#),
        .ask("timer.start", #"{"duration":"40m","name":"nap","on_suspend":"cancel"}"#),
        .suspend(seconds: 300),
        .ask("timer.resume", #"{"timer":"tea"}"#),
        .ask("timer.extend", #"{"timer":"tea","by":"-2m"}"#),
        .ask("timer.finish", #"{"timer":"tea"}"#),
        .again,
    ]

    static let stopwatches: [Step] = [
        .ask("stopwatch.start", #"{"name":"run"}"#),
        .pass(seconds: 45),
        .ask("stopwatch.lap", #"{"timer":"run"}"#),
        .again,
        .ask("stopwatch.lap", #"{"timer":"run"}"#),
        .ask("timer.pause", #"{"timer":"run"}"#),
        .ask("timer.finish", #"{"timer":"run"}"#),
    ]

    private static let rests: [Step] = [
        .ask("rest.start", #"{"duration":"90s","warn_at":["3s","30s"],"label":"squats"}"#),
        .ask("rest.extend", #"{"by":"1m"}"#),
        .pass(seconds: 240),
        .ask("rest.start", #"{"duration":"2m"}"#),
        .ask("rest.pause"),
        .ask("rest.resume"),
        .ask("rest.skip"),
        .ask("rest.start", #"{"duration":"9m"}"#),
        .ask("rest.start", #"{"duration":"3m","replace":true}"#),
        .ask("live.pause"),
        .ask("live.resume"),
        .pass(seconds: 2),
        .ask("live.skip"),
        .ask("rest.start", #"{"duration":"3m"}"#),
        .pass(seconds: 2),
        .ask("live.next"),
        .ask("rest.start", #"{"duration":"3m"}"#),
        .pass(seconds: 2),
        .ask("live.stop"),
    ]

    /// Everything that can be undone, in one script so that the newest event is known; and everything with
    /// rests, since there is only one rest at a time.
    static let oneByOne: [Step] =
        exercises + progress + reminders + rests + trainings + programs + runs + strength

    private static let exercises: [Step] = [
        .ask("exercise.create", #"{"name":"Air squats","unit":"reps","default_count":20}"#),
        .ask("exercise.create", #"{"name":"Wall sit","unit":"seconds"}"#),
        .ask("log.add", #"{"exercise":"air squats","count":12,"note":"easy"}"#),
        .again,
        .ask("log.add", #"{"exercise":"wall sit","count":45,"at":"-30m"}"#),
        .ask("log.update", #"{"entry":"last","count":50}"#),
        .ask("log.delete", #"{"entry":"last"}"#),
        .ask("journal.undo"),
        .again,
        .ask("journal.redo"),
        .again,
        .ask("journal.undo"),
        .ask(
            "exercise.update",
            #"{"exercise":"wall sit","default_count":60,"muscles":{"primary":["quads"]}}"#),
        .ask("exercise.update", #"{"exercise":"air squats","pair":true,"step":5}"#),
        .ask("exercise.alias", #"{"exercise":"wall sit","alias":"chair"}"#),
        .ask("exercise.create", #"{"name":"Wall hold","unit":"seconds"}"#),
        .ask("log.add", #"{"exercise":"wall hold","count":20,"at":"-40m"}"#),
        .ask("exercise.merge", #"{"exercise":"wall hold","into":"wall sit"}"#),
        .again,
        .ask("journal.undo"),
        .ask("journal.redo"),
        .again,
        .ask("exercise.archive", #"{"exercise":"wall sit"}"#),
        .ask("exercise.create", #"{"name":"Mistake","unit":"reps"}"#),
        .ask("exercise.delete", #"{"exercise":"mistake"}"#),
    ]

    /// No day ends within a workload.
    private static let progress: [Step] = [
        .ask("streak.pause", #"{"until":"2026-03-20"}"#),
        .again,
        .ask("journal.undo"),
        .ask("journal.redo"),
        .ask("streak.resume"),
        .again,
        .ask("challenge.swap", #"{"kind":"weekly"}"#),
        .again,
        .ask("settings.set", #"{"active_days":"daily","reports":{"daily":false,"weekly":false}}"#),
        .ask("goal.add", #"{"measure":"efforts","count":3,"name":"moves"}"#),
        .again,
        .ask("goal.update", #"{"goal":"moves","count":5}"#),
        .ask("goal.delete", #"{"goal":"moves"}"#),
        .ask("journal.undo"),
    ]

    /// No reminder falls due by itself within a workload; the follow-up and the snooze of a fired test are
    /// covered. No other step takes as long as the follow-up, which comes later, too, where the firing can
    /// only be journaled late.
    private static let reminders: [Step] = [
        .ask(
            "reminder.create",
            """
            {"name":"legs","every":"12h","days":"daily","exercise":"air squats","count":10,\
            "follow_up":"11m"}
            """),
        .ask("reminder.fire", #"{"reminder":"legs"}"#),
        .again,
        .pass(seconds: 690),
        .ask("reminder.answer", #"{"reminder":"legs","action":"snooze","for":"10m"}"#),
        .pass(seconds: 630),
        .ask("reminder.answer", #"{"reminder":"legs","action":"log"}"#),
        .again,
        .ask("do_not_disturb.set", #"{"for":"30m"}"#),
        .ask("do_not_disturb.set", #"{"off":true}"#),
        .ask("reminder.update", #"{"reminder":"legs","every":"11h","follow_up":false}"#),
        .ask("reminder.disable", #"{"reminder":"legs"}"#),
        .ask("reminder.disable", #"{"reminder":"legs","until":"23:59"}"#),
        .ask("reminder.enable", #"{"reminder":"legs"}"#),
        .ask("reminder.answer", #"{"reminder":"legs","action":"skip"}"#),
        .ask("reminder.fire", #"{"reminder":"legs"}"#),
        .ask("live.dismiss", #"{"named":"legs"}"#),
        .ask("reminder.create", #"{"name":"post","once":"20m"}"#),
        .ask("reminder.answer", #"{"reminder":"post","action":"log"}"#),
        .ask("reminder.fire", #"{"reminder":"legs"}"#),
        .ask("reminder.delete", #"{"reminder":"legs"}"#),
        .ask("journal.undo"),
        .ask("reminder.each", #"{"action":"delete","reminders":["legs"]}"#),
        .ask("journal.undo"),
        // The reminder has come back with its question, which would leave open what "next" means later.
        .ask("reminder.answer", #"{"reminder":"legs","action":"skip"}"#),
    ]

    private static let trainings: [Step] = [
        .ask("exercise.create", #"{"name":"hang","unit":"seconds"}"#),
        .ask(
            "preset.save",
            #"{"name":"long","mode":"time","target":900,"rest":"90s","exercise":"hang"}"#),
        .ask("training.start", #"{"preset":"long"}"#),
        .pass(seconds: 60),
        .ask("training.pause"),
        .ask("training.resume"),
        .ask("training.bail"),
        .again,
        // The rest, and a minute of the next hold.
        .pass(seconds: 150),
        .ask("training.bail"),
        .ask("training.skip_rest"),
        .suspend(seconds: 300),
        .ask("training.resume"),
        .ask("training.stop"),
        .again,
        .ask("training.undo"),
        .again,
        .ask("training.stop"),
        .ask("training.update", #"{"training":"last","exercise":""}"#),
        .again,
        .ask("journal.undo"),
        .ask("training.delete", #"{"training":"last"}"#),
        .ask("journal.undo"),
        .ask("preset.delete", #"{"name":"long"}"#),
        .ask("training.start", #"{"mode":"reps","rest":0}"#),
        .ask("training.reps", #"{"count":5}"#),
        .ask("training.undo"),
        .again,
        .ask("training.reps", #"{"count":5}"#),
        .again,
        .ask("live.done", #"{"count":6}"#),
        .again,
        .ask("training.reset"),
        .ask("training.reset", #"{"confirm":true}"#),
    ]

    private static let programs: [Step] = [
        .ask(
            "program.create",
            """
            {"name":"Hills","icon":"hill","intervals":[{"repeat":3,"intervals":[\
            {"label":"Up","duration":"45s"},{"label":"Down","duration":"90s","kind":"rest"}]}]}
            """),
        .ask("program.duplicate", #"{"program":"hills","name":"More hills"}"#),
        .ask("program.update", #"{"program":"more hills","name":"Steep hills","icon":""}"#),
        .again,
        .ask("program.delete", #"{"program":"steep hills"}"#),
    ]

    /// Each step is ended by a person: boundaries that time brings are reported one by one or together,
    /// depending on how late they are noticed.
    private static let runs: [Step] = [
        .ask(
            "program.create",
            """
            {"name":"Walk","intervals":[{"label":"Out","duration":"20h"},{"label":"Stay",\
            "duration":"20h","kind":"break","confirmation":"manual"},{"label":"Back",\
            "duration":"20h"}]}
            """),
        .ask("run.start", #"{"program":"walk"}"#),
        .pass(seconds: 60),
        .ask("run.pause"),
        .ask("run.resume"),
        .ask("run.skip"),
        .ask("run.extend", #"{"by":"-30h"}"#),
        .ask("run.confirm"),
        .again,
        // Within 2 s the run would go further back, and a fault takes some time.
        .pass(seconds: 60),
        .ask("run.back"),
        .ask("run.jump", #"{"index":1}"#),
        .ask("run.stop"),
    ]

    private static let strength: [Step] = [
        .ask("settings.set", #"{"rest":"100s","day_starts_at":"04:00"}"#),
        .ask("exercise.create", #"{"name":"Squats","unit":"reps"}"#),
        .ask("exercise.create", #"{"name":"Rows","unit":"reps"}"#),
        .ask(
            "template.create",
            #"{"name":"Full","exercises":[{"exercise":"squats","groups":[{"sets":1,"reps":5,"#
                + #""load":60,"type":"warmup"},{"sets":3,"reps":5,"load":100}]}]}"#),
        .ask("template.update", #"{"template":"full","days_per_week":2}"#),
        .ask("plan.create", #"{"name":"week","templates":["full"],"apart":["squats"]}"#),
        .again,
        .ask("plan.update", #"{"plan":"week","name":"weeks","apart":[]}"#),
        .ask("plan.delete", #"{"plan":"weeks"}"#),
        .ask("journal.undo"),
        .ask("workout.start", #"{"template":"full"}"#),
        .again,
        .ask("set.log", #"{"exercise":"squats","reps":5,"load":100}"#),
        .again,
        .pass(seconds: 60),
        // The set ends the rest after the one before.
        .ask("set.log", #"{"exercise":"rows","reps":8,"load":60.5,"rpe":8.5}"#),
        .pass(seconds: 150),
        .ask("set.update", #"{"set":"last","reps":9,"rpe":false}"#),
        .ask("set.log", #"{"rest":false}"#),
        .ask("set.delete", #"{"set":"last"}"#),
        .ask("journal.undo"),
        .ask("workout.reorder", #"{"exercises":["rows","squats"]}"#),
        .ask("workout.move", #"{"exercise":"squats","position":1}"#),
        .ask("workout.note", #"{"note":"good"}"#),
        .ask("workout.update", #"{"name":"legs","started_at":"-1h"}"#),
        .ask("workout.add_exercise", #"{"exercise":"hang","superset":"A"}"#),
        .ask("workout.swap", #"{"exercise":"hang","with":"rows"}"#),
        .ask("workout.remove_exercise", #"{"exercise":"rows","block":2}"#),
        .ask("workout.finish"),
        .again,
        .ask("workout.start", #"{"repeat":"last"}"#),
        .ask("workout.discard", #"{"confirm":true}"#),
        .ask("workout.delete", #"{"workout":"last"}"#),
        .ask("journal.undo"),
        .ask("template.delete", #"{"template":"full"}"#),
        .ask("weight.log", #"{"weight":82.5}"#),
        .again,
        .ask("weight.log", #"{"weight":180.5,"unit":"lb","at":"-1h"}"#),
        .ask("weight.delete", #"{"entry":"last"}"#),
        .ask("journal.undo"),
        .ask("measurement.log", #"{"what":"waist","value":84.5,"unit":"cm"}"#),
        .ask("measurement.delete", #"{"entry":"last"}"#),
        .ask("max.log", #"{"exercise":"squats","load":140,"unit":"kg"}"#),
        .ask("max.delete", #"{"entry":"last"}"#),
        // All in one line, since an open import doesn't outlive the daemon.
        .ask([
            Ask("import.open"),
            Ask(
                "import.append",
                """
                {"import":"last","text":"Date,Workout Name,Exercise Name,Set Order,kg,Reps\\n\
                2024-01-01 10:00:00,Push,Bench,1,80,5\\n2024-01-01 10:00:00,Push,Rows,1,60,8\\n"}
                """),
            Ask("import.commit", #"{"import":"last"}"#),
        ]),
        .ask("import.undo"),
        .again,
    ]

    /// Several calls in one line.
    static let together: [Step] = [
        .ask([
            Ask("timer.start", #"{"duration":"7m","name":"rice"}"#), Ask("timer.list"),
            Ask("timer.start", #"{"duration":"0s"}"#),
            Ask("timer.start", "{\"duration\":\"8m\",\"message\":\"\(longText)\"}"),
        ]),
        .ask(
            "atomic",
            """
            {"calls":[{"method":"timer.pause","params":{"timer":"rice"}},\
            {"method":"timer.start","params":{"duration":"30m","name":"bread"}},\
            {"method":"stopwatch.start"}]}
            """),
        .again,
        .ask(
            "atomic",
            """
            {"calls":[{"method":"timer.start","params":{"duration":"30m","name":"never"}},\
            {"method":"timer.cancel","params":{"timer":"nothing of that name"}}]}
            """),
        .pass(seconds: 600),
    ]

    static let daemon: [Step] = [
        .moveLog,
        .ask("backup.create"),
        .stepWall(seconds: -3600),
        .noteAlerts,
        .restart,
        .moveLog,
        .reboot,
        .ask([Ask("status"), Ask("events.list"), Ask("journal.verify")]),
        .noteAlerts,
        .moveLog,
    ]

    /// A text that needs a page of its own.
    private static let longText = String(repeating: "Let it stand. ", count: 280)

    /// All scripts, interleaved at random.
    ///
    /// - Parameter isShared: whether to include the script of sharing.
    static func shuffled(
        using dice: inout some RandomNumberGenerator, isShared: Bool = false
    ) -> [Step] {
        var left = (scripts + (isShared ? [sharing] : [])).map { $0[...] }
        var steps: [Step] = []
        while true {
            left.removeAll { $0.isEmpty }
            guard let index = left.indices.randomElement(using: &dice) else { return steps }
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                if let step = left[index].popFirst() { steps.append(step) }
            }
        }
    }
}
