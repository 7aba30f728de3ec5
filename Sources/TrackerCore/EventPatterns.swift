extension EventType {
    /// Checks requested event types: each must be a known type or a glob that matches one. A misspelt type
    /// would never match an event.
    ///
    /// - Parameter field: name of the parameter, for the refusal.
    package static func check(_ patterns: [String]?, field: String = "types") throws(Rejection) {
        for pattern in patterns ?? [] {
            if let message = refusal(of: pattern) { throw .invalid(field, message) }
        }
    }

    /// Message about an unknown event type or a glob that matches no type; `nil` where the pattern is fine.
    package static func refusal(of pattern: String) -> String? {
        guard !allCases.contains(where: { Glob.matches(pattern, $0.rawValue) }) else { return nil }
        let given = pattern.prefix(64)
        let isGlob = pattern.contains("*")
        let message = isGlob ? "no event type matches '\(given)'" : "no event type '\(given)'"
        let areas = allCases.map(\.area).reduce(into: [String]()) { areas, area in
            if !areas.contains(area) { areas.append(area) }
        }
        let known = isGlob ? areas : allCases.map(\.rawValue) + areas
        if let near = Spelling.nearest(to: pattern, among: known) {
            return "\(message): did you mean '\(near)'?"
        }
        return "\(message): the areas are \(areas.joined(separator: ", "))"
    }

    /// Glob of all types of the same area, such as `timer.*`.
    private var area: String { "\(rawValue.prefix { $0 != "." }).*" }
}
