import TrackerAPI
import TrackerCore

/// Equipment in short.
enum GearText {
    /// Parts such as `loads in lb`, `stack in steps of 5 kg` and `15 kg bar`.
    ///
    /// - Parameters:
    ///   - unit: unit of the loads and of the stack.
    ///   - step: distance between the loads of the stack.
    ///   - most: heaviest of the listed loads of the stack.
    static func parts(
        unit: String?, bar: Double?, barUnit: String?, step: Double?, most: Double?
    ) -> [String] {
        let name = unit?.forTerminal ?? ""
        var parts: [String] = []
        if let step {
            parts.append("stack in steps of \(NumberText.exact(step)) \(name)")
        } else if let most {
            parts.append("stack up to \(NumberText.exact(most)) \(name)")
        } else if unit != nil {
            parts.append("loads in \(name)")
        }
        if let bar { parts.append("\(NumberText.exact(bar)) \(barUnit?.forTerminal ?? "") bar") }
        return parts
    }

    /// The parts in one text.
    static func of(_ gear: Gear) -> String {
        let parts = parts(
            unit: gear.unit?.rawValue, bar: gear.bar?.value, barUnit: gear.bar?.unit.rawValue,
            step: gear.stack?.even?.step, most: gear.stack?.listed?.last)
        return parts.joined(separator: ", ")
    }
}
