import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Lines that are typed in the view.
@Suite struct LivePromptTests {
    private let now = LiveScene.start

    private func page(_ model: LiveModel, _ columns: Int = 40, _ rows: Int = 12) -> [String] {
        LivePage(columns: columns, rows: rows, isUTF8: true)
            .lines(of: model, at: LiveScene.start).map(\.text)
    }

    private func typing(_ text: String, _ scene: LiveScene = .quiet) throws -> LiveModel {
        var model = try scene.model().withLists()
        for character in text {
            _ = model.press(character == "⏎" ? .enter : .character(character), at: now)
        }
        return model
    }

    /// Every beginning is the command of the same words, wherever it is typed.
    @Test(
        arguments: [
            ("n1⏎25m tea", "timer 25m tea"), ("n2⏎plank 120", "train plank 120"),
            ("n3⏎tabata --rounds 4", "run tabata --rounds 4"), ("n4⏎push", "workout start push"),
            ("n4⏎", "workout start"), ("n5⏎90", "rest 90"), ("n6⏎", "stopwatch"),
            ("n7⏎20 push-ups", "log 20 push-ups"), ("n8⏎weight 82,5", "weight 82,5"),
            ("n1⏎'4 cheese' 9", "timer 4 cheese 9"), ("n7⏎für 3 ", "log für 3"),
            // What is typed without a choice.
            ("n25m tea", "timer 25m tea"), ("n1:30 eggs", "timer 1:30 eggs"), ("n5m", "timer 5m"),
            ("n25 min tea", "timer 25 min tea"), ("n1h30m", "timer 1h30m"), ("n90s", "timer 90s"),
            ("nrest 90", "rest 90"), ("ntrain plank 120", "train plank 120"),
            ("nlog 20 push-ups", "log 20 push-ups"), ("n timer 20 tea", "timer 20 tea"),
        ])
    func whatIsTypedRuns(_ keys: String, _ command: String) throws {
        for scene in [LiveScene.quiet, .many, .workout, .sessionComplete, .pending] {
            // In a workout, n is the next exercise.
            let keys = scene == .workout ? "N" + keys.dropFirst() : keys
            var model = try typing(keys, scene)
            #expect(model.ran(by: .enter) == [command], "\(scene)")
        }
    }

    /// A bare start of a workout, typed as any other command, lets the person pick a template first.
    @Test(arguments: ["nworkout start", "n8⏎workout  start "])
    func aBareStartProposes(_ keys: String) throws {
        var model = try typing(keys)
        #expect(model.ran(by: .enter).isEmpty)
        var chosen = try typing("n4⏎")
        #expect(model.prompt == chosen.prompt && model.prompt?.trouble == nil)
        #expect(model.prompt?.form?.command == "workout start")
        #expect(model.ran(by: .enter) == ["workout start"])
        #expect(chosen.ran(by: .enter) == ["workout start"])
        var named = try typing("nworkout start --name legs")
        #expect(named.ran(by: .enter) == ["workout start --name legs"])
    }

    /// A line that is open at its end would lose its last words.
    @Test(arguments: ["n1⏎25m mum's tea", "n25m 'tea", "n1⏎25m tea\\"])
    func anOpenLineIsRefused(_ keys: String) throws {
        var model = try typing(keys)
        #expect(model.ran(by: .enter).isEmpty)
        #expect(model.prompt?.trouble?.contains("at the end isn't closed") == true)
    }

    /// The answer of a command leaves alone the line that was begun since.
    @Test func anAnswerClosesOnlyItsOwnLine() throws {
        for outcome in [.done, .refused] as [LiveAnswer.Outcome] {
            var model = try LiveScene.quiet.model().withLists()
            #expect(model.ran(by: .character("u")) == ["undo"])
            for character in "n25m su" { _ = model.press(.character(character), at: now) }
            model.take(LiveAnswer(outcome, ["Undone: b"]), at: now)
            #expect(model.prompt?.line(model.names) == "timer 25m su_")
            #expect(model.prompt?.trouble == nil && model.notice?.text == "Undone: b")
        }
    }

    @Test func onlyOneCommandRunsAtATime() throws {
        var model = try LiveScene.quiet.model()
        #expect(model.ran(by: .character("u")) == ["undo"])
        #expect(model.ran(by: .character("u")).isEmpty)
        #expect(model.notice?.text.contains("is still running") == true)
    }

    /// The person alone can see what a command has done that was given up.
    @Test func aCommandWithoutAnAnswerMayBeDone() throws {
        var model = try typing("n25m tea")
        #expect(model.ran(by: .enter) == ["timer 25m tea"])
        model.take(LiveAnswer(.unknown, ["no answer"]), at: now)
        #expect(model.prompt == nil && model.notice?.text == "no answer")
    }

    /// The answer of any other command is shown, tables included.
    @Test func anotherCommandIsAnsweredWholly() throws {
        var model = try typing("n8⏎log list")
        #expect(model.ran(by: .enter) == ["log list"])
        let table = ["AT, COUNT", "13:18, 10 reps"]
        model.take(LiveAnswer(.done, [], whole: table), at: now)
        #expect(model.notice?.text == "AT, COUNT; 13:18, 10 reps")
    }

    @Test func quotesKeepWordsTogether() throws {
        var model = try typing("n1⏎'4 cheese' 9")
        guard case .run(let words)? = model.press(.enter, at: now).first else {
            Issue.record("nothing runs")
            return
        }
        #expect(words == ["timer", "4 cheese", "9"])
    }

    @Test func theChoiceIsMadeByNumberOrArrows() throws {
        var model = try LiveScene.beginning.model()
        let menu = page(model)
        #expect(menu.contains("  1 timer          25m tea"))
        #expect(menu.contains("  8                any other command"))
        #expect(menu.last == "1-8 Enter  Up Down pick  Esc leaves")
        for key in [Key.down, .tab, .down, .up] { _ = model.press(key, at: now) }
        #expect(page(model).contains("> 2 train          plank 120"))
        _ = model.press(.enter, at: now)
        #expect(model.prompt?.line([]) == "train _")
        for key: Key in [.escape, .character("n"), .up] { _ = model.press(key, at: now) }
        #expect(model.prompt?.picked == 7)
        // A digit picks, and Enter goes on with it; whatever follows makes it a text.
        _ = model.press(.character("2"), at: now)
        #expect(model.prompt?.form == nil && model.prompt?.picked == 1)
        #expect(page(model).contains("> 2 train          plank 120"))
        _ = model.press(.backspace, at: now)
        #expect(model.prompt?.form == nil && model.prompt?.picked == nil)
        for character in "25m" { _ = model.press(.character(character), at: now) }
        #expect(model.prompt?.line([]) == "timer 25m_")
        _ = model.press(.escape, at: now)
        #expect(model.prompt == nil)
    }

    /// A number that may be minutes or a count is asked about.
    @Test(arguments: ["n20 push-ups", "n25", "n3 tea"])
    func aBareNumberIsAskedAbout(_ keys: String) throws {
        var model = try typing(keys)
        #expect(model.press(.enter, at: now).isEmpty)
        let text = keys.dropFirst()
        let trouble = model.prompt?.trouble ?? ""
        #expect(trouble.contains("timer \(text)") && trouble.contains("log \(text)"), "\(trouble)")
    }

    /// A workout that is begun by a part of a template's name is that template's, which the line says.
    @Test(
        arguments: [
            ("pus", "Push", "Push"), ("Pus", "Push", "Push"), ("push", "Push", nil),
            ("bod", "Full Body,Push", "Full Body"), ("full b", "Full Body,Push", "Full Body"),
            ("legs", "Push,Pull", nil), ("'pu'", "Push", nil), ("ush", "Push", nil),
            ("pu", "Push,Pull", ""), ("up", "Upper A,Upper B", ""),
            ("upper a", "Upper A,Upper B", nil),
        ] as [(String, String, String?)])
    func aPartOfATemplatesName(_ typed: String, _ templates: String, _ meant: String?) {
        let names = templates.split(separator: ",").map { LiveName(text: String($0)) }
        var prompt = LivePrompt(LivePrompt.forms[3], typed)
        let line = prompt.line(names)
        let words = prompt.press(.enter, names)
        switch meant {
        case "":
            #expect(words == nil && prompt.trouble?.hasSuffix(": pick one") == true)
        case let meant?:
            #expect(words?.joined(separator: " ") == "workout start \(meant)")
            #expect(line.hasSuffix("(\(meant))"))
        case nil:
            let plain = typed.filter { $0 != "'" }
            #expect(words?.joined(separator: " ") == "workout start \(plain)")
            #expect(line.hasSuffix("_"))
        }
    }

    /// Enter takes the only name that is left, where the words are a name and nothing else.
    @Test(
        arguments: [
            (1, "pla", "plank,again", "train plank"),
            (1, "plank", "plank,side-plank", "train plank"),
            (1, "pl", "plank,pliers", "train pl"), (1, "plank 9", "plank", "train plank 9"),
            (2, "tab", "tabata,pomodoro", "run tabata"), (2, "xyz", "tabata", "run xyz"),
            (4, "9", "90,60", "rest 9"), (6, "pla", "plank 45", "log pla"),
        ])
    func theOnlyNameLeftIsTaken(
        _ form: Int, _ typed: String, _ texts: String, _ command: String
    ) {
        let names = texts.split(separator: ",").map { LiveName(text: String($0)) }
        var prompt = LivePrompt(LivePrompt.forms[form], typed)
        let line = prompt.line(names)
        #expect(prompt.press(.enter, names)?.joined(separator: " ") == command)
        let whole = command.split(separator: " ").last ?? ""
        #expect(line.hasSuffix("(\(whole))") == !command.hasSuffix(" \(typed)"))
    }

    @Test func namesArePicked() throws {
        var model = try typing("n2⏎p")
        #expect(model.names.map(\.text) == ["again", "plank"])
        #expect(page(model).contains("  plank  Plank"))
        _ = model.press(.down, at: now)
        #expect(page(model).contains("> plank  Plank"))
        #expect(model.prompt?.line(model.names) == "train plank_")
        model = model.pressing(" ", "9")
        #expect(model.ran(by: .enter) == ["train plank 9"])
        // Backspace corrects what was picked.
        model = try typing("n7⏎p")
        _ = model.press(.up, at: now)
        _ = model.press(.backspace, at: now)
        #expect(model.ran(by: .enter) == ["log plank 4"])
        // Nothing fits: the arrows do nothing.
        model = try typing("n7⏎xyz")
        _ = model.press(.down, at: now)
        #expect(model.prompt?.line(model.names) == "log xyz_")
    }

    @Test func namesOfEveryKind() throws {
        var lists = LiveLists()
        lists.exercises = [try Sample.read(Sample.exercise), try Sample.read(Sample.ownExercise)]
        lists.templates = [try Sample.read(Sample.push)]
        lists.timers = try [Sample.tea, Sample.tea, Sample.stopwatch].map { try Sample.read($0) }
        func names(_ number: Int) -> [String] {
            lists.names(for: LivePrompt.forms[number - 1], in: nil, LivePlan()).map(\.text)
        }
        #expect(names(1) == ["25m tea"] && names(4) == ["push"] && names(6).isEmpty)
        lists.plans = [try Sample.read(Sample.plan.replacing("fi\\u001bve", with: "Week"))]
        #expect(names(4) == ["Week", "push"])
        #expect(names(2) == ["again", "plank", "x9bbbbbbbbbb"])
        #expect(names(7) == ["plank 45", "x9bbbbbbbbbb 1"] && names(5).contains("90"))
        #expect(lists.names(for: LivePrompt.set, in: nil, LivePlan()).isEmpty)
        let workout: WorkoutView = try Sample.read(Sample.workout())
        var plan = LivePlan()
        plan.read(workout)
        plan.take(try Sample.read(LiveScene.nextSet))
        #expect(
            lists.names(for: LivePrompt.set, in: workout, plan).map(\.text)
                == ["bench-pr-ess 5x100kg", "plank "])
    }

    /// A message that comes meanwhile hides nothing of the line.
    @Test func theLineStaysBesideAMessage() throws {
        var model = try typing("n25m", .holding)
        model.tell("soup is over", at: now)
        let lines = page(model)
        #expect(lines.contains("timer 25m_") && lines.contains("soup is over"))
    }

    @Test func anEmptyLineIsAskedFor() throws {
        var model = try typing("n1⏎ ")
        #expect(model.ran(by: .enter).isEmpty)
        #expect(model.prompt?.trouble == "type something first, such as 25m tea")
        #expect(model.pressing("5").prompt?.trouble == nil)
    }

    /// The refusal stands in the command's words below the line, which can be corrected.
    @Test func whatIsRefusedStays() throws {
        let lines = page(try LiveScene.refusedLine.model())
        #expect(lines.suffix(3).first == "timer x_" && lines.contains("no duration given"))
        // Without a line, the refusal is a message.
        var model = try LiveScene.holding.model()
        #expect(model.ran(by: .character("u")) == ["train undo"])
        model.take(LiveAnswer(.refused, ["there is no attempt yet"]), at: now)
        #expect(model.notice?.text == "there is no attempt yet")
    }

    @Test func undoAndRedoWorkEverywhere() throws {
        let trainings: [LiveScene] = [.holding, .resting, .sessionComplete, .many]
        for scene in trainings + [.quiet, .workout, .timer, .running, .workoutFinished, .rest] {
            let undo = trainings.contains(scene) ? "train undo" : "undo"
            for (key, command): (Key, String) in [
                (.character("u"), undo), (.character("U"), "redo"), (.redo, "redo"),
            ] {
                var model = try scene.model()
                #expect(model.ran(by: key) == [command], "\(scene)")
            }
        }
        var away = try LiveScene.away.model()
        #expect(away.ran(by: .character("u")).isEmpty)
    }

    @Test func aSessionBeginsAgain() throws {
        var model = try LiveScene.sessionComplete.model()
        let lines = page(model, 40, 14).map { $0.drop { $0 == " " } }
        #expect(lines.contains("#   held     adj counted    at rest"))
        #expect(lines.contains("1 0:35.0 -0:02.5  0:32.5 09:29 0:20"))
        #expect(lines.last?.hasPrefix("a again") == true)
        #expect(model.ran(by: .character("a")) == ["train again"] && model.outcome != nil)
        model.take(LiveAnswer(.done, ["Plank: holding"]), at: now)
        // A beginning is seen.
        #expect(model.notice == nil)
    }

    @Test func iconsStandBeforeNames() throws {
        let holding = Sample.holding.replacing(
            #""exercise_name""#, with: #""exercise":"p7aaaaaaaaaa","exercise_name""#)
        var model = try LiveScene.model(training: holding)
        let icon = #""name":"Plank","icon":"🧘""#
        model.lists.exercises = [
            try Sample.read(Sample.exercise.replacing(#""name":"Plank""#, with: icon))
        ]
        let lines = page(model, 80, 24)
        #expect(lines[0].hasPrefix("🧘 Pla"))
        #expect(model.pressing("n", "2", "⏎").names.last?.about == "🧘 Plank")
    }

    @Test func namesAreAskedForWhenTheyMayHaveChanged() throws {
        var model = try LiveScene.quiet.model()
        func isDue() -> Bool { model.takeLook() }
        #expect(isDue() && !isDue())
        _ = model.press(.character("n"), at: now)
        #expect(isDue())
        model.take(try LiveScene.event("program.created", "{}"), at: now)
        #expect(isDue())
        model.take(try LiveScene.event("log.added", "{}"), at: now)
        #expect(!isDue())
    }

    /// At 40 × 12 the time, the target and the count of whatever runs are seen, whatever is being typed.
    @Test(
        arguments: [
            (LiveScene.holding, ["0:12.3", "1:17.7 to go", "of 2:00", "counts 0:09.8"]),
            (.repping, ["19 reps to go", "of 20 reps"]), (.resting, ["then hold 2", "of 2:00"]),
            (.running, ["0:12", "next: Rest", "left in total", "(2 of 8)"]),
            (.workout, ["15:00", "set 3 of 4", "target 5x100kg", "500 kg"]),
            (.setRest, ["1:05", "set 3 of 4", "target 5x100kg", "500 kg"]),
            (.sessionComplete, ["0:32.5", "of 2:00", "0:35.0", "09:29"]),
            (.timer, ["12:05", "of "]), (.setLine, ["set 5_", "15:00"]),
            (.beginningLine, ["train p_", "plank  Plank", "0:12.3"]), (.beginning, ["0:12.3"]),
        ] as [(LiveScene, [String])])
    func whatMattersIsSeenInASmallWindow(_ scene: LiveScene, _ parts: [String]) throws {
        let model = try scene.model()
        for (columns, rows) in [(40, 12), (60, 14), (80, 24)] {
            let main = try #require(model.main)
            let lines = page(model, columns, rows)
            let text = (lines + [model.face(of: main, at: LiveScene.start).figures])
                .joined(separator: "\n")
            for part in parts {
                #expect(text.contains(part), "\(columns)x\(rows) \(part)\n\(text)")
            }
            #expect(lines.allSatisfy { $0.displayWidth <= columns })
        }
    }
}
