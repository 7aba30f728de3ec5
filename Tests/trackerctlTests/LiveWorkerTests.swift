import Glibc
import TestSupport
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

/// Commands of the live view, which its thread does in this same process.
@Suite struct LiveWorkerTests {
    /// - Parameter connections: results of the requests on each connection.
    private func answer(_ words: [String], _ connections: [String]...) throws -> LiveAnswer {
        let server = try FakeServer(
            connections.map { results in
                results.enumerated().flatMap { index, result in
                    [FakeServer.Step.read, .send(Sample.result(result, id: index + 1))]
                }
            })
        return LiveAnswer(of: words + ["--socket", server.path], limitMs: 10_000)
    }

    /// An exercise may be named like what the view shows itself.
    @Test func linesThatBeginLikeARestAreSaid() throws {
        for name in ["rest squats", "next: squats", "SQUATS"] {
            let entry = Sample.pushUps.replacing("Push-ups", with: name)
            let answer = try answer(["log", "push-ups", "20"], [Sample.undoable(entry)])
            #expect(answer.outcome == .done)
            #expect(answer.text.hasPrefix("\(name): 20 reps, "))
            #expect(!answer.text.contains("undo") && !answer.text.contains("["))
            #expect(answer.wholeText == answer.text)
        }
    }

    /// The view shows the rest and the next set itself.
    @Test func aSetIsSaidWithoutItsScene() throws {
        let next = """
            {"set":{"exercise":"b7aaaaaaaaaa","exercise_name":"Bench Press","index":3,"of":3,\
            "type":"working","reps":5,"load":100,"unit":"kg","load_mode":"external"},"why":"template"}
            """
        let logged = #"{"set":\#(Sample.heavy),"records":[],"rest":\#(Sample.setRest)}"#
        let answer = try answer(
            ["set", "bench", "5x100"],
            [Sample.undoable(logged, workout: Sample.workout(), next: next)])
        #expect(answer.text == "Bench Pr\\u{1b}ess 2, 5x100kg@8, last time 8x57.5kg")
        #expect(answer.wholeText.hasPrefix(answer.text + "; rest (Bench Press): running"))
        #expect(answer.wholeText.contains("; next: Bench Press 3 of 3: 5x100kg"))
        #expect(!answer.wholeText.contains("undo"))
    }

    @Test func howToContinueIsPartOfTheScene() throws {
        let answer = try answer(["train", "undo"], [Sample.reached])
        #expect(answer.text.hasPrefix("undone: ") && !answer.text.contains("to continue"))
        #expect(answer.wholeText.contains("; to continue: trackerctl train resume"))
    }

    @Test func aWorkoutIsSaidWithoutItsTable() throws {
        let answer = try answer(["workout", "add", "dips"], [Sample.workout()])
        #expect(answer.text.hasPrefix("Pu\\u{1b}sh: open since "))
        #expect(!answer.text.contains("EXERCISE") && answer.wholeText != answer.text)
    }

    @Test func aTableIsAList() throws {
        let list = #"{"entries":[\#(Sample.pushUps)],"totals":[]}"#
        let answer = try answer(["log", "list"], [list])
        #expect(answer.wholeText.hasPrefix("AT, EXERCISE, COUNT, ID; "))
        #expect(answer.wholeText.contains(", Push-ups, 20 reps, e9bb"))
    }

    @Test func refusalsHaveTheirHintButNoUsage() throws {
        let server = try FakeServer([[.read, .send(Sample.error("confirmation_required"))]])
        let reset = LiveAnswer(of: ["reset", "--socket", server.path], limitMs: 10_000)
        #expect(reset == LiveAnswer(.refused, ["no", "to do it anyway, add --yes"]))
        let usage = LiveAnswer(of: ["rest", "start", "soon"], limitMs: 1)
        #expect(usage.outcome == .refused && !usage.text.contains("Usage"))
        #expect(!usage.text.hasPrefix("trackerctl") && !usage.text.hasPrefix("Error"))
    }

    @Test func aResultThatMeansAFailureIsARefusal() throws {
        let lost = """
            {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd","due_at":"2026-03-01T09:25:00.000+01:00",\
            "state":"dismissed","follow_ups":[],"answered_at":"2026-03-01T09:26:00.000+01:00",\
            "response_ms":60000,"snoozes":0,"name":"move","repeated":true}
            """
        let answer = try answer(["remind", "done", "move"], [lost])
        #expect(answer.outcome == .refused)
        #expect(answer.text.hasPrefix("move was already dismissed, "))
    }

    @Test(arguments: [
        "watch", "wait tea", "live", "menu", "import log.csv", "program edit hills",
        "program add --file -", "rpc status -",
    ])
    func whatNeedsTheTerminalIsRefused(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        let answer = LiveAnswer(of: words, limitMs: 1)
        let text = "leave the view first: 'trackerctl \(line)' needs the terminal"
        #expect(answer == LiveAnswer(.refused, [text]))
    }

    @Test func longAnswersAreCut() {
        let answer = LiveAnswer(.done, ["  a\u{1b}[1m", "b  ", "c", "d", "e"])
        #expect(answer.text == "a\\u{1b}[1m; b; c; d; …")
    }

    /// A daemon that accepts and never answers is given up, and the jobs behind are still reported, in
    /// order.
    @Test func aSilentDaemonIsGivenUp() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        let listener = FakeServer.listen(at: path)
        defer {
            close(listener)
            withExtendedLifetime(folder) {}
        }
        let worker = try LiveWorker(path: path, limitMs: 300)
        worker.add(.command(["undo", "--socket", path]))
        worker.add(.names)
        worker.add(.next(SetNext()))
        var reports: [LiveReport] = []
        while reports.count < 3 {
            var ready = pollfd(fd: worker.descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&ready, 1, -1)
            #expect(count == 1)
            reports += worker.takeReports()
        }
        guard case .answer(let answer) = reports[0], case .names(nil) = reports[1],
            case .next(nil) = reports[2]
        else {
            Issue.record("\(reports)")
            return
        }
        #expect(answer == LiveAnswer(.unknown, ["no answer: check whether it was done"]))
    }
}
