import Testing
import TrackerCore

@testable import TrackerView

/// The exercises of templates as they are typed.
@Suite struct PlanNotationTests {
    @Test(
        arguments: [
            ("bench 3x5x60", "bench 3x5x60"),
            ("bench press 3X5X60,5KG", "bench press 3x5x60.5kg"),
            ("dips 3x10", "dips 3x10"),
            ("plank 3x1:00", "plank 3x1:00"), ("bench 3x5x100 @8", "bench 3x5x100@8"),
            ("bench w 2x5x60 @6 3x5x100 @8.5 rest 3m", "bench w 2x5x60@6 3x5x100@8.5 rest 3m"),
            ("carry 3x40sx20", "carry 3x40sx20"),
            ("curls 3", "curls 3"),
            ("21s 3x7x20", "21s 3x7x20"),
            ("3 board press  3x5", "3 board press 3x5"),
            ("row 3x8 rest 90", "row 3x8 rest 1m30s"),
            ("bench 1x5x60 1x5x80 3x5x100", "bench 1x5x60 1x5x80 3x5x100"),
            ("bench W 2x5x60 f 1x5X85%", "bench w 2x5x60 f 1x5x85%"),
            ("bench partial 1x3x120", "bench partial 1x3x120"),
            ("row 3x8-12x62,5@8,5", "row 3x8-12x62.5@8.5"),
            ("row 3x8-12 rest 2m", "row 3x8-12 rest 2m"),
            ("pull-ups 3x8x+10 2x8x-15lb", "pull-ups 3x8x+10 2x8x-15lb"),
            ("curls 3@9", "curls 3@9"),
            ("bench 3x5x100 +2,5", "bench 3x5x100 +2.5"),
            ("bench 3x5 +5LB reset 3x12.5%", "bench 3x5 +5lb reset 3x12.5%"),
            (
                "bench 3x5 reset 3 rest 2m +2.5 superset a",
                "bench 3x5 rest 2m +2.5 reset 3 superset a"
            ),
            ("bench 3x100kgx5", "bench 3x5x100kg"),
            ("row 3x8 rest no superset a", "row 3x8 rest no superset a"),
            ("row 3x8 superset a rest 2m", "row 3x8 rest 2m superset a"),
            ("leg press 45 3x10", "leg press 45 3x10"),
            ("leg press 45 w 2x15 3x30", "leg press 45 w 2x15 3x30"),
            ("push-ups 3x50reps", "push-ups 3x50reps"),
            ("push-ups 3x50reps@9", "push-ups 3x50reps@9"),
            ("bench w 5x20REPS 3x5x60", "bench w 5x20reps 3x5x60"),
            ("bench 25x5repsx60", "bench 25x5repsx60"),
            ("bench 25x5x60kg", "bench 25x5x60kg"),
            ("row 25x8-12reps", "row 25x8-12reps"),
            ("squat 1x5+x85%", "squat 1x5+x85%"),
            ("squat 3x5X85% OF Best", "squat 3x5x85% of best"),
            ("squat 3x5x85% of max", "squat 3x5x85%"),
            ("squat 3x5x85% of best @8 2drops", "squat 3x5x85% of best@8 2drops"),
            ("squat w 5x50%w 3x75%w 3x5x100", "squat w 5x50%w w 3x75%w 3x5x100"),
            ("squat 2x5x50%w 3x5", "squat w 2x5x50%w 3x5"),
            ("lunges 3x8/sidex20 3x8-10/side", "lunges 3x8/sidex20 3x8-10/side"),
            ("lunges 3x8+/SIDE", "lunges 3x8+/side"),
            ("push-ups 3x50/side", "push-ups 3x50/side"),
            ("side plank 3x30s/side", "side plank 3x30s/side"),
            ("side plank 2x1m30s/SIDEx5@8", "side plank 2x1m30s/sidex5@8"),
            ("bench 3x5x60@3-1-1", "bench 3x5x60@3-1-1"),
            ("bench 3x5x60@3-1-X-0@8", "bench 3x5x60@8@3-1-x-0"),
            ("bench 3x5x60 @8 @3-1-1", "bench 3x5x60@8@3-1-1"),
            ("curls 3x10x20 1drop rest 2m", "curls 3x10x20 1drop rest 2m"),
            ("curls 3x8x20 2drops @3-1-1", "curls 3x8x20@3-1-1 2drops"),
            ("curls 3x8x20 2drops @8 @3-1-1 2x8x10", "curls 3x8x20@8@3-1-1 2drops 2x8x10"),
            (
                "bench 3x5x60 +2.5 superset a note pause at 2x5 low",
                "bench 3x5x60 +2.5 superset a note pause at 2x5 low"
            ),
            ("note taking 3x60s", "note taking 3x1:00"),
        ] as [(String, String)])
    func plans(_ text: String, _ printed: String) throws {
        let plan = try PlanNotation.read(text)
        #expect(plan.text == printed)
        #expect(try PlanNotation.read(plan.text) == plan)
    }

    @Test(
        arguments: [
            ("", "write an exercise and its sets in one pair of quotes"),
            ("bench", "write an exercise and its sets in one pair of quotes"),
            ("3x5x60", "write an exercise and its sets in one pair of quotes"),
            ("bench press", "write an exercise and its sets in one pair of quotes"),
            ("bench 0x5", "start with the number of sets, 1 to 100"),
            ("bench 101x5", "start with the number of sets, 1 to 100"),
            ("bench 60s", "start with the number of sets"),
            ("bench 3x0", "'3x0': reps must be a whole number"),
            ("bench 3x5x", "no load after x"),
            ("bench 3x5x60x2", "has too many x: write sets x reps x load"),
            ("bench 3x12-8", "'3x12-8': a range goes from fewer reps to more"),
            ("bench 3x8-", "'8-' isn't a range of reps: write 3x8-12"),
            ("bench 3x8-10s", "'8-10s' isn't a range of reps"),
            ("bench 3x5x151%", "'3x5x151%': a percentage must be 1 to 150 %"),
            ("bench 3x5x%", "'%' isn't a percentage: write 3x5x85%"),
            ("bench f 5x50%w 3x5", "50%w is only for warm-ups. Try: 3x5x50%"),
            (
                "bench w 5x50%w of best 3x5",
                "'of best' and 'of max' need a percentage: 3x5x85% of best"
            ),
            ("bench 3x8-12+", "can't be used together"),
            ("bench 3x60s+", "'3x60s+': + is only for reps: write 3x8+"),
            ("bench 3x5@3-1", "must be 3 or 4 numbers of seconds, or x for fast"),
            ("bench 3x5@3-1-y", "must be 3 or 4 numbers of seconds, or x for fast"),
            ("bench 3x5@3-100-1", "must be 3 or 4 numbers of seconds, or x for fast"),
            ("bench 3x5@8@9", "two RPEs given: write one"),
            ("bench 3x5@3-1-1@2-1-1", "two tempos given: write one"),
            ("bench 3x5x60 11drops", "give 1 to 10 drop sets: 3x8x60 2drops"),
            ("bench w 3x5x60 1drop 3x5", "and warm-ups have none"),
            ("bench 1x5x60 0x5", "start with the number of sets"),
            ("rowing 3x2km", "templates can't have distances: write reps or a time"),
            ("bench 3x5@4", "'3x5@4': rpe must be 5 to 10 in steps of 0.5"),
            ("bench 3x5@rir2", "effort in a template is an RPE"),
            ("bench 3x5 +0", "'+0': the increase must be more than 0"),
            ("bench 3x5 +2.5 +5", "has two increases: give one"),
            ("bench 3x5 reset 0", "'0' isn't a reset: give the number of failures (1 to 20)"),
            ("bench 3x5 reset 3x95%", "'3x95%' isn't a reset"),
            ("bench 3x5 reset 3x95", "'3x95' isn't a reset"),
            ("bench 3x5 reset soon", "'soon' isn't a reset"),
            ("bench 3x5 reset 3 reset 2", "says reset twice: give it once"),
            ("bench +2.5", "write an exercise and its sets"),
            ("bench 3x5 rest soon", "'soon' isn't a rest: write a duration such as 90s or 2m"),
            ("bench 3x5 rest 25h", "'25h': the rest is out of range"),
            ("bench 3x5 superset", "write an exercise and its sets"),
            ("bench 3x5 rest 1m rest 2m", "says rest twice: give it once"),
            ("bench 3x5 superset a superset b", "says superset twice: give it once"),
            ("bench 3x5x60 3", "'3' has neither reps nor a time"),
            ("bench w 2 3x5x60", "'w 2' has neither reps nor a time"),
            ("bench 3@8 3x5x60", "'3@8' has neither reps nor a time"),
            (
                "bench w 5x60 3x5x100",
                "'5x60' in a plan is 5 sets of 60 reps; for one set of 5 reps with 60 write 1x5x60; "
                    + "for these sets 5x60reps"
            ),
            ("bench w 5x20 3x5x100", "for one set of 5 reps with 20 write 1x5x20"),
            ("bench 5x60@8", "write 1x5x60@8; for these sets 5x60reps@8"),
            (
                "bench 100x5",
                "'100x5' in a plan is 100 sets of 5 reps; for 5 reps with 100 write 1x5x100; for "
                    + "these sets 100x5reps"
            ),
            (
                "bench 60x8-12",
                "60 sets of 8-12 reps; for 8-12 reps with 60 write 1x8-12x60; for these sets 60x8-12reps"
            ),
            (
                "bench 100x5x3",
                "100 sets of 5 reps with 3; for 3 sets of 5 with 100 write 3x5x100; for these sets "
                    + "100x5repsx3"
            ),
            ("bench 45", "'45' in a plan is 45 sets without reps: give both numbers"),
        ] as [(String, String)])
    func badPlans(_ text: String, _ message: String) {
        let refusal = #expect(throws: Rejection.self) { try PlanNotation.read(text) }
        #expect(refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
    }
}
