import Testing
import TrackerAPI

@testable import TrackerView

/// Sets as they are shown, also those that only files and other machines bring.
@Suite struct WorkoutTextTests {
    private func set(_ members: String, type: String = "working", mode: String = "external") throws
        -> SetView
    {
        try Sample.read(Sample.set("s1aaaaaaaaaa", 1, members, type: type, mode: mode))
    }

    @Test func sets() throws {
        #expect(try set(#""seconds":90.5"#, mode: "bodyweight").notation == "1m30.5s")
        #expect(try set(#""reps":5,"seconds":30"#).notation == "5, in 30s")
        #expect(try set(#""distance_m":2500,"load":10"#).notation == "2.5kmx10kg")
        #expect(try set(#""distance_m":4828.032"#).notation == "4.828km")
        #expect(try set(#""distance_m":804.672"#).notation == "804.672metres")
        #expect(try set(#""reps":13,"load":6.80388555"#).notation == "13x6.804kg")
        #expect(try set(#""seconds":60,"load":0"#).notation == "1:00")
        #expect(try set(#""reps":5,"load":0"#).notation == "5x0kg")
        // Whatever a daemon sends can be shown.
        #expect(
            try set(#""seconds":1e300,"load":-1e300"#, type: "a\\u001b", mode: "x").notation
                .hasSuffix(", a\\u{1b}"))
    }
}
