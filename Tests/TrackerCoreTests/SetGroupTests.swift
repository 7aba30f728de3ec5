import Testing
import TrackerCore

/// Members of a group of sets beside their number, reps and load.
struct SetGroupTests {
    private static func group(_ change: (inout SetGroup) -> Void) -> SetGroup {
        var group = SetGroup(sets: 3, reps: 5)
        change(&group)
        return group
    }

    @Test func whatIsRefused() throws {
        let wrong: [(SetGroup, String)] = [
            (Self.group { ($0.reps, $0.amrap) = (nil, true) }, "amrap"),
            (Self.group { ($0.repsTo, $0.amrap) = (8, true) }, "amrap"),
            (Self.group { ($0.reps, $0.perSide) = (nil, true) }, "per_side"),
            (Self.group { ($0.reps, $0.seconds, $0.amrap) = (nil, 30, true) }, "amrap"),
            (Self.group { $0.tempo = "3-1" }, "tempo"), (Self.group { $0.tempo = "" }, "tempo"),
            (Self.group { $0.tempo = "3-1-1-1-1" }, "tempo"),
            (Self.group { $0.tempo = "3--1" }, "tempo"),
            (Self.group { $0.tempo = "100-1-1" }, "tempo"),
            (Self.group { $0.drops = 0 }, "drops"), (Self.group { $0.drops = 11 }, "drops"),
            (Self.group { ($0.kind, $0.drops) = (.warmup, 1) }, "drops"),
            (Self.group { $0.percentOf = .max }, "percent_of"),
            (Self.group { ($0.percent, $0.percentOf) = (50, .working) }, "percent_of"),
        ]
        for (group, field) in wrong {
            let refusal = #expect(throws: Rejection.self) { try group.check() }
            #expect(refusal?.field == field, "\(group)")
        }
    }

    @Test func whatProgressesTogether() {
        let plain = Self.group { _ in }
        let alike = [
            Self.group { $0.sets = 5 }, Self.group { $0.rpe = 8 }, Self.group { $0.drops = 2 },
            Self.group { ($0.amrap, $0.perSide) = (false, false) },
        ]
        for group in alike { #expect(SetGroup.progress([plain], with: [group]), "\(group)") }
        let others = [
            Self.group { $0.reps = 8 }, Self.group { $0.amrap = true },
            Self.group { $0.perSide = true }, Self.group { $0.tempo = "3-1-1" },
            Self.group { $0.percent = 85 },
        ]
        for group in others { #expect(!SetGroup.progress([plain], with: [group]), "\(group)") }
        let best = SetGroup(sets: 3, reps: 5, percent: 85)
        let max = SetGroup(sets: 3, reps: 5, percent: 85, percentOf: .max)
        #expect(!SetGroup.progress([best], with: [max]))
        // Warm-ups may differ.
        let ramp = SetGroup(sets: 1, kind: .warmup, reps: 5, percent: 50, percentOf: .working)
        #expect(SetGroup.progress([plain], with: [ramp, plain]))
    }

    /// Stored groups from before had shares of the best 1RM alone, and keep them.
    @Test func theBest1RMHasOneForm() throws {
        let best = SetGroup(sets: 3, reps: 5, percent: 85, percentOf: .best)
        #expect(best == SetGroup(sets: 3, reps: 5, percent: 85) && best.share == .best)
        #expect(SetGroup(sets: 3, reps: 5).share == nil)
        #expect(SetGroup(sets: 3, percent: 85, percentOf: .max).share == .max)
    }
}
