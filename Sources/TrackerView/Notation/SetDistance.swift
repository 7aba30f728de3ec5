import TrackerCore

extension SetNotation {
    /// Number in a bare `40m`, whose meaning depends on the exercise; `nil` for other sets.
    package var minutesOrMetres: Int64? {
        guard mayBeMetres, case .time(let ms) = amount else { return nil }
        return ms / 60_000
    }

    fileprivate mutating func takeForMetres() {
        amount = minutesOrMetres.map { Amount.distance(Double($0)) } ?? amount
        mayBeMetres = false
    }
}

/// Sets with a distance and a time, typed as two words.
enum DistanceAndTime {
    private enum Measure {
        case distance, time, either, other
    }

    /// The sets, with each pair of a distance and a time joined. A bare `40m` is whichever its neighbour
    /// isn't.
    ///
    /// - Throws: a refusal if a measure has possible partners on both sides.
    static func joined(_ sets: [SetNotation]) throws(Rejection) -> [SetNotation] {
        var joined: [SetNotation] = []
        var rest = sets[...]
        while let set = rest.popFirst() {
            guard let next = rest.first, let pair = try pair(set, next) else {
                joined.append(set)
                continue
            }
            rest.removeFirst()
            // In `5km 25:00 5km`, it isn't clear which two belong together.
            if rest.count == 1, let third = rest.first, try self.pair(next, third) != nil {
                throw .invalid(
                    "set",
                    "'\(set.text) \(next.text) \(third.text)': write each distance with its time, as in 5km "
                        + "25:00")
            }
            joined.append(pair)
        }
        return joined
    }

    /// The words, with those of one time beside the only distance joined: `5km`, `1h`, `25m` becomes `5km`,
    /// `1h25m`.
    static func timeJoined(_ words: [String]) -> [String] {
        let others = words.filter { !isDistance($0) }
        guard words.count > 2, others.count == words.count - 1 else { return words }
        let times = SplitUnits.spansJoined(others)
        guard times.count == 1, let time = times.first?.replacing(" ", with: "") else {
            return words
        }
        if isDistance(words[0]) { return [words[0], time] }
        let last = words[words.count - 1]
        return isDistance(last) ? [time, last] : words
    }

    /// Whether a word is a distance with its unit, such as `5km`.
    static func isDistance(_ word: String) -> Bool {
        guard SetNotation.isMeant(word), let set = try? SetNotation.readOne(word) else {
            return false
        }
        return measure(set) == .distance && set.weight == nil
    }

    /// Whether a word such as `400m` would be more than an hour, and so more likely is a distance.
    static func isFar(_ word: String) -> Bool {
        (WordPart.bareMinutes(SplitUnits.closed(word).lowercased()[...]) ?? 0) >= 60
    }

    private static func measure(_ set: SetNotation) -> Measure {
        if set.mayBeMetres { return .either }
        switch set.amount {
        case .distance: return .distance
        case .time: return set.distanceBeside == nil ? .time : .other
        case .reps: return .other
        }
    }

    /// Set made of two words; `nil` if they are two sets.
    private static func pair(
        _ one: SetNotation, _ other: SetNotation
    ) throws(Rejection) -> SetNotation? {
        switch (measure(one), measure(other)) {
        case (.distance, .time), (.distance, .either), (.either, .time):
            return try pair(distance: one, time: other)
        case (.time, .distance), (.either, .distance), (.time, .either):
            return try pair(distance: other, time: one)
        default: return nil
        }
    }

    private static func pair(
        distance: SetNotation, time: SetNotation
    ) throws(Rejection) -> SetNotation {
        guard distance.weight == nil || time.weight == nil,
            distance.effort == nil || time.effort == nil
        else {
            throw .invalid(
                "set",
                "'\(distance.text) \(time.text)' is one set with a distance and a time: write its load and "
                    + "its effort once")
        }
        var far = distance
        if far.mayBeMetres { far.takeForMetres() }
        var set = SetNotation(
            time.amount, time.weight ?? distance.weight, time.effort ?? distance.effort)
        set.distanceBeside = far.distance
        set.kind = distance.kind ?? time.kind
        return set
    }
}
