import TrackerAPI
import TrackerCore
import TrackerStore

extension Answerable {
    /// Carries it out, unless a request of this id was carried out before: then the first result is given
    /// again.
    func answer(in context: Context, once requestID: String?) throws -> String {
        guard let requestID else { return try answer(in: context) }
        let params = try context.surroundings.writer.json(self)
        if let earlier = try context.transaction.rememberedRequest(id: requestID) {
            guard earlier.method == Self.method, earlier.params == params else {
                throw Rejection(
                    .conflict,
                    "request_id was used for another request (\(earlier.method)): choose a new one",
                    field: "request_id")
            }
            return earlier.result
        }
        let result = try answer(in: context)
        try context.transaction.remember(
            RememberedRequest(method: Self.method, params: params, result: result), id: requestID)
        return result
    }
}
