import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// How sync looks to a person.
@Suite struct SyncTextTests {
    private func text(_ json: String, in style: Style = .plain) throws -> String {
        try Sample.read(json, as: SyncView.self).text(in: style)
    }

    @Test func machinesInALine() throws {
        let machines = [SyncSample.laptop, SyncSample.desktop, SyncSample.phone]
        #expect(
            try text(SyncSample.on(machines)) == """
                MACHINE          STATE         LAST CHANGE      FILES    SIZE  ID
                laptop           this machine  today 09:30          3  1.6 MB  d3v1ce000000
                desktop          sharing       yesterday 18:00     12   48 kB  d3v1ce000001
                phone\\u{1b}[31m  left          none                 1   512 B  d3v1ce000002
                Folder: ~/Sync/trackerd
                All changes here are written (last: 09:30).
                Everything from other machines has come in (last: 09:17).

                """)
    }

    @Test func whatWaits() throws {
        let waiting = try text(SyncSample.on(unwritten: 1, unread: 2_500_000))
        #expect(waiting.contains("\n1 change to be written, within 5 minutes.\n"))
        #expect(waiting.contains("\n2.5 MB from other machines waiting to be merged.\n"))
        let stopped = try text(SyncSample.on(state: "stopped", unwritten: 2))
        #expect(stopped.contains("\n2 changes kept until the folder can be used again.\n"))
        #expect(!stopped.contains("Everything from other machines"))
        let preparing = try text(SyncSample.on(state: "preparing", unwritten: 400))
        #expect(preparing.contains("Getting ready"))
        #expect(!preparing.contains("400"))
    }

    @Test func aMachineAloneLearnsHowToAddAnother() throws {
        let alone = try text(SyncSample.on([SyncSample.laptop]))
        #expect(alone.contains("No other machines yet."))
        #expect(try !text(SyncSample.on()).contains("No other machine"))
        let left = try text(SyncSample.on([SyncSample.laptop, SyncSample.phone]))
        #expect(left.contains("No other machines now."))
        let stopped = try text(SyncSample.on([SyncSample.laptop], state: "stopped"))
        #expect(!stopped.contains("No other machine"))
    }

    @Test(arguments: [("on", "none yet"), ("preparing", "none yet"), ("stopped", "")])
    func aMachineThatHasWrittenNothing(_ state: String, _ word: String) throws {
        let new = SyncSample.laptop.replacing(
            "\"changed_at\":\"2026-03-01T09:30:00.000+01:00\",", with: "")
        let shown = try text(SyncSample.on([new, SyncSample.desktop], state: state))
        #expect(shown.contains("none yet") == !word.isEmpty)
        #expect(!shown.contains("never"))
    }

    @Test func whatIsWrong() throws {
        let wrong = try text(
            SyncSample.on(
                state: "stopped", held: (1, 2, 1), conflicts: 2, damaged: 1,
                more: "\"problem\":\(SyncSample.problem),"))
        for line in [
            "The folder can't be reached (since yesterday 18:00): /media/stick/trackerd isn't there. "
                + "Mount it or put it back; your changes are kept until then.",
            "2 conflicts to settle: trackerctl sync conflicts",
            "1 entry from another machine waits for something still to come.",
            "2 entries need a newer trackerd: update this machine.",
            "1 entry from another machine isn't valid here and was left out. See: trackerctl doctor",
            "1 damaged line skipped. If that stays, run 'trackerctl sync now' on each machine.",
        ] { #expect(wrong.contains("\n\(line)\n"), "\(line)") }
    }

    @Test func aMachineThatIsSilentForAMonth() throws {
        let old = SyncSample.desktop.replacing("2026-02-28", with: "2026-01-28")
        #expect(
            try text(SyncSample.on([SyncSample.laptop, old])).hasSuffix(
                "Nothing from desktop since 2026-01-28 18:00. "
                    + "If it won't come back: trackerctl sync forget desktop\n"))
        #expect(try !text(SyncSample.on()).contains("Nothing from"))
    }

    /// A name with a blank would need quotes, so that its id is named.
    @Test func namesOfSeveralWordsAreNamedByTheirIds() throws {
        let old = SyncSample.desktop.replacing("2026-02-28", with: "2026-01-28")
            .replacing("\"desktop\"", with: "\"my desktop\"")
        #expect(
            try text(SyncSample.on([SyncSample.laptop, old])).hasSuffix(
                "trackerctl sync forget d3v1ce000001\n"))
    }

    @Test func coloursOnlyWhereTheyAreWanted() throws {
        let json = SyncSample.on(conflicts: 1)
        #expect(try !text(json).contains("\u{1b}"))
        #expect(try text(json, in: Sample.colored).contains("\u{1b}[33m1 conflict\u{1b}[0m"))
    }

    @Test func theEndOfASetup() throws {
        let joined = SyncText.enabled(try Sample.read(SyncSample.on()), in: .plain)
        #expect(
            joined == """
                Sync is on: this machine is laptop, its folder ~/Sync/trackerd.
                Joined desktop. 'trackerctl sync' shows the progress.

                """)
        let alone = SyncText.enabled(
            try Sample.read(SyncSample.on([SyncSample.laptop])), in: .plain)
        #expect(alone.contains("\n  Syncthing   add ~/Sync/trackerd as a shared folder\n"))
        #expect(alone.hasSuffix("\n  trackerctl sync setup FOLDER\n"))
    }

    @Test func whatWasDone() throws {
        let json = SyncSample.on(conflicts: 1).dropLast() + #","written":1,"merged":3}"#
        let now: SyncNow.Response = try Sample.read(String(json))
        #expect(
            now.text(in: .plain) == """
                Synced: wrote 1 change, merged 3 from other machines.
                1 conflict to settle: trackerctl sync conflicts

                """)
        let digest: SyncDigest.Response = try Sample.read(
            #"{"digest":"00ff","rows":412,"deleted":3}"#)
        #expect(digest.text(in: .plain).hasPrefix("00ff\n412 rows, 3 of them deleted\n"))
        #expect(digest.ids == ["00ff"])
        #expect(
            SyncText.forgotten("desktop\u{1b}", in: .plain).hasPrefix("Forgot desktop\\u{1b}. "))
        #expect(
            SyncText.left(try Sample.read(SyncSample.off), in: .plain).hasPrefix("Sync is off. "))
    }

    @Test func conflicts() throws {
        let conflicts: SyncConflicts.Response = try Sample.read(SyncSample.conflicts)
        #expect(
            conflicts.text(in: .plain) == """
                Your edits that another machine replaced:
                  N  WHAT               YOURS                     NOW            FROM     NOTICED
                812  log entry Plank    note hard                 no note        desktop  today 09:30
                 97  preset long plank  rest 1 minute 30 seconds  rest 1 minute  desktop  yesterday 18:00
                'trackerctl sync take N' puts yours back.

                Names used more than once:
                NAME  KIND      IDS
                Rows  exercise  p7aaaaaaaaaa, p9bbbbbbbbbb
                Rename one, or merge exercises: trackerctl exercise merge ID ID

                """)
        #expect(conflicts.ids == ["812", "97", "p7aaaaaaaaaa"])
    }

    @Test func aScheduleIsShownAsItIsTyped() throws {
        let conflict: SyncConflict = try Sample.read(
            """
            {"kind":"lost","seq":11,"entity":"reminder","id":"r1","name":"stand","part":"schedule",\
            "mine":{"schedule":{"between":"09:00-17:00","days":"mon-fri","every":2700000}},\
            "theirs":{"schedule":{"every":2400000}}}
            """)
        #expect(conflict.sides.mine == "every 45m, 09:00-17:00, mon-fri")
        #expect(conflict.sides.theirs == "every 40m, mon-fri")
    }

    /// Ids in a list have names where the daemon knows them, and a list without ids is words.
    @Test func listsAreShownByNames() throws {
        let conflict: SyncConflict = try Sample.read(
            """
            {"kind":"lost","seq":11,"entity":"plan","id":"p1","name":"5x5","part":"templates",\
            "mine":{"templates":["t1aaaaaaaaaa","t2bbbbbbbbbb"],"apart":[]},\
            "theirs":{"templates":["t3cccccccccc"],"apart":["e1aaaaaaaaaa"]},\
            "names":[{"id":"t1aaaaaaaaaa","name":"Day A"},{"id":"t2bbbbbbbbbb","name":"Day B"},\
            {"id":"e1aaaaaaaaaa","name":"Squats"}]}
            """)
        #expect(conflict.sides.mine == "no apart, templates Day A, Day B")
        #expect(conflict.sides.theirs == "apart Squats, templates t3cccccccccc")
    }

    @Test func whatWasPutBack() throws {
        let conflict: SyncConflict = try Sample.read(SyncSample.lostNote)
        #expect(
            conflict.text(in: .plain) == "Put back your edit of log entry Plank: note hard.\n")
    }

    @Test func theStatusTellsOfAProblemOnly() throws {
        func status(_ sync: String) throws -> String {
            let json = Sample.status(quiet: "\"sync\":\(sync),")
            return try Sample.read(json, as: Status.Response.self).text(in: .plain)
        }
        #expect(try status(#"{"state":"on"}"#) == "nothing is running\n")
        #expect(
            try status("{\"state\":\"stopped\",\"problem\":\(SyncSample.problem)}").hasSuffix(
                "sync has stopped: /media/stick/trackerd isn't there. See: trackerctl sync\n"))
    }

    @Test func aWorkoutOfAnotherMachineSaysWhose() throws {
        let workout = Sample.workout(exercises: [], more: #""machine":"desktop","#)
        let json = Sample.status(quiet: "\"workouts_elsewhere\":[\(workout)],")
        let text = try Sample.read(json, as: Status.Response.self).text(in: .plain)
        #expect(text.contains(": open on desktop since 09:15, no sets [w7aaaaaaaaaa]\n"))
    }

    @Test(arguments: [
        ("sync.enabled", #"{"folder":"~/Sync/trackerd","name":"laptop"}"#, "in ~/Sync/trackerd"),
        ("sync.machine", #"{"name":"desktop","state":"left"}"#, "left"),
        (
            "sync.merged",
            #"{"machines":["desktop"],"rows":{"set":1,"log":2},"deleted":0,"held":0}"#,
            "3 rows from desktop"
        ),
        (
            "sync.merged", #"{"machines":["desktop"],"rows":{"set":1},"deleted":2,"held":0}"#,
            "1 row and 2 deletions from desktop"
        ),
        (
            "sync.merged", #"{"machines":["desktop"],"rows":{},"deleted":0,"held":1}"#,
            "1 row that can't be used yet from desktop"
        ),
        (
            "sync.identity", #"{"from":"a1","to":"b2","why":"stamps"}"#,
            "now b2, since a backup was restored"
        ),
        ("sync.overridden", SyncSample.lostNote, "log entry Plank: note hard (desktop)"),
        ("sync.problem", SyncSample.problem, "/media/stick/trackerd isn't there"),
    ])
    func events(_ type: String, _ data: String, _ detail: String) throws {
        let event: EventView = try Sample.read(Sample.event(9, type, data: data))
        #expect(EventTable.text(of: [event], in: .plain).hasSuffix("  \(detail)\n"))
    }
}
