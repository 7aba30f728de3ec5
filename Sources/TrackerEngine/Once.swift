import TrackerAPI
import TrackerCore
import TrackerStore

extension Replying {
    /// Carries it out, unless a request of this id was carried out before: then the first result is given
    /// again.
    func reply(in context: Context, once requestID: String?) throws -> String {
        guard let requestID else { return try reply(in: context) }
        if let earlier = try earlierResult(of: requestID, in: context) { return earlier }
        let result = try reply(in: context)
        let params = try JSONText.of(self)
        try context.transaction.remember(
            RememberedRequest(method: Self.method, params: params, result: result), id: requestID)
        return result
    }
    /// What the same request of this id brought before; `nil` where it wasn't carried out.
    ///
    /// - Throws: `Rejection` where the id was used for another request.
    func earlierResult(of requestID: String, in context: Context) throws -> String? {
        guard let earlier = try context.transaction.rememberedRequest(id: requestID) else {
            return nil
        }
        // One that can't be written can't have succeeded.
        let params = try? JSONText.of(self)
        guard earlier.method == Self.method, earlier.isOf(params) else {
            throw Rejection(
                .conflict,
                "request_id was used for another request (\(earlier.method)): choose a new one",
                field: "request_id")
        }
        return earlier.result
    }
}

extension RememberedRequest {
    /// Whether these are its params. The order of an object's members says nothing: a dictionary's is
    /// another in each process.
    fileprivate func isOf(_ params: String?) -> Bool {
        guard let params, self.params != params else { return params != nil }
        guard let own = try? JSONText.value(JSONValue.self, from: self.params),
            let others = try? JSONText.value(JSONValue.self, from: params)
        else { return false }
        return own == others
    }
}
