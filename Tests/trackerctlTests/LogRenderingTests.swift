import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct LogRenderingTests {
    @Test func aNoteReachesNoTerminalAsItIs() throws {
        #expect(
            try Sample.read(Sample.entry, as: LogEntryView.self).sentence(in: .plain)
                == "Plank: 1:30, yesterday 09:30, line 1\\n\\u{1b}[31mline 2 [e7aaaaaaaaaa]")
    }

    @Test func completionsHoldNothingThatAShellRuns() throws {
        let exercises: [ExerciseView] = try [
            Sample.exercise, Sample.ownExercise,
            Sample.exercise.replacing("\"Plank\"", with: "\"Élévation (latérale)\""),
            Sample.exercise.replacing("\"Plank\"", with: "\"腕立て\""),
        ].map { try Sample.read($0) }
        #expect(
            ExerciseArgument.completions(for: exercises) == [
                "elevation-laterale", "plank", "x9bbbbbbbbbb", "腕立て",
            ])
    }
}
