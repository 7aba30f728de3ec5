import TrackerAPI

/// One request of the workload.
struct Ask: Sendable {
    let method: String
    let params: String

    init(_ method: String, _ params: String = "{}") {
        self.method = method
        self.params = params
    }

    /// The call, with its own `request_id` where the method takes one.
    func json(id: String) -> String {
        guard Methods.all.contains(where: { $0.method == method && $0.effect == .change }) else {
            return "{\"id\":\"\(id)\",\"method\":\"\(method)\",\"params\":\(params)}"
        }
        let members = params.dropFirst().drop { $0 == " " }
        let comma = members.hasPrefix("}") ? "" : ","
        return "{\"id\":\"\(id)\",\"method\":\"\(method)\",\"params\":{\"request_id\":\"\(id)\""
            + "\(comma)\(members)}"
    }
}
