import Glibc
import TrackerView

/// The status bar that runs on this machine.
enum RunningBar {
    /// The bars by the names of their processes, of which the kernel keeps 15 characters.
    private static let styles: [String: BarStyle] = [
        "waybar": .waybar, "polybar": .polybar, "i3blocks": .i3blocks,
        "i3status-rs": .i3statusRust, "tmux: server": .tmux, "panel-13-genmon": .genmon,
    ]

    /// The style of the bar that runs; a terminal's counts only where there is no other. `nil` for none.
    static var style: BarStyle? {
        let running = processes().compactMap { styles[$0] }
        return running.first { $0 != .tmux } ?? running.first
    }

    private static func processes() -> [String] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let number = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard Int32(number) != nil, let file = fopen("/proc/\(number)/comm", "r") else {
                continue
            }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 32)
            guard fgets(&line, CInt(line.count), file) != nil else { continue }
            let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names
    }
}
