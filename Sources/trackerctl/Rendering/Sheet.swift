import Glibc

/// The terminal that is printed on, and its abilities.
struct Sheet: Hashable, Sendable {
    let columns: Int
    let rows: Int
    /// Whether the terminal shows more than ASCII.
    let isUTF8: Bool

    /// The terminal of standard output; `nil` where that isn't a terminal, so that nothing is drawn.
    @Sendable static func ofOutput() -> Sheet? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        let size = WindowSize.of(STDOUT_FILENO)
        return Sheet(columns: size.columns, rows: size.rows, isUTF8: Terminal.isUTF8)
    }

    /// A bar of at most `columns` columns for a part of the whole; a part above 0 has at least one.
    func bar(_ part: Double, of whole: Double, columns: Int) -> String {
        guard part > 0, whole > 0 else { return "" }
        let share = min(1, part / whole) * Double(columns)
        guard isUTF8 else { return String(repeating: "#", count: max(1, Int(share.rounded()))) }
        let eighths = max(1, Int((share * 8).rounded()))
        let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + last
    }
}
