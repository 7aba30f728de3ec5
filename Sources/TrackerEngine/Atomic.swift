import TrackerAPI
import TrackerCore

extension Atomic: Replying {
    /// Runs the calls within one savepoint, and the first refusal rolls all of them back.
    func reply(in context: Context) throws -> Written<Response> {
        let limit = context.dependencies.configuration.limits.replyBytes
        var results: [String] = []
        var bytes = 0
        for (index, step) in calls.enumerated() {
            do {
                guard bytes <= limit else {
                    throw Rejection(
                        .tooLarge,
                        "the results take more than \(limit) bytes: send fewer calls",
                        field: "calls")
                }
                let result = try reply(step, in: context)
                bytes += result.utf8.count
                results.append(result)
            } catch var rejection as Rejection {
                rejection.index = index
                throw rejection
            }
        }
        return Written(json: "{\"results\":[\(results.joined(separator: ","))]}")
    }

    private func reply(_ step: Step, in context: Context) throws -> String {
        let request = try step.request.get()
        let method = request.method
        guard let request = request as? any Replying, !(request is Atomic) else {
            throw Rejection.invalid("calls", "\(method) isn't allowed in an atomic")
        }
        return try request.result(
            in: Context(
                transaction: context.transaction, cause: .request(method),
                dependencies: context.dependencies, health: context.health))
    }
}
