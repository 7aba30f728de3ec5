import TrackerAPI

/// What an event did to a memo, which is what undoing it takes back.
struct MemoChange: Hashable {
    static let type = "memo.changed"

    let id: String
    let was: String?
    let row: String?
}

extension Model {
    /// Texts that are `nil` are of those that are removed.
    mutating func change(
        _ texts: [String: String?], type: String, _ subject: String, _ data: Json
    ) {
        let changes = texts.map { MemoChange(id: $0, was: memos[$0], row: $1) }
        for change in changes { memos[change.id] = change.row }
        record(type, subject, data)
        fresh[fresh.count - 1].changes = changes
    }

    private static let undoneType = "journal.undone"

    fileprivate mutating func undo(_ params: Params) throws -> Expected {
        let wanted = try params.optionalInt("seq")
        let all = 1..<self.seq + 1
        let undone = Set(all.map(event).filter { $0.type == Self.undoneType }.map(\.subject))
        guard let seq = wanted ?? all.last(where: { canUndo($0, undone) }) else {
            throw Refusal("conflict")
        }
        guard all.contains(seq) else { throw Refusal("not_found", field: "seq") }
        guard canUndo(seq, undone) else { throw Refusal("conflict") }
        let former = event(seq).changes.map { ($0.id, $0.was) }
        let shown = shownEvent(seq)
        change(
            Dictionary(uniqueKeysWithValues: former), type: Self.undoneType, String(seq),
            ["undone": shown])
        return .result(["undone": shown, "seq": .int(self.seq)])
    }

    /// What a person did to a record that is still as that left it, once.
    private func canUndo(_ seq: Int64, _ undone: Set<String>) -> Bool {
        let event = event(seq)
        return event.type != Self.undoneType && !event.changes.isEmpty
            && !undone.contains(String(seq)) && event.changes.allSatisfy { memos[$0.id] == $0.row }
    }
}

extension Arm {
    static let records: [Arm] = [
        Arm("journal.undo", 5) { dice, model in
            guard dice.chance(60) else { return [:] }
            guard !dice.chance(30) else {
                return ["seq": .int(Int64.random(in: -1...model.seq + 2, using: &dice))]
            }
            let changes = (1..<model.seq + 1).filter { !model.event($0).changes.isEmpty }
            return ["seq": .int(dice.pick(changes.suffix(8)) ?? 1)]
        } expect: {
            try $0.undo($1)
        }
    ]
}

extension World {
    /// A person changes one record or several.
    func changeMemos(_ dice: inout Dice) throws {
        guard !isFaulty else { return }
        var texts: [String: String?] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let id = "memo\(Int.random(in: 0..<6, using: &dice))"
            let isGone = model.memos[id] != nil && dice.chance(30)
            texts[id] = .some(isGone ? nil : "text \(Int.random(in: 0..<4, using: &dice))")
        }
        note("memos \(texts)")
        let events = try machine.keep(texts, at: now)
        try settle(events) { $0.change(texts, type: MemoChange.type, "", [:]) }
    }
}
