import Testing
import TrackerCore

@testable import TrackerView

/// Lines of sets as people type them at the rack: with blanks, units' other names, words for the effort and the
/// type behind the set, and both sides.
@Suite struct SetLineTests {
    private func line(_ text: String, isNamed: Bool = false) throws(Rejection) -> SetNotation.Line {
        // The command line joins units of time to their numbers first, as here.
        let words = SplitUnits.joined(text.split(separator: " ").map(String.init))
        return try SetNotation.line(words, isNamed: isNamed)
    }

    @Test(
        arguments: [
            // Blanks.
            ("5 x 100", "5x100"), ("5x 100", "5x100"), ("5 x100", "5x100"), ("5 X 100", "5x100"),
            ("5 × 100", "5x100"), ("5×100", "5x100"), ("5 x 102,5", "5x102.5"),
            ("5 x 100 kg", "5x100kg"), ("5x100 kg", "5x100kg"), ("5 x 100kg", "5x100kg"),
            ("100 kg x 5", "5x100kg"), ("100kg x 5", "5x100kg"), ("8 x +20", "8x+20"),
            ("8 x -15", "8x-15"), ("8x +20", "8x+20"), ("10 reps", "10"), ("10reps", "10"),
            ("5 reps x 100", "5x100"), ("100kg x 5 reps", "5x100kg"), ("10 10 x 60", "10 10x60"),
            ("3 x 5 x 100", "5x100 5x100 5x100"), ("60 s x 20", "1:00x20"),
            ("60 sec", "1:00"), ("3 x 60 s", "1:00 1:00 1:00"),
            // A number before reps is a number of sets, and a comma stands between sets.
            ("3x10reps", "10 10 10"), ("3x10 reps", "10 10 10"), ("2 x 10 reps", "10 10"),
            ("5x100, 4x100", "5x100 4x100"), ("10, 9, 8", "10 9 8"), ("5 x 100 kg, 8", "5x100kg 8"),
            ("60 sec, 30 sec", "1:00 30s"),
            // Units.
            ("5x225 lbs", "5x225lb"), ("5x225 lb", "5x225lb"), ("5x225LBS", "5x225lb"),
            ("5x225pounds", "5x225lb"), ("5x225 pound", "5x225lb"), ("5x100kgs", "5x100kg"),
            ("5x100 Kilos", "5x100kg"), ("5x100kilo", "5x100kg"), ("225 lbs x 5", "5x225lb"),
            ("225poundsx5", "5x225lb"), ("8x+10 lbs", "8x+10lb"), ("5 x 22,5 kilos", "5x22.5kg"),
            // Efforts.
            ("5x100 rpe 8", "5x100@8"), ("5x100 RPE 8,5", "5x100@8.5"), ("5x100 rpe8", "5x100@8"),
            ("5x100 @ 8", "5x100@8"), ("5x100@ 8", "5x100@8"), ("5x100 @8", "5x100@8"),
            ("5x100 @rpe8", "5x100@8"), ("5x100 @rpe 8", "5x100@8"), ("5x100@rpe8", "5x100@8"),
            ("5x100 @ rpe 8", "5x100@8"), ("5x100 8 rpe", "5x100@8"), ("5x100 rir 2", "5x100@rir2"),
            ("5x100 rir2", "5x100@rir2"), ("5x100 2 rir", "5x100@rir2"),
            ("5x100 2rir", "5x100@rir2"), ("5x100 @rir2", "5x100@rir2"),
            ("5 x 100 kg rpe 8", "5x100kg@8"), ("3x5x100 @8", "5x100@8 5x100@8 5x100@8"),
            ("8x60 rpe 8 7x60 rpe 9", "8x60@8 7x60@9"), ("8x60@8 7x60 @9", "8x60@8 7x60@9"),
            ("5 rpe 8", "5@8"), ("@8 5", "5@8"), ("10x+20 kg@8", "10x+20kg@8"),
            ("60 s@8", "1:00@8"),
            // Sides.
            ("8/8", "8"), ("8 / 8", "8"), ("8/ 8", "8"), ("8 /8", "8"), ("8/side", "8"),
            ("8 / side", "8"), ("8/8x20", "8x20"), ("8/8 x 20 kg", "8x20kg"),
            ("8/sidex20@8", "8x20@8"), ("3x8/8", "8 8 8"), ("3x8/8x20", "8x20 8x20 8x20"),
            ("30s/30s", "30s"),
            ("3x30s/30s", "30s 30s 30s"), ("20kgx8/8", "8x20kg"), ("8/8 8/8 rpe 8", nil),
            ("8reps/side", "8"), ("8/8reps", "8"), ("8 reps/side", "8"),
            // Times and distances.
            ("25:00 5km", "25:00 5km"), ("5km 25:00", "25:00 5km"), ("5 km 25 min", "25:00 5km"),
            ("25 min 5 km", "25:00 5km"), ("3.1 mi 25:00", "25:00 4.988966km"),
            ("25:00 5 km rpe 7", "25:00@7 5km"), ("5km rpe 7 25:00", "25:00@7 5km"),
            ("5km 25:00 5km 26:00", "25:00 5km 26:00 5km"), ("400 metres 90 s", "1m30s 400metres"),
            ("40 metres x 32 kg", "40metresx32kg"), ("1:30 x 20", "1m30sx20"),
            ("2 miles", "3.218688km"), ("1 mile", "1.609344km"), ("5 kilometers", "5km"),
            ("5km 1h 25m", "1h25m 5km"), ("1 hour 25 min 5km", "1h25m 5km"),
            ("5km 25 min 30 s", "25m30s 5km"),
        ] as [(String, String?)])
    func blanksUnitsAndEfforts(_ text: String, _ sets: String?) throws {
        guard let sets else {
            #expect(throws: Rejection.self) { try line(text) }
            return
        }
        let read = try line("bench press " + text)
        #expect(read.exercise == "bench press")
        #expect(read.sets.map(\.text).joined(separator: " ") == sets)
        #expect(read.kind == nil && read.effort == nil && read.change == nil)
        #expect(try line(text).sets == read.sets)
        #expect(try line(text, isNamed: true).sets == read.sets)
    }

    /// A letter before the sets is of all of them, a letter or a word behind a set is that one's.
    @Test(
        arguments: [
            ("5@10 f", .failure, "5@10"), ("6x70 d", .drop, "6x70"), ("6 x 70 d", .drop, "6x70"),
            ("5x60 w", .warmup, "5x60"), ("5x60 W", .warmup, "5x60"), ("w 5 x 60", .warmup, "5x60"),
            ("5 d", .drop, "5"), ("5 f", .failure, "5"), ("5x60 warmup", .warmup, "5x60"),
            ("5x60 warm-up", .warmup, "5x60"), ("6x70 drop", .drop, "6x70"),
            ("5x100 failure", .failure, "5x100"), ("5x100 fail", .failure, "5x100"),
            ("5x100 partial", .partial, "5x100"), ("5x100 rpe 10 f", .failure, "5x100@10"),
            ("5x100 f rpe 10", .failure, "5x100@10"), ("5x100 lbs f", .failure, "5x100lb"),
            ("3x5x60 w", .warmup, "5x60 5x60 5x60"), ("8x60 w 5x80 w", .warmup, "8x60 5x80"),
            ("25:00 5km f", .failure, "25:00 5km"), ("8/8 d", .drop, "8"),
            ("f rpe 10", .failure, ""), ("rpe 10 f", .failure, ""),
            ("+2.5 f", .failure, ""),
        ] as [(String, WorkoutSet.Kind, String)])
    func theTypeOfASet(_ text: String, _ kind: WorkoutSet.Kind, _ sets: String) throws {
        let read = try line("bench " + text)
        #expect(read.exercise == "bench" && read.kind == kind)
        #expect(read.sets.map(\.text).joined(separator: " ") == sets)
        #expect(read.sets.allSatisfy { $0.kind == nil })
    }

    /// A comma before three digits stays a decimal one where it can't divide thousands.
    @Test func commasThatAreDecimal() throws {
        for (text, set) in [("5x0,125", "5x0.125"), ("5x102,5", "5x102.5"), ("5x1,25", "5x1.25")] {
            #expect(try line(text).sets.map(\.text) == [set])
        }
    }

    @Test func aDropBehindItsSet() throws {
        let drop = try line("5x100 8x80 d")
        #expect(drop.kind == nil && drop.sets.map(\.kind) == [nil, .drop])
        let drops = try line("w 5x60")
        #expect(drops.kind == .warmup && drops.sets.map(\.kind) == [nil])
        #expect(try line("5x60 w 6x70 d").sets.map(\.kind) == [.warmup, .drop])
    }

    /// An effort alone is of the set as planned, also in words.
    @Test func anEffortInWords() throws {
        for text in ["bench rpe 9", "bench RPE9", "bench @ 9", "bench @rpe 9"] {
            let read = try line(text)
            #expect(read.exercise == "bench" && read.sets.isEmpty, "\(text)")
            #expect(read.effort == .rpe(9), "\(text)")
        }
        #expect(try line("rir 2").effort == .rir(2))
        #expect(try line("+2.5 kg rpe 9").change?.unit == .kg)
        #expect(try line("+5 pounds").change?.unit == .lb)
    }

    /// Names with numbers and slashes stay names; a quoted text is one unless all of it is sets.
    @Test func namesStayNames() throws {
        for (text, name) in [
            ("90/90 stretch 60s", "90/90 stretch"), ("3/4 sit-up 20", "3/4 sit-up"),
            ("3/4 sit-up", "3/4 sit-up"), ("bear drop 10", "bear drop"),
        ] {
            #expect(try line(text).exercise == name)
        }
        #expect(try SetNotation.line(["bench", "5 x 100 kg"]).sets.map(\.text) == ["5x100kg"])
        #expect(try SetNotation.line(["bench", "6x70 d"]).kind == .drop)
        #expect(try SetNotation.line(["3 board press", "5"]).exercise == "3 board press")
    }

    @Test(
        arguments: [
            ("8/7", "both sides of a set are the same, as in 8/8 or 30s/30s"),
            ("8/8/8x20", "both sides of a set are the same"),
            ("30/30s", "log two sets, such as 8 7"),
            ("8/8x20/20", "the number of sets before the first x must be a whole number"),
            (
                "5x100 d 8x80",
                "'d' could belong to either set: write it after each one, as in 8x80 d 6x70 d"
            ),
            ("w 5x60 8x80 d", "'d': the type is given twice"),
            ("5x100 f d", "'d': the type is given twice"),
            ("5x100 rpe", "'rpe' isn't a set: write one such as 5x100"),
            ("5x100 rpe hard", "'rpe' isn't a set"),
            ("5x100 rpe 8 rpe 9", "write the effort right after its set"),
            ("5x100@rpe", "rpe must be 5 to 10"),
            ("5 x", "'x' isn't a set"), ("5 x lbs", "'x' isn't a set"),
            ("5x100 stone", "'stone' isn't a set"), ("5x100stone", "write kg or lb"),
            ("5 kg", "the reps come first, then the load: 5x5kg"),
            ("3x5reps x 5reps", "'reps' isn't a unit of weight"),
            ("5x100kg x 3", "'5x100kg x': write the number of sets first, as in 3x5x100kg"),
            ("5x100kg x3", "'5x100kg x3': write the number of sets first, as in 3x5x100kg"),
            ("5 x 100 lbs x 3", "write the number of sets first, as in 3x5x100lbs"),
            ("8x+20kg × 3", "write the number of sets first, as in 3x8x+20kg"),
            ("5x1,000", "'1,000' could be 1000 or 1.000"),
            ("5x102,125kg", "'102,125' could be 102125 or 102.125"),
            ("1,500metres", "'1,500' could be 1500 or 1.500"),
            ("+1,000", "'1,000' could be 1000 or 1.000"),
            ("5@100", "a load is written 5x100"), ("12@102,5", "a load is written 12x102.5"),
            ("8/8kg", "a load is written behind x: 8x8kg"),
            ("5km/25:00", "a distance and its time are two words: 5km 25:00"),
            ("1h 25m 30s 5km 1h 5m", "can be one time or several sets"),
            ("5x100 to failure", "'to' isn't a set"),
        ] as [(String, String)])
    func whatIsRefused(_ text: String, _ message: String) {
        let refusal = #expect(throws: Rejection.self) { try line(text, isNamed: true) }
        #expect(refusal?.message.contains(message) == true, "\(text): \(refusal?.message ?? "")")
    }
}
