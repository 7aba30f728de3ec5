import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine

struct Mismatch: Error, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }
}

struct Actual {
    struct Journaled {
        let event: Event
        let data: Json
        let alert: String?

        var isByTime: Bool { if case .deadline = event.cause { true } else { false } }
    }

    let answers: [Reply]
    let events: [Journaled]
    /// Alerts without an event in the journal.
    let told: [Told]
    /// Numbers of the events whose alerts are given again after a crash.
    let toldAgain: [Int64]
    /// Numbers of those events whose bubble is only shown again.
    let shownAgain: [Int64]

    /// - Parameter knownSeq: number of the newest event that was known before.
    init(_ outcome: Outcome, after knownSeq: Int64) throws {
        answers = outcome.replies
        events = try outcome.published.filter(\.audience.hasSubscribers).map {
            Journaled(event: $0.event, data: try Json(wire: $0.event.data), alert: $0.alert?.title)
        }
        let forHooks = outcome.published.filter { !$0.audience.hasSubscribers }
        toldAgain = forHooks.filter {
            $0.event.isJournaled && $0.audience.isNews && $0.alert != nil
        }.map(\.event.seq).filter { $0 <= knownSeq }
        shownAgain = forHooks.filter { !$0.audience.isNews }.map(\.event.seq)
        told = forHooks.filter {
            !$0.event.isJournaled && $0.audience.isNews && $0.alert != nil
        }.map {
            Told(
                type: $0.event.type, subject: $0.event.subject, title: $0.alert?.title ?? "",
                moment: $0.alert?.moment ?? "")
        }
    }

    /// The outcome as the journal has it, without alerts.
    init(journaled: [Event]) throws {
        events = try journaled.map {
            Journaled(event: $0, data: try Json(wire: $0.data), alert: nil)
        }
        (answers, told, toldAgain, shownAgain) = ([], [], [], [])
    }

    var clues: [Clue] {
        events.map { event in
            Clue(
                type: event.event.type, subject: event.event.subject, data: event.data,
                alert: event.alert, byTime: event.isByTime, id: event.data["id"]?.text ?? "",
                attempt: event.data["attempts"]?.list.last?["id"]?.text ?? "")
        }
    }
}

extension Actual {
    /// Alerts in a fixed order, since alerts of one moment come in the order of ids that the model can't
    /// know.
    private static func inOrder(_ told: [Told]) -> [Told] {
        told.sorted { ($0.subject, $0.moment, $0.type) < ($1.subject, $1.moment, $1.type) }
    }

    /// The first difference from the expected outcome; `nil` for none.
    func difference(from model: Model, _ expected: [Expected], alerts: Bool = true) -> String? {
        for (index, pair) in zip(events, model.fresh).enumerated() {
            let seq = Int64(model.journal.events.count + index + 1)
            if let difference = Self.difference(pair.0, pair.1, seq, alerts: alerts) {
                return difference
            }
        }
        guard events.count == model.fresh.count else {
            return "events: \(events.map(\.event.type)) instead of \(model.fresh.map(\.type))"
        }
        if alerts, Self.inOrder(told) != Self.inOrder(model.told) {
            return "told without being journaled: \(told) instead of \(model.told)"
        }
        guard alerts else { return nil }
        guard answers.count == expected.count else {
            return "\(answers.count) answers instead of \(expected.count)"
        }
        for (index, pair) in zip(answers, expected).enumerated() {
            if let difference = Self.difference(pair.0, pair.1) {
                return "answer \(index): \(difference)"
            }
        }
        return nil
    }

    private static func difference(
        _ actual: Journaled, _ expected: EventModel, _ seq: Int64, alerts: Bool
    ) -> String? {
        let event = actual.event
        guard event.seq == seq else { return "event \(event.seq) where \(seq) comes next" }
        guard event.type == expected.type, event.subject == expected.subject else {
            return "event \(seq) is \(event.type) of \(event.subject) instead of "
                + "\(expected.type) of \(expected.subject)"
        }
        let data = actual.data.leavingOpen(expected.data)
        guard data == expected.data else {
            return "data of event \(seq) (\(event.type)): "
                + (Expected.difference(data, expected.data) ?? "rounded otherwise")
        }
        guard event.atMs == expected.atMs else {
            return "event \(seq) is of \(event.atMs) instead of \(expected.atMs)"
        }
        if case .deadline = event.cause, !expected.byTime {
            return "event \(seq) (\(event.type)) came by itself"
        }
        if expected.byTime, case .request = event.cause {
            return "event \(seq) (\(event.type)) isn't said to have come by itself"
        }
        guard !alerts || actual.alert == expected.alert else {
            return "alert of event \(seq) (\(event.type)): \(actual.alert ?? "none") instead of "
                + "\(expected.alert ?? "none")"
        }
        return nil
    }

    private static func difference(_ answer: Reply, _ expected: Expected) -> String? {
        let text: String
        switch answer {
        case .result(let json), .subscribed(let json, _): text = json
        case .refused(let rejection):
            let actual = Refusal(
                rejection.kind.rawValue, field: rejection.field, state: rejection.state,
                matches: rejection.matches, index: rejection.index)
            switch expected {
            case .refused(actual), .refusedOr(actual, _): return nil
            case .refused(let refusal) where refusal.allows(actual): return nil
            case .refused(let refusal): return "\(actual) instead of \(refusal)"
            case .result, .like, .refusedOr: return "\(actual): \(rejection.message)"
            }
        }
        do {
            return expected.difference(from: try Json(wire: text))
        } catch {
            return "\(error): \(text)"
        }
    }
}

extension Expected {
    /// The first difference of a reply from the expected one; `nil` for none.
    func difference(from actual: Json) -> String? {
        switch self {
        case .result(actual): nil
        case .result(let json): Self.difference(actual.leavingOpen(json), json)
        case .like(let check), .refusedOr(_, let check): check(actual)
        case .refused(let refusal): "\(actual) instead of \(refusal)"
        }
    }

    /// The first place in which two values differ; `nil` for none.
    fileprivate static func difference(_ actual: Json, _ expected: Json) -> String? {
        switch (actual, expected) {
        case (.object(let left), .object(let right)):
            for name in Set(left.keys).union(right.keys).sorted() where left[name] != right[name] {
                guard let one = left[name], let other = right[name] else {
                    return "\(name) is \(left[name]?.description ?? "missing") instead of "
                        + "\(right[name]?.description ?? "missing")"
                }
                if ["snoozed_until", "expires_at"].contains(name), isSameUpToRounding(one, other) {
                    continue
                }
                if let place = difference(one, other) { return "\(name): \(place)" }
            }
            return nil
        case (.list(let left), .list(let right)) where left.count == right.count:
            for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
                if let place = difference(pair.0, pair.1) { return "[\(index)] \(place)" }
            }
            return nil
        default: return actual == expected ? nil : "\(actual) instead of \(expected)"
        }
    }

    /// The end of a snooze or of a wait by the wall clock is found from what is left of it. Clocks are read to the
    /// millisecond, so that it differs by one between two moments, and `status` may tell what it found
    /// before.
    private static func isSameUpToRounding(_ actual: Json, _ expected: Json) -> Bool {
        guard let actual = actual.wallMs, let expected = expected.wallMs else { return false }
        return abs(actual - expected) <= 1
    }
}
