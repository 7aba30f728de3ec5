import TrackerCore

extension Json {
    /// A moment without its own milliseconds beside it.
    package struct BareMoment: Error, CustomStringConvertible {
        package let description: String
    }

    /// The JSON of a reply or of an event without the milliseconds of its moments. Each moment must have its own beside
    /// it, so that models and oracles tell the texts alone.
    package init(wire text: String) throws {
        self = try Json(reading: text).withoutMilliseconds()
    }

    private func withoutMilliseconds() throws -> Json {
        switch self {
        case .list(let values): return .list(try values.map { try $0.withoutMilliseconds() })
        case .object(var members):
            for (name, value) in members {
                guard let ms = value.text.flatMap(GivenTime.init)?.instantMs else { continue }
                guard members["\(name)_ms"] == .int(ms) else {
                    throw BareMoment(description: "\(name) lacks its milliseconds, \(ms): \(self)")
                }
                members["\(name)_ms"] = nil
            }
            // A schedule is told as it was given, so its texts stand alone.
            return .object(
                try members.reduce(into: [:]) { members, member in
                    let isGiven = member.key == "schedule"
                    members[member.key] =
                        isGiven ? member.value : try member.value.withoutMilliseconds()
                })
        default: return self
        }
    }
}
