/// Numbers as people write them: without an exponent, and without zeros at the end.
package enum NumberText {
    /// A number with up to 8 decimals, for loads, such as `102.5`.
    package static func exact(_ number: Double) -> String { text(number, decimals: 8) }

    /// A calculated number with up to 2 decimals, such as `116.67`.
    package static func short(_ number: Double) -> String { text(number, decimals: 2) }

    /// An estimated number with up to 1 decimal, such as `116.7`.
    package static func tenths(_ number: Double) -> String { text(number, decimals: 1) }

    private static func text(_ number: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        let scaled = (number.magnitude * scale).rounded()
        // Numbers of this size have no significant decimals.
        guard let whole = Int64(exactly: scaled), let unit = Int64(exactly: scale) else {
            return "\(number)"
        }
        let sign = number < 0 && whole > 0 ? "-" : ""
        guard whole % unit > 0 else { return "\(sign)\(whole / unit)" }
        var digits = String(unit + whole % unit).dropFirst()
        while digits.last == "0" { digits = digits.dropLast() }
        return "\(sign)\(whole / unit).\(digits)"
    }
}
