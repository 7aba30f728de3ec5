import Testing
import TrackerAPI

struct MethodsTests {
    @Test func theTable() {
        #expect(
            Methods.all.map { $0.method } == [
                "hello", "status", "events.subscribe", "events.list", "journal.verify",
                "journal.undo", "backup.create", "config.get", "config.reload",
                "daemon.check", "atomic",
                "timer.start", "timer.pause", "timer.resume", "timer.cancel", "timer.restart",
                "timer.finish", "timer.extend", "timer.rename", "timer.get", "timer.list",
                "timer.clear", "stopwatch.start", "stopwatch.lap", "rest.start", "rest.skip",
                "rest.pause", "rest.resume", "rest.extend", "rest.get", "exercise.list",
                "exercise.create", "exercise.update", "exercise.get", "exercise.archive",
                "exercise.delete", "log.add", "log.update", "log.delete", "log.list",
                "reminder.create", "reminder.update", "reminder.get", "reminder.enable",
                "reminder.disable", "reminder.delete", "reminder.fire", "reminder.list",
                "reminder.answer", "reminder.upcoming", "occurrence.list", "do_not_disturb.set",
                "training.start", "training.bail", "training.stop", "training.reps",
                "training.skip_rest", "training.pause", "training.resume", "training.reset",
                "training.get", "training.list", "preset.list", "preset.save", "preset.delete",
                "program.create", "program.update", "program.list", "program.get",
                "program.duplicate", "program.delete", "run.start", "run.pause", "run.resume",
                "run.confirm", "run.skip", "run.back", "run.jump", "run.extend", "run.stop",
                "run.get", "run.list", "template.create", "template.update", "template.get",
                "template.list", "template.delete", "workout.start", "workout.add_exercise",
                "workout.remove_exercise", "workout.reorder", "workout.note", "workout.finish",
                "workout.discard", "workout.get", "workout.delete", "workout.list", "set.log",
                "set.update", "set.delete", "record.list", "exercise.progress", "volume.list",
                "calendar.month", "one_rep_max.estimate", "plates.calculate", "settings.get",
                "settings.set", "import.open", "import.append", "import.preview", "import.commit",
                "import.undo", "export",
            ])
        #expect(Methods.byName.count == Methods.all.count)
        for method in Methods.all { #expect(Methods.byName[method.method] == method) }
    }

    /// What changes something may carry a `request_id` and stand in an `atomic`; what reaches
    /// beside the state may not.
    @Test(arguments: Methods.all.map { $0.method }) func effects(_ method: String) throws {
        let effect = try #require(Methods.byName[method]).effect
        switch method {
        case "hello", "status", "events.list", "journal.verify", "config.get", "timer.get",
            "timer.list", "rest.get", "exercise.list", "exercise.get", "log.list",
            "reminder.get", "reminder.list", "reminder.upcoming", "occurrence.list",
            "training.get", "training.list", "preset.list", "program.list", "program.get",
            "run.get", "run.list", "template.get", "template.list", "workout.get",
            "workout.list", "settings.get", "record.list", "exercise.progress", "volume.list",
            "calendar.month", "one_rep_max.estimate", "plates.calculate", "import.preview",
            "export":
            #expect(effect == .none)
        case "events.subscribe", "backup.create", "config.reload", "daemon.check", "import.open",
            "import.append":
            #expect(effect == .outside)
        default: #expect(effect == .change)
        }
    }
}
