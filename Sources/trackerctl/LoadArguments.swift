import ArgumentParser
import TrackerAPI
import TrackerCore

extension Load.Unit: ExpressibleByArgument {
    // The parser's own way to these goes through reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }

    /// The one that the daemon told, to ask for the same again.
    init(told name: String) throws {
        guard let unit = Self(rawValue: name) else {
            throw ValidationError(
                "'\(name.forTerminal)' is a unit that this trackerctl doesn't know")
        }
        self = unit
    }
}

/// A load as it is typed: `102.5`, `102,5`, `102.5kg`, `225 lb`.
struct GivenLoad: Hashable {
    static let allowed = "a load such as 102.5, 102.5kg or 225lb"

    let value: Double
    /// `nil` where it wasn't said.
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

/// Numbers as they are typed, with a point or a comma.
enum NumberArgument {
    static func read(_ text: String) -> Double? {
        let text = text.replacing(",", with: ".")
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        return isPlain ? Double(text) : nil
    }
}

/// Plates as they are typed: `25,20x4,2.5`, each as often as one wants, or so many in all.
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
                        "'\(plate)' is no plate: give weights with a point and commas between"
                            + " them, 25,20,2.5; where there are only so many, 20x4")
                }
                return Settings.Plate(weight: weight, count: count)
            })
    }
}
