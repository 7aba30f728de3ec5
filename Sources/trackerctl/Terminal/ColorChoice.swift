import ArgumentParser
import Glibc
import TrackerClient

enum ColorChoice: String, ChoiceArgument {
    case auto, always, never

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
