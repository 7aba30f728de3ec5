import TrackerAPI
import TrackerCore

/// A progression as it is typed after the sets of a template: `+2.5 reset 3x10%`.
package struct ProgressionNotation: Hashable {
    /// Load to add; `nil` for none.
    package var add: SetNotation.Weight?
    /// Number of failures in a row that lower the load; `nil` for never.
    package var resetAfter: Int64?
    /// Reduction of the load in percent; `nil` for the usual one.
    package var resetPercent: Double?

    package var text: String {
        let share = resetPercent.map { "x\(NumberText.exact($0))%" } ?? ""
        let reset = resetAfter.map { "reset \($0)\(share)" }
        let more = add.map { "+\(NumberText.exact($0.value))\($0.unit?.rawValue ?? "")" }
        return [more, reset].compactMap(\.self).joined(separator: " ")
    }

    /// Whether a word is meant as the load to add, even a wrong one.
    static func isMeant(_ word: String) -> Bool {
        word.hasPrefix("+") && word.dropFirst().first?.isNumber == true
    }

    func adding(_ word: String) throws(Rejection) -> ProgressionNotation {
        var other = self
        do {
            try WordPart.checkThousands(word)
            other.add = try WordPart.weight(
                word.lowercased().dropFirst().replacing(",", with: ".")[...])
            try other.check()
        } catch {
            // '--add' of a template adds an exercise.
            let reason = error.text.rendered { _ in "the increase" }
            throw .invalid("add", "'\(word)': \(reason)")
        }
        return other
    }

    func resetting(_ word: String) throws(Rejection) -> ProgressionNotation {
        let parts = word.lowercased().replacing("×", with: "x").replacing(",", with: ".")
            .split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        var other = self
        other.resetAfter = Int64(parts[0])
        if parts.count > 1, parts[1].hasSuffix("%") {
            other.resetPercent = WordPart.number(parts[1].dropLast())
        }
        guard other.resetAfter.map(Progression.resetCounts.contains) == true,
            parts.count < 2 || other.resetPercent.map(Progression.resetPercents.contains) == true
        else {
            throw .invalid(
                "reset_after",
                "'\(word)' isn't a reset: give the number of failures (1 to 20), and a percentage (1 to "
                    + "90 %) if you like: 3 or 3x10%")
        }
        do {
            try other.check()
        } catch {
            throw .invalid(error.field ?? "reset_after", "'\(word)': \(text: error.text)")
        }
        return other
    }

    /// Applies the daemon's checks, with its messages.
    private func check() throws(Rejection) {
        try GivenProgression(self).progression(in: .kg, at: "").check()
    }
}

extension GivenProgression {
    package init(_ progression: ProgressionNotation) {
        self.init()
        add = progression.add?.value
        addUnit = progression.add?.unit
        resetAfter = progression.resetAfter
        resetPercent = progression.resetPercent
    }
}

extension ProgressionNotation {
    package init(_ progression: ProgressionView) {
        add = progression.add.map { SetNotation.Weight(value: $0, named: progression.addUnit) }
        resetAfter = progression.resetAfter
        resetPercent = progression.resetPercent
    }
}
