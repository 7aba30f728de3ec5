import ArgumentParser
import Glibc
import TrackerClient

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never

    // The parser's own implementation uses reflection at every start.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    static var allValueDescriptions: [String: String] { [:] }
    var defaultValueDescription: String { rawValue }

    var isColored: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            SocketPath.environment("NO_COLOR") == nil
                && SocketPath.environment("TERM") != "dumb" && isatty(STDOUT_FILENO) == 1
        }
    }
}
