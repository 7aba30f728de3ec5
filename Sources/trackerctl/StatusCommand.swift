import ArgumentParser
import TrackerAPI
import TrackerView

extension Status: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "status", abstract: "Show everything that is live.")
}
