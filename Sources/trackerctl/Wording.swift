import TrackerAPI
import TrackerCore
import TrackerView

/// The daemon's refusals in the words of the command line: options instead of members, the hour on the wall
/// instead of the wire's moments.
enum Wording {
    /// The options whose names differ from those of the members that they set.
    static let options = [
        "color": "--tint", "day_starts_at": "--day-starts", "days_per_week": "--days",
        "default_count": "--count", "week_starts": "--week-starts",
        "active_days": "--active-days", "reports": "--report-at", "started_at": "--start",
        "ended_at": "--end", "distance_unit": "--distance-unit", "variant_of": "--variant-of",
        "drop_of": "--drop-of", "at": "--at",
    ]

    /// Words of the help for what an option sets, where the option is called otherwise.
    private static let synonyms = ["bonus": "--adjustment", "penalty": "--adjustment"]

    /// The option that is most likely meant by another one that a command doesn't have: one that sets the member
    /// of this name, or else the one that is most alike. `nil` for none.
    ///
    /// - Parameter names: the command's options.
    static func option(meantBy word: String, among names: [String]) -> String? {
        let member = String(word.drop { $0 == "-" }).replacing("-", with: "_")
        if let option = synonyms[member] ?? options[member], names.contains(option) {
            return option
        }
        return Likeness.nearest(to: word, among: names)
    }

    /// Beginnings and other parts of messages that speak of members, and what a person reads instead.
    private static let phrases = [
        ("exercises must name each exercise", "name each exercise"),
        ("say by block which one is meant, ", "say which one is meant with --block "),
        ("give name, started_at or ended_at", "give --name, --start or --end"),
        ("not in seconds: give count instead", "not in seconds: give --count as a number"),
    ]

    static func message(of refusal: WireError) -> String {
        var text = refusal.message
        // The import asks for it; elsewhere a unit is part of what was typed.
        if text.hasPrefix("unit is needed") { text = "--" + text }
        for (wire, words) in phrases { text = text.replacing(wire, with: words) }
        text = text.replacing(#/\bevent (\d+) (can't be|was|wasn't) undone/#) { match in
            "no. \(match.1) \(match.2) taken back"
        }
        for (member, option) in options {
            if member.contains("_") {
                text = text.replacing(member, with: option)
            } else if refusal.data.field == member, text.hasPrefix("\(member) ") {
                // Elsewhere it is a word like any other.
                text = option + text.dropFirst(member.count)
            }
        }
        return text.replacing(#/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+(Z|[+-]\d\d:\d\d)/#) { match in
            // The daemon gives moments in the person's zone.
            "\(match.1) \(match.2)"
        }
    }
}
