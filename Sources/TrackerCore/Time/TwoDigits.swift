extension BinaryInteger {
    /// The number as a clock writes it, such as `05`.
    package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
