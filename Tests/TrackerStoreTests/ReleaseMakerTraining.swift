import TestSupport
import TrackerCore

@testable import TrackerStore

/// Rows of training, presets, programs and runs.
extension ReleaseMaker {
    /// The rows that came with schema 4.
    func training() throws {
        let fields = try Training.Fields(mode: .time, target: 120, restMs: 20_000)
        let preset = try Preset(id: "0plank000013", name: "plank", fields: fields)
        try fixture.append("preset.saved", [preset], at: later(9600))
        let training = Training(
            id: "0train000014", fields: fields, order: fixture.store.lastSeq + 1,
            day: LocalInstant.utc(later(9700).wallMs).day, at: later(9700))
        try fixture.append("training.started", [training], at: later(9700))
        let work = Interval(label: "Work", durationMs: 20_000)
        let rest = Interval(label: "Rest", durationMs: 10_000, kind: .rest)
        let parts: [ProgramPart] = [.group(repeats: 8, [.interval(work), .interval(rest)])]
        let program = try Program(
            id: "0hiit0000015", fields: .init(name: "HIIT", icon: "fire", parts: parts))
        try fixture.append("program.created", [program], at: later(9800))
        let plan = RunPlan(run: "0run00000016", parts: parts)
        var run = try Run(
            plan, of: program, order: fixture.store.lastSeq + 1,
            day: LocalInstant.utc(later(9900).wallMs).day, at: later(9900))
        try fixture.append("run.started", [run, plan], at: later(9900))
        _ = try run.pause(at: later(10_000))
        try fixture.append("run.paused", [run], at: later(10_000))
    }

    /// A program that rings again, and the end of a run of it, which came with schema 22.
    func ringing() throws {
        let parts: [ProgramPart] = [
            .interval(
                Interval(
                    label: "Boil", durationMs: 600_000, confirmation: .manual, ringAgainMs: 30_000))
        ]
        let program = try Program(
            id: "0rice0000028", fields: .init(name: "Rice", ringAgainMs: 60_000, parts: parts))
        try fixture.append("program.created", [program], at: later(10_985))
        let plan = RunPlan(run: "0ricerun0029", parts: parts, ringAgainMs: 60_000)
        var run = try Run(
            plan, of: program, order: fixture.store.lastSeq + 1,
            day: LocalInstant.utc(later(10_986).wallMs).day, at: later(10_986))
        _ = try run.stop(at: later(10_986))
        try fixture.append("run.stopped", [run, plan], at: later(10_986))
    }
}
