import ArgumentParser
import Foundation
import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Command lines, and the requests that they send.
@Suite struct RequestTests {
    static let requests =
        daemon + ReminderRequests.all + TrainingRequests.all + ProgramRequests.all
        + StrengthRequests.all + FigureRequests.all + MeasurementRequests.all
        + ProgressRequests.all + SyncRequests.all

    private static let daemon: [(line: String, method: String, params: String)] = [
        ("hello", "hello", #"{"client":"trackerctl 0.1.0","protocol":1}"#),
        ("status", "status", "{}"),
        ("timer start 25m tea", "timer.start", #"{"duration":1500000,"name":"tea"}"#),
        ("timer start 25", "timer.start", #"{"duration":1500000}"#),
        ("timer tea 25m", "timer.start", #"{"duration":1500000,"name":"tea"}"#),
        ("timer 1h 30m", "timer.start", #"{"duration":5400000}"#),
        ("timer start 1:30", "timer.start", #"{"duration":90000}"#),
        ("timer start 1.5h", "timer.start", #"{"duration":5400000}"#),
        (
            "timer start 90s --message done --on-suspend pause", "timer.start",
            #"{"duration":90000,"message":"done","on_suspend":"pause"}"#
        ),
        ("timer pause tea", "timer.pause", #"{"timer":"tea"}"#),
        ("timer resume tea", "timer.resume", #"{"timer":"tea"}"#),
        ("timer cancel last", "timer.cancel", #"{"timer":"last"}"#),
        ("timer restart k3v9", "timer.restart", #"{"timer":"k3v9"}"#),
        ("timer finish tea", "timer.finish", #"{"timer":"tea"}"#),
        ("timer extend tea 5", "timer.extend", #"{"by":300000,"timer":"tea"}"#),
        ("timer extend tea -- -5m", "timer.extend", #"{"by":-300000,"timer":"tea"}"#),
        ("timer rename tea coffee", "timer.rename", #"{"name":"coffee","timer":"tea"}"#),
        ("timer get tea", "timer.get", #"{"timer":"tea"}"#),
        ("timer list", "timer.list", "{}"),
        ("timer list --all", "timer.list", #"{"all":true}"#),
        ("timer clear", "timer.clear", "{}"),
        ("stopwatch start", "stopwatch.start", "{}"),
        (
            "stopwatch start run --on-suspend cancel", "stopwatch.start",
            #"{"name":"run","on_suspend":"cancel"}"#
        ),
        ("stopwatch lap run", "stopwatch.lap", #"{"timer":"run"}"#),
        ("stopwatch stop run", "timer.finish", #"{"timer":"run"}"#),
        ("rest start 90", "rest.start", #"{"duration":90000}"#),
        (
            "rest start 2m --warn-at 10,3s --warn-at 1 --label squats --replace", "rest.start",
            #"{"duration":120000,"label":"squats","replace":true,"warn_at":[10000,3000,1000]}"#
        ),
        ("rest start 2m --no-warning", "rest.start", #"{"duration":120000,"warn_at":[]}"#),
        ("rest skip", "rest.skip", "{}"),
        ("rest pause", "rest.pause", "{}"),
        ("rest resume", "rest.resume", "{}"),
        ("rest get", "rest.get", "{}"),
        ("rest extend 30", "rest.extend", #"{"by":30000}"#),
        ("rest extend -- -15", "rest.extend", #"{"by":-15000}"#),
        (
            "exercise add 'Spoto' --muscles chest --secondary triceps,front-delts",
            "exercise.create",
            #"{"muscles":{"primary":["chest"],"secondary":["triceps","front delts"]},"name":"'Spoto'","unit":"reps"}"#
        ),
        (
            "exercise edit plank --muscles abs", "exercise.update",
            #"{"exercise":"plank","muscles":{"primary":["abs"],"secondary":[]}}"#
        ),
        ("log push-ups 20", "log.add", #"{"count":20,"exercise":"push-ups"}"#),
        ("log push-ups", "log.add", #"{"exercise":"push-ups"}"#),
        ("log add list 5", "log.add", #"{"count":5,"exercise":"list"}"#),
        (
            "log plank 90 --at 2026-03-01T10:15 --note hard", "log.add",
            #"{"at":"2026-03-01T10:15","count":90,"exercise":"plank","note":"hard"}"#
        ),
        ("log 60s plank", "log.add", #"{"exercise":"plank","seconds":60}"#),
        ("log walk 10m", "log.add", #"{"exercise":"walk","minutes_or_metres":10}"#),
        ("log walk 10min", "log.add", #"{"exercise":"walk","seconds":600}"#),
        ("log squats --at -10m", "log.add", #"{"at":"-10m","exercise":"squats"}"#),
        ("log 20 push-ups", "log.add", #"{"count":20,"exercise":"push-ups"}"#),
        ("log list", "log.list", "{}"), ("log", "log.list", "{}"), ("logs", "log.list", "{}"),
        ("timer", "timer.list", "{}"), ("stopwatch race", "stopwatch.start", #"{"name":"race"}"#),
        ("remind pause 5pm", "do_not_disturb.set", #"{"until":"17:00"}"#),
        ("timers --all", "timer.list", #"{"all":true}"#),
        ("timer 25m tea", "timer.start", #"{"duration":1500000,"name":"tea"}"#),
        ("stopwatch", "timer.list", "{}"), ("rest", "rest.get", "{}"),
        ("rest 90", "rest.start", #"{"duration":90000}"#), ("train", "training.get", "{}"),
        ("run", "run.get", "{}"), ("workout", "workout.get", "{}"),
        ("workouts", "workout.list", "{}"), ("runs", "run.list", "{}"),
        ("trainings", "training.list", "{}"), ("remind", "reminder.list", "{}"),
        ("reminders", "reminder.list", "{}"), ("exercises", "exercise.list", "{}"),
        ("programs", "program.list", "{}"), ("presets", "preset.list", "{}"),
        ("templates", "template.list", "{}"),
        (
            "remind add stand --every 30 --between 9-17 --days weekdays", "reminder.create",
            #"{"between":"09:00-17:00","days":"mon-fri","every":1800000,"name":"stand","usual":true}"#
        ),
        (
            "remind add pills --at 8am,20:00", "reminder.create",
            #"{"at":"08:00,20:00","name":"pills","usual":true}"#
        ),
        (
            "log list --from -7d --to 2026-03-01 -e squats --limit 5", "log.list",
            #"{"exercise":"squats","from":"-7d","limit":5,"to":"2026-03-01"}"#
        ),
        ("log edit last --count 25", "log.update", #"{"count":25,"entry":"last"}"#),
        ("log edit last --count 5m", "log.update", #"{"entry":"last","seconds":300}"#),
        ("log edit last --count 90s", "log.update", #"{"entry":"last","seconds":90}"#),
        ("log edit last --count 1:30", "log.update", #"{"entry":"last","seconds":90}"#),
        ("log edit last --count 1h2m", "log.update", #"{"entry":"last","seconds":3720}"#),
        (
            "log update k3v9 --at 2026-03-01T10:15 --exercise plank --note x", "log.update",
            #"{"at":"2026-03-01T10:15","entry":"k3v9","exercise":"plank","note":"x"}"#
        ),
        ("log delete k3v9", "log.delete", #"{"entry":"k3v9"}"#),
        ("log undo", "journal.undo", #"{"types":["log.*"]}"#),
        ("exercise list", "exercise.list", "{}"),
        (
            "exercise list --category core --all --limit 3", "exercise.list",
            #"{"archived":true,"category":"core","limit":3}"#
        ),
        ("exercise search", "exercise.list", "{}"),
        ("exercise search paus ben", "exercise.list", #"{"query":"paus ben"}"#),
        (
            "exercise search press -c chest", "exercise.list",
            #"{"category":"chest","query":"press"}"#
        ),
        ("exercise add Rows", "exercise.create", #"{"name":"Rows","unit":"reps"}"#),
        (
            "exercise create Hold --unit seconds --count 20 --category core --equipment rings"
                + " --icon i --tint #010203 --variant-of plank", "exercise.create",
            """
            {"category":"core","color":"#010203","default_count":20,"equipment":"rings",\
            "icon":"i","name":"Hold","unit":"seconds","variant_of":"plank"}
            """
        ),
        (
            "exercise add Rows --color #ff8800", "exercise.create",
            ##"{"color":"#ff8800","name":"Rows","unit":"reps"}"##
        ),
        (
            "exercise add Rows --color=#ff8800 --color never", "exercise.create",
            ##"{"color":"#ff8800","name":"Rows","unit":"reps"}"##
        ),
        (
            "exercise edit rows --color never --color #ff8800", "exercise.update",
            ##"{"color":"#ff8800","exercise":"rows"}"##
        ),
        (
            "exercise update rows --color orange", "exercise.update",
            #"{"color":"orange","exercise":"rows"}"#
        ),
        (
            "exercise edit rows --icon i --color always", "exercise.update",
            #"{"exercise":"rows","icon":"i"}"#
        ),
        (
            "exercise edit --color=auto --name R -- rows", "exercise.update",
            #"{"exercise":"rows","name":"R"}"#
        ),
        (
            "exercise edit rows --name R --unit seconds --no-archived", "exercise.update",
            #"{"archived":false,"exercise":"rows","name":"R","unit":"seconds"}"#
        ),
        (
            "exercise update rows --count 9 --archived", "exercise.update",
            #"{"archived":true,"default_count":9,"exercise":"rows"}"#
        ),
        ("exercise get rows", "exercise.get", #"{"exercise":"rows"}"#),
        ("exercise show rows", "exercise.get", #"{"exercise":"rows"}"#),
        (
            "exercise alias rows pulls", "exercise.alias",
            #"{"alias":"pulls","exercise":"rows"}"#
        ),
        (
            "exercise alias rows pulls --remove", "exercise.alias",
            #"{"alias":"pulls","exercise":"rows","remove":true}"#
        ),
        ("exercise merge rows pulls", "exercise.merge", #"{"exercise":"pulls","into":"rows"}"#),
        ("exercise archive rows", "exercise.archive", #"{"exercise":"rows"}"#),
        ("exercise delete rows", "exercise.delete", #"{"exercise":"rows"}"#),
        ("events", "events.list", #"{"newest_first":true}"#),
        ("events list", "events.list", #"{"newest_first":true}"#),
        ("events list --until 9", "events.list", #"{"newest_first":true,"until":9}"#),
        ("events list --oldest", "events.list", "{}"),
        ("events list --since 5", "events.list", #"{"since":5}"#),
        (
            "events list --since 5 --until 9 --types timer.*,rest.* --types x --limit 3"
                + " --subject k3v9 --newest-first", "events.list",
            """
            {"limit":3,"newest_first":true,"since":5,"subject":"k3v9",\
            "types":["timer.*","rest.*","x"],"until":9}
            """
        ),
        ("journal verify", "journal.verify", "{}"),
        ("undo", "journal.undo", "{}"), ("undo 812", "journal.undo", #"{"seq":812}"#),
        ("redo", "journal.redo", "{}"),
        ("redo 812", "journal.redo", #"{"seq":812}"#),
        ("backup create", "backup.create", "{}"),
        ("backup create /mnt/x.db", "backup.create", #"{"path":"/mnt/x.db"}"#),
        ("backup list", "backup.list", "{}"),
        ("backup restore /mnt/x.db", "backup.restore", #"{"path":"/mnt/x.db"}"#),
        (
            "backup restore /mnt/x.db --yes", "backup.restore",
            #"{"confirm":true,"path":"/mnt/x.db"}"#
        ),
        ("config get", "config.get", "{}"),
        ("config reload", "config.reload", "{}"),
        ("daemon check", "daemon.check", "{}"),
    ]

    @Test(arguments: requests) func request(
        _ line: String, _ method: String, _ params: String
    ) throws {
        let command = try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        let sent: (method: String, params: String)
        if let answer = command as? any AnswerCommand {
            sent = try Self.wire(of: answer.request())
        } else {
            let sender = try #require(command as? any MethodCommand)
            sent = try Self.wire(of: sender)
        }
        #expect(sent.method == method)
        #expect(sent.params == params)
    }

    /// Nothing but options shows the status.
    @Test func theProgramAloneShowsTheStatus() throws {
        let server = try FakeServer([[.read, .send(Sample.result(Sample.status()))]])
        var command = try Trackerctl.command(for: ["--socket", server.path])
        try command.run()
        #expect(server.received.count == 1 && server.received[0].contains("\"method\":\"status\""))
    }

    static func wire(of command: some MethodCommand) throws -> (method: String, params: String) {
        try wire(of: command.request())
    }

    static func wire(of request: some Request) throws -> (method: String, params: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (
            request.method,
            String(
                decoding: try encoder.encode(decode(JSONValue.self, json(request))),
                as: UTF8.self)
        )
    }

    @Test func relativeBackupPathIsMadeAbsolute() throws {
        let command = try BackupCommands.Create.parse(["x.db"])
        #expect(
            try command.request().path == FileManager.default.currentDirectoryPath + "/x.db")
    }

    @Test func atomicTakesAListOrAnObject() throws {
        let list = try AtomicCommand.parse([#"[{"method":"rest.skip"}]"#]).params()
        let object = try AtomicCommand.parse([#"{"calls":[{"method":"rest.skip"}]}"#]).params()
        #expect(list == object)
        #expect(throws: ValidationError.self) { try AtomicCommand.parse(["7"]).params() }
        #expect(throws: ValidationError.self) { try AtomicCommand.parse(["{"]).params() }
    }

    @Test(arguments: [
        "timer start", "timer start tea", "timer start 25x", "timer start 1:75", "rest start soon",
        "timer extend tea", "timer start 5m --on-suspend maybe", "timer list --json --quiet",
        "rest start 5 --warn-at 3 --no-warning", "timer extend tea -5m", "nonsense",
        "timer nonsense", "log add", "log push-ups 20 --at 25:00",
        "log push-ups 20 --at soon", "log edit last", "log list --from x",
        "log edit last --count many", "log edit last --count 500ms", "log edit last --count -5m",
        "exercise list --color #ff8800", "log --color=#ff8800", "exercise add",
        "exercise add Rows --unit metres", "exercise edit",
        "remind add", "remind add move --every soon", "remind snooze a b c",
        "remind done move many", "remind pause", "remind pause later", "pause later",
        "remind add x --every 30m --between mon=09:00-17:00 --between 10:00-12:00",
        "remind add x --every 30m --count many", "remind add x --every 30m --anchor moon",
        "remind upcoming --from whenever", "remind history --state gone",
    ])
    func wrongUsage(_ line: String) {
        let failure = #expect(throws: (any Error).self) {
            let command = try Trackerctl.command(
                for: line.split(separator: " ").map(String.init))
            if let answer = command as? any AnswerCommand { _ = try answer.request() }
            if let sender = command as? any MethodCommand { _ = try Self.wire(of: sender) }
        }
        #expect(failure.map { Failure($0).status } == 64)
    }
}
