import TrackerAPI
import TrackerClient
import TrackerView

/// Logs sets, all of them or none, and describes the result.
struct SetLogging {
    let options: Options

    /// - Returns: the text to print.
    func log(_ requests: [SetLog], on client: Client) throws -> String {
        let (answers, json) = try answers(to: requests, on: client)
        if options.json { return try Output.line(json) }
        if options.quiet { return answers.map { $0.set.id + "\n" }.joined() }
        guard let first = answers.first?.set else { return "" }
        let (after, style) = (client.after, options.style)
        let part = after?.workout?.exercises.first {
            $0.exercise == first.exercise && $0.block == first.block
        }
        let place = after?.workout.map { $0.isOpen ? "" : SetText.place(in: $0, style) }
        return SetText.answers(answers, in: part, style) + (place ?? "")
            + (after?.nextSet?.text(in: style) ?? "") + (after?.text(in: style) ?? "")
    }

    private func answers(
        to requests: [SetLog], on client: Client
    ) throws -> (answers: [SetLog.Response], json: JSONValue) {
        if requests.count == 1 {
            let whole = try client.call(requests[0], as: Whole<SetLog.Response>.self)
            return ([whole.value], whole.json)
        }
        let whole = try client.call(Atomic(calls: requests), as: Whole<Answers>.self)
        return (whole.value.results, whole.json)
    }

    private struct Answers: Decodable {
        let results: [SetLog.Response]
    }
}
