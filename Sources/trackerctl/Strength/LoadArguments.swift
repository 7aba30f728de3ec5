import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension Load.Unit: ChoiceArgument {
    /// The unit reported by the daemon, for a request with the same unit.
    init(told name: String) throws {
        guard let unit = Self(rawValue: name) else {
            throw ValidationError(
                "unknown unit '\(name.forTerminal)': this trackerctl may be older than trackerd")
        }
        self = unit
    }
}

/// A load as typed: `102.5`, `102,5`, `102.5kg`, `225 lb`.
struct GivenLoad: Hashable {
    static let allowed = "a load such as 102.5, 102.5kg or 225lb"

    let value: Double
    /// The unit; `nil` if none was typed.
    let unit: Load.Unit?

    init?(_ text: String) {
        var rest = text[...]
        var unit: Load.Unit?
        let names = Load.Unit.allCases.map { (name: $0.rawValue, unit: $0) } + [("lbs", .lb)]
        if let known = names.first(where: { text.lowercased().hasSuffix($0.name) }) {
            unit = known.unit
            rest = rest.dropLast(known.name.count)
            if rest.last == " " { rest = rest.dropLast() }
        }
        guard let value = NumberArgument.read(String(rest)) else { return nil }
        self.value = value
        self.unit = unit
    }

    static func read(_ text: String) throws -> GivenLoad {
        guard let load = GivenLoad(text) else {
            let isNegative = text.hasPrefix("-") && GivenLoad(String(text.dropFirst())) != nil
            throw ValidationError("\(isNegative ? "it can't be negative: " : "")give \(allowed)")
        }
        return load
    }
}

/// Reads numbers, with a point or a comma.
enum NumberArgument {
    /// - Returns: `nil` for other texts, also for `1,000`, which could be 1 or a thousand.
    static func read(_ text: String) -> Double? {
        guard Thousands.inDoubt(text) == nil else { return nil }
        let text = text.replacing(",", with: ".")
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        return isPlain ? Double(text) : nil
    }
}

/// Reads plates such as `25,20x4,2.5`; without a number, any number of them is available.
enum PlatesArgument {
    static func read(_ text: String) throws -> Plates {
        Plates(
            try text.split(separator: ",", omittingEmptySubsequences: false).map { plate in
                let parts = plate.split(separator: "x", omittingEmptySubsequences: false)
                let count = parts.count == 2 ? Int64(parts[1]) : nil
                guard let weight = NumberArgument.read(String(parts[0])),
                    parts.count == 1 || count != nil && parts.count == 2
                else {
                    throw ValidationError(
                        "'\(plate)' isn't a plate: give weights separated by commas, with a"
                            + " decimal point, such as 25,20,2.5; 20x4 if you have only four")
                }
                return Settings.Plate(weight: weight, count: count)
            })
    }
}
