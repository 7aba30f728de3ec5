import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// The view that shows a break alone: `live --break`.
@Suite struct LiveBreakTests {
    private static let second = LiveScene.expiring.replacing("0cc9x2m4q7wd", with: "0ccaaaaaaaaa")
        .replacing("\"move\"", with: "\"walk\"").replacing("r3m9x2m4q7wd", with: "r3maaaaaaaaa")
    private static let resting = Sample.run()
        .replacing("\"kind\":\"work\"", with: "\"kind\":\"break\"")
    private static let answered = Sample.pending.replacing(
        "\"state\":\"pending\"",
        with: "\"name\":\"move\",\"response_ms\":65000,\"state\":\"answered\"")

    private func text(_ model: LiveModel, _ columns: Int = 80, laterMs: Int64 = 0) -> [String] {
        LivePage(columns: columns, rows: 24, isUTF8: true)
            .lines(of: model, at: LiveScene.later(laterMs)).map(\.text)
    }

    private func read(
        _ model: inout LiveModel, run: String? = nil, rest: String? = nil, reminders: [String] = []
    ) throws {
        let status = try LiveScene.status(run: run, rest: rest, reminders: reminders)
        model.take(.status(status), at: LiveScene.later(3000))
    }

    /// The commands that a key runs once the person types nothing elsewhere.
    private func ran(_ model: inout LiveModel, _ key: Character) -> [[String]] {
        model.press(.character(key), at: LiveScene.later(2000)).compactMap { effect in
            guard case .run(let words) = effect else { return nil }
            return words
        }
    }

    // MARK: Display

    @Test func aReminderSaysWhatToDo() throws {
        let model = try LiveScene.breakForReminder.model()
        let lines = text(model)
        #expect(lines[0] == "move")
        for part in ["10 x Push-ups", "Up!", "Now", "since 09:25, expires 09:55"] {
            #expect(lines.contains { $0.hasSuffix("  \(part)") }, "\(part)")
        }
        #expect(lines.last == "d done  z snooze  x skip  m bell  q close")
        let face = try #require(model.breakFace(at: LiveScene.start))
        #expect(face.figures == "25:00" && face.tone == .rest && face.changesInMs == 1000)
        #expect(model.breakFace(at: LiveScene.later(1001))?.figures == "24:59")
        #expect(model.nextChangeMs(at: LiveScene.start) == LiveScene.start.bootMs + 1000)
        #expect(lines.contains { $0.contains("██") })
        #expect(text(model, 20).last == "d done  q close")
    }

    @Test func withoutAnExerciseTheMessageIsLarge() throws {
        let plain = LiveScene.expiring.replacing(
            "\"exercise\":\"e7e9x2m4q7wd\",\"exercise_name\":\"Push-ups\",\"count\":10,", with: "")
        let face = try LiveScene.pause(reminders: [plain]).breakFace(at: LiveScene.start)
        #expect(face?.label == "Up!" && face?.details == ["Now", "since 09:25, expires 09:55"])
        let silent = plain.replacing("\"message\":\"Up!\\nNow\",", with: "")
        let second = try LiveScene.pause(reminders: [silent]).breakFace(at: LiveScene.start)
        #expect(second?.label == "waiting for your answer")
        #expect(second?.details == ["since 09:25, expires 09:55"])
    }

    @Test func secondsAndAnyExerciseAreNamed() throws {
        var model = try LiveScene.pause(reminders: [
            LiveScene.expiring.replacing("e7e9x2m4q7wd", with: "p7aaaaaaaaaa")
        ]).withLists()
        #expect(model.breakFace(at: LiveScene.start)?.label == "10s Push-ups")
        model = try LiveScene.pause(reminders: [
            LiveScene.expiring.replacing("e7e9x2m4q7wd", with: "any")
        ])
        #expect(model.breakFace(at: LiveScene.start)?.label == "10 x any exercise")
    }

    /// An older daemon doesn't say when a reminder expires.
    @Test func withoutItsEndTheWaitIsCounted() throws {
        let model = try LiveScene.pause(reminders: [Sample.move])
        let face = try #require(model.breakFace(at: LiveScene.later(300)))
        #expect(face.figures == "5:00" && face.changesInMs == 700)
        #expect(face.details.last == "since 09:25")
    }

    @Test func aRestCountsForTheReminder() throws {
        let model = try LiveScene.pause(rest: Sample.rest, reminders: [LiveScene.expiring])
        let face = try #require(model.breakFace(at: LiveScene.start))
        #expect(face.title == "move" && face.label == "10 x Push-ups")
        #expect(face.figures == "1:05" && face.details.first == "rest" && face.share != nil)
        #expect(model.others.isEmpty && !text(model).contains { $0.contains("squats") })
        // Its keys are those of the reminder.
        #expect(model.actions(at: LiveScene.start).isEmpty && model.answers.count == 3)
    }

    @Test func withoutAReminderARestIsShown() throws {
        var model = try LiveScene.breakForRest.model()
        #expect(model.breakFace(at: LiveScene.start)?.figures == "1:05")
        #expect(text(model).last == "k skip  p pause  +/- 15 s  m bell  q close")
        let sent = model.press(.character("k"), at: LiveScene.later(2000)).count
        #expect(sent == 1)
        try read(&model, rest: Sample.rest.replacing("running", with: "paused"))
        #expect(model.breakEnd == nil)
        try read(&model)
        #expect(model.breakEnd == .over(""))
    }

    @Test func soIsAnIntervalForResting() throws {
        #expect(Self.resting != Sample.run())
        var model = try LiveScene.pause(run: Self.resting)
        #expect(model.breakFace(at: LiveScene.start)?.figures == "0:12")
        try read(&model, run: Self.resting.replacing("\"running\"", with: "\"paused\""))
        #expect(model.breakEnd == nil)
        try read(&model, run: Self.resting.replacing("\"index\":3", with: "\"index\":4"))
        #expect(model.breakEnd == .over(""))
        #expect(try LiveScene.pause(run: Sample.run()).breakEnd == .nothing)
    }

    // MARK: Keys

    @Test(arguments: [("d", "done"), ("z", "snooze"), ("x", "dismiss")] as [(Character, String)])
    func aKeyAnswers(_ key: Character, _ word: String) throws {
        var model = try LiveScene.breakForReminder.model()
        #expect(ran(&model, key) == [["remind", word, "r3m9x2m4q7wd"]])
        // The view waits for what the command says.
        try read(&model)
        #expect(model.breakEnd == nil)
        model.take(LiveAnswer(.done, ["logged 10 Push-ups, 45 today"]), at: LiveScene.start)
        #expect(model.breakEnd == .over("logged 10 Push-ups, 45 today"))
    }

    /// Somebody who is typing as the window opens answers nothing.
    @Test func whatIsTypedElsewhereIsNoAnswer() throws {
        var model = try LiveScene.breakForReminder.model()
        for laterMs: Int64 in [0, 999, 1998] {
            #expect(model.press(.character("d"), at: LiveScene.later(laterMs)).isEmpty)
            #expect(model.notice?.text.contains("press the key again") == true)
        }
        #expect(model.press(.character("d"), at: LiveScene.later(2998)).count == 1)
    }

    @Test(arguments: [Key.character("q"), .interrupt]) func closingIsNoAnswer(_ key: Key) throws {
        for scene in [LiveScene.breakForReminder, .breakForRest] {
            var model = try scene.model()
            let effects = model.press(key, at: LiveScene.later(2000))
            guard effects.count == 1, case .quit? = effects.first else {
                Issue.record("\(key) only leaves")
                continue
            }
            #expect(model.breakEnd == nil)
        }
    }

    @Test func otherKeysOfTheViewDoNothing() throws {
        var model = try LiveScene.breakForReminder.model()
        for key in "?nujk5" {
            #expect(model.press(.character(key), at: LiveScene.later(2000)).isEmpty)
        }
        #expect(!model.showsHelp && model.prompt == nil && model.question == nil)
    }

    // MARK: Its end

    @Test func anAnswerFromElsewhereEndsIt() throws {
        var model = try LiveScene.breakForReminder.model()
        model.take(try LiveScene.event("reminder.followed_up", Sample.pending), at: LiveScene.start)
        model.take(try LiveScene.event("reminder.answered", Self.answered), at: LiveScene.start)
        #expect(model.breakEnd == nil)
        try read(&model)
        guard case .over(let sentence)? = model.breakEnd else {
            Issue.record("it isn't over")
            return
        }
        #expect(sentence.hasPrefix("move: answered after 1:05"))
    }

    @Test(arguments: ["snoozed", "expired"]) func soDoesWhatNobodyHasSeen(_ state: String) throws {
        var model = try LiveScene.breakForReminder.model()
        model.take(.offline(.closed), at: LiveScene.start)
        #expect(model.breakEnd == nil && text(model)[0].contains("trackerd isn't running"))
        let changed = LiveScene.expiring.replacing(
            "\"state\":\"pending\"", with: "\"state\":\"\(state)\"")
        let status = try LiveScene.status(reminders: [changed])
        model.take(.online(status, seq: 900), at: LiveScene.start)
        #expect(model.breakEnd == .over(""))
    }

    /// A key answers the reminder that is shown, whatever goes off meanwhile.
    @Test func aNewerReminderDoesntTakeItsPlace() throws {
        var model = try LiveScene.breakForReminder.model()
        try read(&model, reminders: [Self.second, LiveScene.expiring])
        #expect(model.pending?.reminder.name == "move" && model.breakEnd == nil)
        try read(&model, reminders: [Self.second])
        #expect(model.pending == nil && model.breakEnd == .over(""))
    }

    @Test func nothingToShowIsSaid() throws {
        #expect(try LiveScene.pause().breakEnd == .nothing)
        #expect(try LiveScene.pause(reminders: [Sample.pills]).breakEnd == .nothing)
        var waiting = LiveModel(path: "/run/s", style: .plain, isBellOn: false, isBreak: true)
        waiting.take(.offline(.unreachable(path: "/run/s", code: 2)), at: LiveScene.start)
        #expect(waiting.breakEnd == nil)
        #expect(text(waiting).contains { $0.contains("waiting for trackerd") })
        // The whole view ends by keys alone.
        #expect(try LiveScene.quiet.model().breakEnd == nil)
    }
}
