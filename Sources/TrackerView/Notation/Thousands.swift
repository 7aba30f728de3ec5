/// Numbers with a comma before three digits, which is a decimal comma to some people and divides thousands for others.
package enum Thousands {
    /// The digits around the first such comma, `1` and `000` of `5x1,000kg`; `nil` for none. After a 0 it can only be a
    /// decimal one.
    package static func inDoubt(_ text: String) -> (before: String, after: String)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        for (whole, rest) in zip(parts, parts.dropFirst()) {
            let sign = whole.lastIndex { !($0.isASCII && $0.isNumber) }
            let before = String(sign.map { whole[whole.index(after: $0)...] } ?? whole)
            let after = String(rest.prefix { $0.isASCII && $0.isNumber })
            if (1...3).contains(before.count), before.first != "0", after.count == 3 {
                return (before, after)
            }
        }
        return nil
    }
}
