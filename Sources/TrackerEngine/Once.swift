import TrackerAPI
import TrackerCore
import TrackerStore

extension Replying {
    /// Carries the request out, unless a request with this id was carried out before; then the first result
    /// is given again.
    func result(in context: Context, once requestID: String?) throws -> String {
        guard let requestID else { return try result(in: context) }
        if let earlier = try earlierResult(of: requestID, in: context) { return earlier }
        let result = try result(in: context)
        try remember(result, of: requestID, in: context)
        return result
    }

    /// Remembers the result for the case that the request is repeated.
    func remember(_ result: String, of requestID: String, in context: Context) throws {
        let params = try JSONText.of(self)
        try context.transaction.remember(
            RememberedRequest(method: method, params: params, result: result), id: requestID)
    }

    /// The result of an earlier request with this id; `nil` where there was none.
    ///
    /// - Throws: `Rejection` where the id was used for another request.
    func earlierResult(of requestID: String, in context: Context) throws -> String? {
        guard let earlier = try context.transaction.rememberedRequest(id: requestID) else {
            return nil
        }
        // A request whose parameters can't be written as JSON can't have been carried out.
        let params = try? JSONText.of(self)
        guard earlier.method == method, earlier.isOf(params) else {
            throw Rejection(
                .conflict,
                "\(field: "request_id") was used for another request (\(earlier.method)): choose a new one",
                field: "request_id")
        }
        return earlier.result
    }
}

extension RememberedRequest {
    /// Whether the remembered request had these parameters. The order of members doesn't count, since that
    /// of a dictionary differs from process to process.
    fileprivate func isOf(_ params: String?) -> Bool {
        guard let params, self.params != params else { return params != nil }
        guard let own = try? JSONText.value(JSONValue.self, from: self.params),
            let others = try? JSONText.value(JSONValue.self, from: params)
        else { return false }
        return own == others
    }
}
