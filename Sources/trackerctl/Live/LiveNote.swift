import TrackerAPI

extension LiveModel {
    /// The consequence of a key.
    enum Effect {
        case send(any Request)
        /// Runs a command, whose answer comes by `take`.
        case run([String])
        case quit, suspend, redraw
    }

    struct Notice: Hashable {
        let text: String
        /// End of the notice, in milliseconds of the boot clock.
        let untilMs: Int64
        /// Id of the item that the notice is about; an event about the item removes the notice. `nil` for
        /// none.
        var item: String?
        /// Titles of the items whose end the notice tells; empty for another notice.
        var ends: [String] = []
    }

    struct Question {
        let text: String
        let request: any Request
        /// Id of the item that the question is about.
        let item: String?
    }
}
