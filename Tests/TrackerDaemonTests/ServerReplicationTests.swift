import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Daemons that share their logs through folders of their own, which real programs replicate.
    @Suite struct Replication {
        /// Two machines that share their logs, with the Syncthings of their folders.
        private func pair(
            _ stage: Stage
        ) throws -> (one: SharingMachine, two: SharingMachine, syncthings: [Syncthing]) {
            let (one, two) = (try SharingMachine(stage, "a"), try SharingMachine(stage, "b"))
            let syncthings = try Syncthing.connected(stage, [one.folder, two.folder])
            for machine in [one, two] {
                try machine.start()
                try machine.share()
            }
            return (one, two, syncthings)
        }

        /// One test, since a reminder that is shared takes up to a minute to fall due.
        @Test func anAnswerEndsTheBubbleElsewhereAndTwoWeeksApartComeTogether() throws {
            try Stage.with { stage in
                let pair = try RingingPair(stage)
                let seconds = try pair.secondsToClose("stand")
                print("answer here, bubble gone there: \((seconds * 1000).rounded()) ms")
                // A busy machine may take longer than the 2 s that `make bench` holds it to.
                #expect(seconds < 10)

                let (one, two) = (pair.one, pair.two)
                let fortnight = ApartAndTogether(one: one, two: two)
                try fortnight.logShared()
                try SharingMachine.waitForEqualLogs([one, two])
                for syncthing in pair.syncthings { try syncthing.pause() }
                try fortnight.apart()
                // Of two answers, done comes before dismissed, though it was given first.
                for (machine, action) in [(one, "log"), (two, "dismiss")] {
                    try machine.call(
                        "reminder.answer", "{\"reminder\":\"walk\",\"action\":\"\(action)\"}")
                }
                let counts = (try one.counts(), try two.counts())
                #expect(counts.0 != counts.1)
                for syncthing in pair.syncthings { try syncthing.resume() }
                try SharingMachine.waitForEqualLogs([one, two])
                try fortnight.checkTogether()
                for machine in [one, two] {
                    #expect(try answers(machine) == ["answered", "dismissed"])
                }
            }
        }

        /// States of the occurrences that somebody answered.
        private func answers(_ machine: SharingMachine) throws -> [String] {
            let list = try machine.call("occurrence.list")["occurrences"]?.list ?? []
            return list.compactMap { $0["state"]?.string }.filter {
                ["answered", "dismissed"].contains($0)
            }.sorted()
        }

        /// Daemons and Syncthings are killed at any moment of a transfer.
        @Test func killsLoseNothing() throws {
            try Stage.with { stage in
                let (one, two, syncthings) = try pair(stage)
                let note = ",\"note\":\"" + String(repeating: "long ", count: 400) + "\""
                var random = SplitMix(seed: 20_261_128)
                var expected: [Int64] = []
                for round: Int64 in 1...4 {
                    for number: Int64 in 1...15 {
                        let counts = [1000 * round + number, 1000 * round + 500 + number]
                        try one.log(counts[0], note)
                        try two.log(counts[1], note)
                        expected += counts
                    }
                    let killed = Int(round % 2)
                    usleep(UInt32.random(in: 0...1_500_000, using: &random))
                    try [one, two][killed].crash()
                    usleep(UInt32.random(in: 0...500_000, using: &random))
                    try syncthings[Int(round / 2) % 2].crash()
                    try syncthings[Int(round / 2) % 2].start()
                    try [one, two][killed].start()
                }
                try SharingMachine.waitForEqualLogs([one, two])
                for machine in [one, two] {
                    #expect(try machine.counts() == expected.sorted())
                    let machines = try machine.call("sync.status")["machines"]?.list ?? []
                    #expect(machines.count == 2)
                }
                try ApartAndTogether.checkSound([one, two])
            }
        }

        /// A machine writes its subfolder again after somebody deleted it, or put an older copy in its place.
        @Test func ownFilesComeBack() throws {
            try Stage.with { stage in
                let (one, two, syncthings) = try pair(stage)
                let (own, writer) = (try one.ownFolder(), try one.writer())
                for count: Int64 in 1...30 { try one.log(count) }
                try SharingMachine.waitForEqualLogs([one, two])
                for machine in [one, two] { try machine.call("sync.now") }
                try Syncthing.waitUntilInSync(syncthings)
                // A folder that comes back may go unwatched by Syncthing until it scans all of it, once an hour.
                let scan = { for syncthing in syncthings { try syncthing.scan() } }
                let older = stage.file("older")
                try copy(own, to: older, stage)

                let written = changeTime("\(own)/about.json")
                File.remove("\(two.folder)/\(writer)")
                try syncthings[1].scan()
                // It may be written again at once.
                try wait(for: "the deletion") { changeTime("\(own)/about.json") != written }
                try Syncthing.waitUntilInSync(syncthings)
                // It looks at its own files when another machine has changed something.
                try two.log(31)
                try wait(for: "its files") { File.exists("\(own)/about.json") }
                try SharingMachine.waitForEqualLogs([one, two], carrying: scan)
                try one.call("sync.now", upTo: 60)
                #expect(try counts(in: own, stage, "c") == upTo(31))

                for count: Int64 in 32...60 { try one.log(count) }
                try SharingMachine.waitForEqualLogs([one, two], carrying: scan)
                try one.call("sync.now", upTo: 60)
                try Syncthing.waitUntilInSync(syncthings)
                // By renaming, so that the machine meets no half of it.
                #expect(rename(own, stage.file("newer")) == 0 && rename(older, own) == 0)
                try syncthings[0].scan()
                try two.log(61)
                try SharingMachine.waitForEqualLogs([one, two], carrying: scan)
                try one.call("sync.now", upTo: 60)
                #expect(try counts(in: own, stage, "d") == upTo(61))
                for machine in [one, two] {
                    #expect(try machine.counts() == upTo(61))
                }
                // Whatever others do there, it is the same machine.
                #expect(try one.writer() == writer)
                try ApartAndTogether.checkSound([one, two])
            }
        }

        private func upTo(_ last: Int64) -> [Int64] { Array(1...last) }

        /// Time at which a file came to be as it is, in nanoseconds; `nil` if there is none.
        private func changeTime(_ path: String) -> Int? {
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            return facts.st_ctim.tv_sec * 1_000_000_000 + facts.st_ctim.tv_nsec
        }

        private func copy(_ folder: String, to other: String, _ stage: Stage) throws {
            let result = try stage.result(["cp", "--archive", folder, other])
            try #require(result.ending == .exited(0), "\(result.complaints)")
        }

        /// What a new machine knows that has seen one subfolder alone.
        private func counts(
            in subfolder: String, _ stage: Stage, _ name: String
        ) throws -> [Int64] {
            let reader = try SharingMachine(stage, name)
            try copy(subfolder, to: "\(reader.folder)/", stage)
            try reader.start()
            try reader.share()
            let counts = try reader.counts()
            try reader.stop()
            return counts
        }

        /// A state is copied to another machine, and both go on under one id.
        @Test func aCopyOfTheStateTakesAnotherID() throws {
            try Stage.with { stage in
                let (one, two) = (try SharingMachine(stage, "a"), try SharingMachine(stage, "b"))
                let syncthings = try Syncthing.connected(stage, [one.folder, two.folder])
                try one.start()
                try one.share()
                try one.log(1)
                try one.call("sync.now")
                let writer = try one.writer()
                try one.stop()
                try wait(for: "the replica") {
                    for syncthing in syncthings { try syncthing.scan() }
                    let names = File.names(in: "\(one.folder)/\(writer)")
                    return names.allSatisfy { name in
                        File.bytes("\(two.folder)/\(writer)/\(name)")
                            == File.bytes("\(one.folder)/\(writer)/\(name)")
                    }
                }
                for syncthing in syncthings { try syncthing.pause() }
                try copy(one.state, to: two.state, stage)
                for (machine, count) in [(one, Int64(2)), (two, Int64(3))] {
                    try machine.start()
                    try machine.log(count)
                    try machine.call("sync.now")
                    #expect(try machine.writer() == writer)
                }
                for syncthing in syncthings { try syncthing.scan() }
                for syncthing in syncthings { try syncthing.resume() }
                // Neither watches the subfolder that it takes for its own.
                try SharingMachine.waitForEqualLogs([one, two]) {
                    for machine in [one, two] { try machine.call("sync.now") }
                }
                // Whichever learns of the other first takes a new id; the other may then keep its own. They learn by
                // the other's note, or by stamps under their own id that they never gave.
                let reasons = try [one, two].flatMap { try identityReasons($0) }
                #expect(!reasons.isEmpty && reasons.allSatisfy { ["life", "stamps"].contains($0) })
                for machine in [one, two] { #expect(try machine.counts() == [1, 2, 3]) }
                #expect(try one.writer() != two.writer())
                try ApartAndTogether.checkSound([one, two])
                try two.log(4)
                try SharingMachine.waitForEqualLogs([one, two])
                #expect(try one.counts() == [1, 2, 3, 4])
            }
        }

        /// Why a machine has taken new ids.
        private func identityReasons(_ machine: SharingMachine) throws -> [String] {
            let list = try machine.call("events.list", "{\"types\":[\"sync.identity\"]}")
            return (list["events"]?.list ?? []).compactMap { $0["data"]?["why"]?.string }
        }

        @Test func twoWeeksApartComeTogetherByGit() throws {
            try Stage.with { stage in
                let machines = [try SharingMachine(stage, "a"), try SharingMachine(stage, "b")]
                let git = try GitClones(stage, machines)
                try comeTogether(machines, carrying: git.carry)
            }
        }

        @Test func twoWeeksApartComeTogetherByRsync() throws {
            try Stage.with { stage in
                let machines = [try SharingMachine(stage, "a"), try SharingMachine(stage, "b")]
                let hub = try RsyncHub(stage, machines)
                try comeTogether(machines, carrying: hub.carry)
            }
        }

        private func comeTogether(
            _ machines: [SharingMachine], carrying carry: () throws -> Void
        ) throws {
            for machine in machines {
                try machine.start()
                try machine.share()
            }
            let fortnight = ApartAndTogether(one: machines[0], two: machines[1])
            try fortnight.logShared()
            try SharingMachine.waitForEqualLogs(machines, carrying: carry)
            try fortnight.apart()
            #expect(try machines[0].counts() != machines[1].counts())
            try SharingMachine.waitForEqualLogs(machines, carrying: carry)
            try fortnight.checkTogether()
        }
    }
}
