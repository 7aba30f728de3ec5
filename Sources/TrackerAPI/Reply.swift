import TrackerCore

/// Writes outgoing messages, each on one line. The envelope is put around finished JSON, so that a kept
/// result (a remembered reply, an event of the journal) is sent as it was.
package struct ReplyWriter {
    package init() {}

    /// The line `{"jsonrpc":"2.0","id":…,"result":…}`, without a newline.
    package func result(_ json: String, to id: CallID) -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":\(id.json),\"result\":\(json)}"
    }

    /// The line `{"jsonrpc":"2.0","id":…,"error":…}`, without a newline.
    package func error(_ rejection: Rejection, to id: CallID) -> String {
        let json = (try? JSONText.of(WireError(rejection))) ?? "null"
        return "{\"jsonrpc\":\"2.0\",\"id\":\(id.json),\"error\":\(json)}"
    }

    /// The line `{"jsonrpc":"2.0","method":"event","params":{…}}`, without a newline.
    package func event(_ event: Event, zone: Zone) -> String {
        "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":\(eventObject(event, zone: zone))}"
    }

    /// The event alone: `{"seq":…,"device":…,"at":…,"at_ms":…,"type":…,"subject":…,"data":…}`. An event that
    /// isn't in the journal has neither `seq` nor `device`.
    package func eventObject(_ event: Event, zone: Zone) -> String {
        // Types and ids contain only characters that need no escaping.
        "{" + (event.isJournaled ? "\"seq\":\(event.seq),\"device\":\"\(event.device)\"," : "")
            + "\"at\":\"\(zone.text(ofMs: event.atMs))\",\"at_ms\":\(event.atMs),"
            + "\"type\":\"\(event.type)\",\"subject\":\"\(event.subject)\","
            + "\"data\":\(OlderMoments.completed(event.data))}"
    }

    /// The message that asks a subscriber to subscribe again after the event `seq`.
    ///
    /// - Parameter history: id of the history that the event is from.
    package func resync(since seq: Int64, history: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"method\":\"resync\",\"params\":{\"since\":\(seq),"
            + "\"history\":\"\(history)\"}}"
    }
}

/// An error as a reply gives it.
package struct WireError: Codable, Sendable {
    package struct Details: Codable, Sendable {
        package let kind: String
        package let field: String?
        package let state: String?
        package let matches: [String]?
        package let index: Int?
        package let line: Int?
    }

    package let code: Int
    package let message: String
    package let data: Details

    package init(_ rejection: Rejection) {
        code = Self.codes[rejection.kind] ?? -32603
        message = rejection.message
        data = Details(
            kind: rejection.kind.rawValue, field: rejection.field, state: rejection.state,
            matches: rejection.matches, index: rejection.index, line: rejection.line)
    }

    /// The kinds of errors with their JSON-RPC codes.
    package static let codes: [Rejection.Kind: Int] = [
        .parseError: -32700,
        .invalidRequest: -32600,
        .unknownMethod: -32601,
        .invalidParams: -32602,
        .internalError: -32603,
        .notFound: -32001,
        .conflict: -32002,
        .ambiguous: -32003,
        .confirmationRequired: -32004,
        .storage: -32005,
        .unknown: -32006,
        .tooLarge: -32007,
        .busy: -32008,
    ]
}
