import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct SetNotationTests {
    typealias Weight = SetNotation.Weight

    // MARK: Words

    @Test(
        arguments: [
            ("5x100", .init(.reps(5), .init(value: 100))),
            ("5X100", .init(.reps(5), .init(value: 100))),
            ("5×100", .init(.reps(5), .init(value: 100))),
            ("5x100kg@8", .init(.reps(5), .init(value: 100, unit: .kg), .rpe(8))),
            ("5x100@7.5", .init(.reps(5), .init(value: 100), .rpe(7.5))),
            ("5x100@7,5", .init(.reps(5), .init(value: 100), .rpe(7.5))),
            ("5x100@rir2", .init(.reps(5), .init(value: 100), .rir(2))),
            ("5x100@RIR0", .init(.reps(5), .init(value: 100), .rir(0))),
            ("5x102.5", .init(.reps(5), .init(value: 102.5))),
            ("5x102,5", .init(.reps(5), .init(value: 102.5))),
            ("100kgx5", .init(.reps(5), .init(value: 100, unit: .kg))),
            ("225lbsx5@8", .init(.reps(5), .init(value: 225, unit: .lb), .rpe(8))),
            ("20kgx60s", .init(.time(60_000), .init(value: 20, unit: .kg))),
            ("5x225lb", .init(.reps(5), .init(value: 225, unit: .lb))),
            ("5x225LBS", .init(.reps(5), .init(value: 225, unit: .lb))),
            ("5x0", .init(.reps(5), .init(value: 0))),
            ("3x80", .init(.reps(3), .init(value: 80))),
            ("10", .init(.reps(10))),
            ("10000", .init(.reps(10_000))),
            ("10@9", .init(.reps(10), nil, .rpe(9))),
            ("10x+20", .init(.reps(10), .init(value: 20, mode: .bodyweight))),
            ("10x+22.5lb", .init(.reps(10), .init(value: 22.5, unit: .lb, mode: .bodyweight))),
            ("8x-15", .init(.reps(8), .init(value: 15, mode: .assisted))),
            (
                "8x-15kg@9.5",
                .init(.reps(8), .init(value: 15, unit: .kg, mode: .assisted), .rpe(9.5))
            ),
            ("60s", .init(.time(60_000))),
            ("1m30s", .init(.time(90_000))),
            ("1:30", .init(.time(90_000))),
            ("7.5s", .init(.time(7500))),
            ("7,5s", .init(.time(7500))),
            ("24h", .init(.time(86_400_000))),
            ("59min", .init(.time(3_540_000))),
            ("60:00", .init(.time(3_600_000))),
            ("100ms", .init(.time(100))),
            ("60sx20", .init(.time(60_000), .init(value: 20))),
            (
                "1:30x+10kg@8",
                .init(.time(90_000), .init(value: 10, unit: .kg, mode: .bodyweight), .rpe(8))
            ),
            ("2km", .init(.distance(2000))),
            ("2,5KM@8", .init(.distance(2500), nil, .rpe(8))),
            ("1.005km", .init(.distance(1005))),
            ("1mi", .init(.distance(1609.344))),
            ("400metres", .init(.distance(400))),
            ("40metersx32kg", .init(.distance(40), .init(value: 32, unit: .kg))),
            ("5x10000", .init(.reps(5), .init(value: 10_000))),
            ("5x0.00000001", .init(.reps(5), .init(value: 0.00000001))),
        ] as [(String, SetNotation)])
    func good(_ word: String, _ set: SetNotation) throws {
        #expect(SetNotation.isMeant(word))
        #expect(try SetNotation.read(word) == [set])
        #expect(try SetNotation.read(set.text) == [set])
    }

    @Test func aUnitThatIsNotKnownIsNotSentBack() throws {
        #expect(try Load.Unit(told: "lb") == .lb)
        #expect(throws: ValidationError.self) { try Load.Unit(told: "st") }
    }

    /// A comma before three digits may divide thousands.
    @Test(arguments: ["1,000", "102,125", "1,000kg", "10,500 lb"])
    func aCommaInDoubt(_ load: String) {
        #expect(GivenLoad(load) == nil)
        #expect(throws: ValidationError.self) { try DistanceArgument.read("1,500") }
        #expect(throws: Rejection.self) { try PlanNotation.read("bench 3x5x\(load)") }
    }

    @Test(arguments: [("102,5", 102.5), ("0,125", 0.125), ("1,25", 1.25), ("1.000", 1)])
    func aCommaForDecimals(_ load: String, _ value: Double) {
        #expect(GivenLoad(load)?.value == value)
    }

    @Test func severalOfOneKind() throws {
        let set = SetNotation(.reps(5), .init(value: 100, unit: .kg), .rpe(8))
        #expect(try SetNotation.read("3x5x100kg@8") == [set, set, set])
        #expect(try SetNotation.read("3x100kgx5@8") == [set, set, set])
        #expect(try SetNotation.read("1x5x100kg@8") == [set])
        #expect(try SetNotation.read("2x60sx20").map(\.text) == ["1:00x20", "1:00x20"])
        #expect(try SetNotation.read("3x60s@8").map(\.text) == ["1:00@8", "1:00@8", "1:00@8"])
        #expect(try SetNotation.read("2x1km").map(\.text) == ["1km", "1km"])
        #expect(try SetNotation.read("2x1:30").map(\.text) == ["1m30s", "1m30s"])
        let refusal = #expect(throws: Rejection.self) { try SetNotation.readOne("2x5x100") }
        #expect(refusal?.message.hasPrefix("'2x5x100' is 2 sets: give one") == true)
    }

    @Test(
        arguments: [
            ("0x100", "reps", "reps must be a whole number from 1 to 10000"),
            ("10001", "reps", "reps must be a whole number from 1 to 10000"),
            ("99999999999999999999x5", "reps", "reps must be a whole number from 1 to 10000"),
            ("5.5x100", "reps", "'5.5' isn't a number of reps"),
            ("10+20", "reps", "'10+20' isn't a number of reps"),
            ("100kg", "reps", "the reps come first, then the load: 5x100kg"),
            ("100kgx5kg", "reps", "the reps come first, then the load: 5x100kg"),
            ("100kgx", "reps", "no reps before x"),
            ("x100", "reps", "no reps before x: write 5x100"),
            ("5x", "load", "no load after x: write 5x100, or just 5"),
            ("5xkg", "load", "no load after x"),
            ("5x+", "load", "no load after x"),
            ("5x--5", "load", "the load '-5' isn't a number: write 100, 102.5 or 102,5"),
            ("5x1.2.3", "load", "the load '1.2.3' isn't a number"),
            ("5x.5", "load", "the load '.5' isn't a number"),
            ("5x100.", "load", "the load '100.' isn't a number"),
            ("5x10001", "load", "load is out of range: 0 to 10000 kg"),
            ("5x10001lb", "load", "load is out of range: 0 to 10000 lb"),
            ("5x1e99", "unit", "'e99' isn't a unit of weight: write kg or lb"),
            ("5x100st", "unit", "'st' isn't a unit of weight: write kg or lb, as in 5x100kg"),
            ("0x60s", "sets", "the number of sets before the first x must be a whole number"),
            ("60sx60s", "sets", "the number of sets before the first x must be a whole number"),
            ("5x1.123456789", "load", "load has too many decimals: at most 8"),
            ("5x100@11", "rpe", "rpe must be 5 to 10 in steps of 0.5"),
            ("5x100@7.3", "rpe", "rpe must be 5 to 10 in steps of 0.5"),
            ("5x100@4", "rpe", "rpe must be 5 to 10 in steps of 0.5"),
            ("5x100@", "rpe", "rpe must be 5 to 10 in steps of 0.5, as in 5x100@8.5"),
            ("5x100@8@9", "rpe", "rpe must be 5 to 10 in steps of 0.5"),
            ("5x100@hard", "rpe", "rpe must be 5 to 10 in steps of 0.5"),
            ("5x100@rir", "rir", "rir must be a whole number from 0 to 10, as in 5x100@rir2"),
            ("5x100@rir11", "rir", "rir must be a whole number from 0 to 10"),
            ("5x100@rir1.5", "rir", "rir must be a whole number from 0 to 10"),
            ("0x5x100", "sets", "the number of sets before the first x must be a whole number"),
            ("101x5x100", "sets", "whole number from 1 to 100"),
            ("2x3x5x100", "set", "too many x: a set is reps x load, and three of them are 3x5x100"),
            ("1m1h", "seconds", "'1m1h' isn't a time or distance: write 60s, 1:30 or 2km"),
            ("1:75", "reps", "'1:75' isn't a number of reps"),
            ("0s", "seconds", "seconds must be 0.1 to 86400"),
            ("25h", "seconds", "seconds must be 0.1 to 86400"),
            ("0m", "distance_m", "distance_m must be"),
            ("9999999m", "distance_m", "distance_m must be"),
            ("0km", "distance_m", "distance_m must be"),
            ("1001km", "distance_m", "distance_m must be"),
            ("km", "seconds", "'km' isn't a time or distance: write 60s, 1:30 or 2km"),
            ("5x-100x5", "reps", "'-100' isn't a number of reps"),
        ] as [(String, String, String)])
    func bad(_ word: String, _ field: String, _ message: String) {
        let refusal = #expect(throws: Rejection.self) { try SetNotation.read(word) }
        #expect(refusal?.field == field)
        #expect(refusal?.message.hasPrefix("'\(word)': ") == true)
        #expect(refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
    }

    /// The printed form of any set reads back the same.
    @Test func whatIsPrintedReadsBack() throws {
        var random = SplitMix(seed: 6)
        func pick<T>(_ values: [T]) -> T { values[Int(random.next() % UInt64(values.count))] }
        for _ in 0..<5000 {
            let amount: SetNotation.Amount = pick([
                .reps(Int64(random.next() % 10_000) + 1),
                .time(Int64(random.next() % 86_399_900) + 100),
                .distance(Double(random.next() % 1_000_000_000 + 1) / 1000),
            ])
            // At most 8 decimals.
            let load = Double(random.next() % 10_000_000_000) / pick([1e6, 1e8])
            let weight =
                pick([true, true, false])
                ? Weight(
                    value: load, unit: pick([nil, .kg, .lb]),
                    mode: pick([.external, .bodyweight, .assisted])) : nil
            let effort: SetNotation.Effort? = pick([
                nil, .rpe(Double(random.next() % 11) / 2 + 5), .rir(Int64(random.next() % 11)),
            ])
            let set = SetNotation(amount, weight, effort)
            try #require(try SetNotation.read(set.text) == [set], "\(set.text)")
            try #require(SetNotation.isMeant(set.text), "\(set.text)")
        }
    }

    /// Any text is either read or refused, and nothing worse happens.
    @Test func anyTextIsReadOrRefused() throws {
        var random = SplitMix(seed: 7)
        let signs = Array("0123456789.,x×@+-:smhkglbri e\u{301}½٣\u{0}")
        for _ in 0..<20_000 {
            let word = String(
                (0..<random.next() % 9).map { _ in
                    signs[Int(random.next() % UInt64(signs.count))]
                })
            if let sets = try? SetNotation.read(word) {
                #expect(try SetNotation.read(sets[0].text) == [sets[0]], "\(word)")
            }
            _ = try? SetNotation.line([word, word])
            _ = try? PlanNotation.read("bench \(word)")
        }
    }

    // MARK: Lines

    @Test(
        arguments: [
            ("bench 5x100", "bench", ["5x100"]),
            ("8x60 8x60 7x60", nil, ["8x60", "8x60", "7x60"]),
            ("overhead press 5x60", "overhead press", ["5x60"]),
            ("pull-ups 10", "pull-ups", ["10"]),
            ("1-arm row 8x30 8x32.5", "1-arm row", ["8x30", "8x32.5"]),
            ("3/4 sit-up 20", "3/4 sit-up", ["20"]),
            ("90/90 stretch 60s", "90/90 stretch", ["1:00"]),
            ("45° extension 12", "45° extension", ["12"]),
            ("k3v9x2m4q7wd 5x100", "k3v9x2m4q7wd", ["5x100"]),
            ("run 5km 8:00", "run", ["8:00 5km"]),
            ("21s 7x20", nil, ["21s", "7x20"]),
            ("2x5x100", nil, ["5x100", "5x100"]),
            ("bench 3x5x100 8x80", "bench", ["5x100", "5x100", "5x100", "8x80"]),
        ] as [(String, String?, [String])])
    func lines(_ text: String, _ exercise: String?, _ sets: [String]) throws {
        let line = try SetNotation.line(text.split(separator: " ").map(String.init))
        #expect(line.exercise == exercise)
        #expect(line.sets.map(\.text) == sets)
    }

    @Test func asPlannedButForSome() throws {
        func line(_ text: String) throws -> SetNotation.Line {
            try SetNotation.line(text.split(separator: " ").map(String.init))
        }
        let bare = try line("")
        #expect(bare == SetNotation.Line())
        let more = try line("5 +2,5kg @9")
        #expect(more.change?.value == 2.5 && more.change?.unit == .kg)
        #expect(more.sets.map(\.text) == ["5@9"] && more.effort == nil)
        #expect(try line("-5").change?.value == -5)
        #expect(try line("@rir2").effort == .rir(2))
        let warmup = try line("bench W 5x60")
        #expect(warmup.exercise == "bench" && warmup.kind == .warmup)
        #expect(warmup.sets.map(\.text) == ["5x60"])
        #expect(try line("d").kind == .drop && line("f 5").kind == .failure)
        #expect(try SetNotation.line(["w", "5"], isNamed: true).kind == .warmup)
        #expect(try line("3x5x100").isCounted && !line("5x100 5x100").isCounted)
    }

    /// An exercise alone is its next set as it is planned.
    @Test func aNameAlone() throws {
        for name in ["bench", "overhead press", "1-arm row", "push-ups"] {
            let line = try SetNotation.line(name.split(separator: " ").map(String.init))
            #expect(line.exercise == name && line.sets.isEmpty && line.kind == nil)
        }
        let quoted = try SetNotation.line(["3 board press"])
        #expect(quoted.exercise == "3 board press" && quoted.sets.isEmpty)
        let warmup = try SetNotation.line(["overhead", "press", "w"])
        #expect(warmup.exercise == "overhead press" && warmup.kind == .warmup)
        // A number that begins the name is a set.
        #expect(throws: Rejection.self) { try SetNotation.line(["3", "board", "press"]) }
    }

    @Test func namesWithNumbers() throws {
        let quoted = try SetNotation.line(["3 board press", "5x100"])
        #expect(quoted.exercise == "3 board press" && quoted.sets.count == 1)
        let named = try SetNotation.line(["7x20", "8"], isNamed: true)
        #expect(named.exercise == nil && named.sets.map(\.text) == ["7x20", "8"])
        let refusal = #expect(throws: Rejection.self) {
            try SetNotation.line(["bench"], isNamed: true)
        }
        #expect(refusal?.message.hasPrefix("'bench' isn't a set") == true)
    }

    @Test(
        arguments: [
            ("+2.5 -5", "'-5': the load is changed twice"),
            ("pull-ups 8x+10 8x-15 8", "'8' follows sets with different kinds of load"),
            ("@8 @9", "'@9': the effort is given twice"),
            ("5x100@8 @9", "write the effort right after its set"),
            ("5 5 @9", "write the effort right after its set"),
            ("5x100 +2.5", "give one or the other"),
            ("5 5 +2.5", "give one or the other"),
            ("@11 x", "'x' isn't a set"), ("+2.5st", "'st' isn't a unit of weight"),
            ("bench -5x100", "'-5x100' isn't a set: reps and loads can't be negative"),
            ("5 x", "'x' isn't a set: write one such as 5x100"),
            ("5x100 st", "'st' isn't a set: write one such as 5x100"),
            ("bench 5x100 easy", "'easy' isn't a set"),
            ("press 3 count 5x100", "'count' isn't a set: write one such as 5x100"),
            ("bench 100kg 5", "'100kg': the reps come first"),
            ("bench 5x100 8x", "'8x': no load after x"),
            ("rowing 2kg", "'2kg': the reps come first"),
        ] as [(String, String)])
    func badLines(_ text: String, _ message: String) {
        let refusal = #expect(throws: Rejection.self) {
            try SetNotation.line(text.split(separator: " ").map(String.init))
        }
        #expect(refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
    }

    @Test func theHelpTellsTheGrammar() throws {
        let help = Trackerctl.helpMessage(for: SetCommands.self, columns: 80)
        let leaf = Trackerctl.helpMessage(for: SetCommands.Log.self, columns: 80)
        let page = try #require(ManualPage.ofClient().first { $0.name == "trackerctl-set" }).text
        for line in SetNotation.help.split(separator: "\n") where line.hasPrefix("  ") {
            // The example in the message is valid notation.
            let words = line.prefix(16).split(separator: " ").map(String.init)
            for word in words { _ = try SetNotation.line([word]) }
            #expect(help.contains(line) && leaf.contains(line), "\(line)")
            #expect(page.contains(Roff.escaped(String(line.dropFirst(2)))), "\(line)")
        }
        for line in PlanNotation.help.split(separator: "\n") where line.hasPrefix("  ") {
            let plan = line.split(separator: "'")[1]
            _ = try PlanNotation.read(String(plan))
        }
    }
}
