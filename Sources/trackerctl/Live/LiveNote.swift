import TrackerAPI

extension LiveModel {
    /// What a key leads to.
    enum Effect {
        case send(any Request)
        /// Runs a command; its answer comes through `take`.
        case run([String])
        case quit, suspend, redraw
    }

    struct Notice: Hashable {
        let text: String
        /// Time when the notice ends, in milliseconds of the boot clock.
        let untilMs: Int64
        /// Id of the item that the notice is about; an event about the item removes the notice. `nil` for
        /// none.
        var item: String?
        /// Titles of the items whose end the notice reports; empty for other notices.
        var ends: [String] = []
    }

    struct Question {
        let text: String
        let request: any Request
        /// Id of the item that the question is about.
        let item: String?
    }
}
