import ArgumentParser
import TrackerAPI
import TrackerView

extension Status: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "status", abstract: "Show what is running and what comes next.")
}
