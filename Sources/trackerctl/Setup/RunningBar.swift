import Glibc
import TrackerView
import UserFiles

/// The status bar running on this machine.
enum RunningBar {
    /// Bars by their process names, of which the kernel keeps 15 characters.
    private static let styles: [String: BarStyle] = [
        "waybar": .waybar, "polybar": .polybar, "i3blocks": .i3blocks,
        "i3status-rs": .i3statusRust, "tmux: server": .tmux, "panel-13-genmon": .genmon,
    ]

    /// Style of the running bar; a terminal's counts only if there is no other. `nil` for none.
    static var style: BarStyle? {
        let running = processes().compactMap { styles[$0] }
        return running.first { $0 != .tmux } ?? running.first
    }

    private static func processes() -> [String] {
        let numbers = try? FolderNames.read("/proc") { Int32($0) != nil }
        return (numbers ?? []).compactMap { number in
            guard let file = fopen("/proc/\(number)/comm", "r") else { return nil }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 32)
            guard fgets(&line, CInt(line.count), file) != nil else { return nil }
            let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
