/// Check of everything an alert needs to reach the person.
package struct DaemonCheck: OutsideRequest, PlainRequest {
    package static let method = "daemon.check"
    package init() {}

    package struct Response: Codable, Sendable {
        package let checks: [Check]
        package init(checks: [Check]) { self.checks = checks }
    }
}

/// Result of checking one part.
package struct Check: Codable, Sendable, Hashable {
    package enum State: String, Codable, CaseIterable, Sendable { case ok, warn, fail }

    /// The part, such as `storage` or `hook`.
    package let part: String
    package let state: State
    /// Description for a person.
    package let detail: String
    /// What to do about it; `nil` if nothing needs doing.
    package let advice: String?

    private init(_ part: String, _ state: State, _ detail: String, _ advice: String?) {
        self.part = part
        self.state = state
        self.detail = detail
        self.advice = advice
    }

    package static func ok(_ part: String, _ detail: String) -> Check {
        Check(part, .ok, detail, nil)
    }

    package static func warn(_ part: String, _ detail: String, advice: String? = nil) -> Check {
        Check(part, .warn, detail, advice)
    }

    package static func fail(_ part: String, _ detail: String, advice: String? = nil) -> Check {
        Check(part, .fail, detail, advice)
    }
}
