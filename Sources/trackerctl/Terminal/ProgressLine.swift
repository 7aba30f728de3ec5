import Glibc
import TrackerView

/// Progress of a long task: one line on standard error, which is redrawn, and removed at the end.
final class ProgressLine {
    private static let stepMs: Int64 = 100
    private static let barColumns = 20

    private let isShown: Bool
    private let isUTF8: Bool
    /// Time after which the line may be drawn, in milliseconds of the boot clock.
    private var next: Int64
    private var isDrawn = false

    /// - Parameter afterMs: milliseconds before the line is first drawn, so that short tasks show nothing.
    init(isWanted: Bool, afterMs: Int64) {
        isShown = isWanted && isatty(STDERR_FILENO) == 1
        isUTF8 = Terminal.isUTF8
        next = LiveTime.now().bootMs + afterMs
    }

    deinit { clear() }

    /// - Parameter total: total number of bytes; `nil` if unknown.
    func show(_ what: String, bytes: Int, of total: Int?) {
        guard isShown, LiveTime.now().bootMs >= next else { return }
        next = LiveTime.now().bootMs + Self.stepMs
        draw(Self.text(what, bytes: bytes, of: total, isUTF8: isUTF8))
    }

    /// Shows work of unknown length.
    func show(_ what: String) {
        guard isShown else { return }
        draw("\(what) …")
    }

    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        try? Output.write("\r\u{1b}[K", to: STDERR_FILENO)
    }

    private func draw(_ text: String) {
        isDrawn = true
        let columns = WindowSize.of(STDERR_FILENO).columns
        // A wrapped line couldn't be redrawn.
        try? Output.write("\r" + text.clipped(to: columns - 1) + "\u{1b}[K", to: STDERR_FILENO)
    }

    /// The line's text, such as `reading strong.csv  ██████████           48%  12.3 of 25.6 MB`.
    static func text(_ what: String, bytes: Int, of total: Int?, isUTF8: Bool) -> String {
        guard let total, total > 0 else { return "\(what)  \(size(bytes)) MB" }
        let share = min(1, Double(bytes) / Double(total))
        let sheet = Sheet(columns: 80, rows: 24, isUTF8: isUTF8)
        let bar = sheet.bar(share, of: 1, columns: barColumns).padded(to: barColumns)
        let percent = "\(Int(share * 100))%".padded(to: 4, onTheLeft: true)
        return "\(what)  \(bar) \(percent)  \(size(bytes)) of \(size(total)) MB"
    }

    private static func size(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
