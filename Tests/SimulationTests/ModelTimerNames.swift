import TestSupport
import TrackerAPI

extension Model {
    /// The timer with an exact id, else an exact name (the only live one, or the newest ended one), else a
    /// unique prefix, else `last`.
    func timer(_ params: Params) throws -> Int {
        try timer(named: params.text("timer"), field: "timer")
    }

    /// The timer that params name; without a name, the only stopwatch that is running or paused.
    func timerOrStopwatch(_ params: Params) throws -> Int {
        if params.has("timer") { return try timer(params) }
        let watches = timers.indices.filter { timers[$0].original == nil && timers[$0].isLive }
            .sorted { timers[$0].start < timers[$1].start }
        guard let only = watches.first else {
            throw Refusal("not_found", field: "stopwatch", state: "none")
        }
        guard watches.count == 1 else {
            throw Refusal(
                "ambiguous", field: "timer", matches: watches.prefix(10).map { timers[$0].id })
        }
        return only
    }

    func timer(named text: String, field: String) throws -> Int {
        try require(!text.isEmpty, .invalid(field))
        if let index = timers.firstIndex(where: { $0.id == text }) { return index }
        let newestFirst = timers.indices.sorted { timers[$0].start > timers[$1].start }
        for isNamed in [{ $0 == text }, { $0.lowercased() == text.lowercased() }]
            as [(String) -> Bool]
        {
            let named = newestFirst.filter { timers[$0].name.map(isNamed) == true }
            let live = named.filter { timers[$0].isLive }
            guard live.count < 2 else {
                throw Refusal(
                    "ambiguous", field: field, matches: live.prefix(10).map { timers[$0].id })
            }
            if let index = live.first ?? named.first { return index }
        }
        if let index = try beginning(
            text, of: Array(timers.indices), field: field, id: { timers[$0].id })
        {
            return index
        }
        guard text == "last", let newest = newestFirst.first else {
            throw Refusal("not_found", field: field)
        }
        return newest
    }

    func timers(named words: [String], for action: String) throws -> [Int] {
        try things(named: words, field: "timers") { text in
            // Another timer of the name may run again.
            let waiting = action == "answer" ? waitingTimer(text) : nil
            return try waiting ?? timer(named: text, field: "timers")
        }
    }

    /// Indexes of the things that words name, each once; words that make a name are taken together.
    ///
    /// - Parameter meant: finds the thing that a text names.
    func things(
        named words: [String], field: String, _ meant: (_ text: String) throws -> Int
    ) throws -> [Int] {
        try require(!words.isEmpty, .invalid(field))
        try require(words.count <= 20, Refusal("too_large", field: field))
        let names = try Self.names(in: words) { text in
            do {
                _ = try meant(text)
                return true
            } catch let refusal as Refusal where refusal.kind == "not_found" {
                return false
            }
        }
        return try names.reduce(into: []) { found, name in
            let index = try meant(name)
            if !found.contains(index) { found.append(index) }
        }
    }

    /// Words as names: as many as make one are taken together.
    static func names(in words: [String], isName: (String) throws -> Bool) rethrows -> [String] {
        var names: [String] = []
        var rest = words[...]
        while !rest.isEmpty {
            var length = rest.count
            while length > 1, try !isName(rest.prefix(length).joined(separator: " ")) {
                length -= 1
            }
            names.append(rest.prefix(length).joined(separator: " "))
            rest = rest.dropFirst(length)
        }
        return names
    }

    /// The timer that waits and has the id, the name, or as the only one an id that begins so; `nil` for none.
    func waitingTimer(_ text: String) -> Int? {
        let waiting = waitingTimers
        let ways: [(TimerModel) -> Bool] = [
            { $0.id == text }, { $0.name == text },
            { $0.name?.lowercased() == text.lowercased() },
        ]
        var id = ways.lazy.compactMap { waiting.first(where: $0)?.id }.first
        if id == nil, text.count >= 4 {
            let beginning = waiting.filter { $0.id.hasPrefix(text) }
            if beginning.count == 1 { id = beginning[0].id }
        }
        return timers.firstIndex { $0.id == id }
    }
}
