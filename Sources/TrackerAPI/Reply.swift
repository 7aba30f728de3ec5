import TrackerCore

/// Writer of outgoing messages, one to a line. It puts the envelope around finished JSON, so a stored result
/// (a remembered reply, an event of the journal) is sent unchanged.
package struct ReplyWriter {
    package init() {}

    /// The line `{"jsonrpc":"2.0","id":…,"result":…,"after":…,"day":…}`, without a newline.
    ///
    /// - Parameters:
    ///   - after: consequences of a change; `nil` for none.
    ///   - day: the person's current day; `nil` if it isn't known.
    package func result(
        _ json: String, to id: CallID, after: After? = nil, day: PresentDay? = nil
    ) -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":\(id.json),\"result\":\(json)"
            + member("after", after) + member("day", day) + "}"
    }

    private func member(_ name: String, _ value: (some Encodable)?) -> String {
        guard let value, let json = try? JSONText.of(value) else { return "" }
        return ",\"\(name)\":\(json)"
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

    /// The event without an envelope: `{"seq":…,"device":…,"at":…,"at_ms":…,"type":…,"subject":…,"data":…}`.
    /// An event outside the journal has neither `seq` nor `device`.
    package func eventObject(_ event: Event, zone: Zone) -> String {
        // Types and ids contain only characters that JSON doesn't escape.
        "{" + (event.isJournaled ? "\"seq\":\(event.seq),\"device\":\"\(event.device)\"," : "")
            + "\"at\":\"\(zone.text(ofMs: event.atMs))\",\"at_ms\":\(event.atMs),"
            + "\"type\":\"\(event.type)\",\"subject\":\"\(event.subject)\","
            + "\"data\":\(OlderMoments.completed(event.data))}"
    }

    /// The message that asks a subscriber to subscribe again after the event `seq`.
    ///
    /// - Parameter history: id of the history that the event belongs to.
    package func resync(since seq: Int64, history: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"method\":\"resync\",\"params\":{\"since\":\(seq),"
            + "\"history\":\"\(history)\"}}"
    }
}

/// An error as it stands in a reply.
package struct WireError: Codable, Sendable {
    package struct Details: Codable, Sendable {
        package let kind: String
        package let field: String?
        package let state: String?
        package let matches: [String]?
        package let index: Int?
        package let line: Int?
        /// The occurrence that the refusal is about, with the texts of its reminder; `nil` for none.
        package let occurrence: OccurrenceView?
        /// The message with its slots; `nil` where it has none.
        package let text: RefusalText?
    }

    package let code: Int
    package let message: String
    package let data: Details

    package init(_ rejection: Rejection) {
        code = Self.codes[rejection.kind] ?? -32603
        message = rejection.message
        data = Details(
            kind: rejection.kind.rawValue, field: rejection.field, state: rejection.state,
            matches: rejection.matches, index: rejection.index, line: rejection.line,
            occurrence: rejection.occurrence.flatMap {
                try? JSONText.value(OccurrenceView.self, from: $0)
            },
            text: rejection.text.hasSlots ? rejection.text : nil)
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

extension WireError.Details {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        field = try container.decodeIfPresent(String.self, forKey: .field)
        state = try container.decodeIfPresent(String.self, forKey: .state)
        matches = try container.decodeIfPresent([String].self, forKey: .matches)
        index = try container.decodeIfPresent(Int.self, forKey: .index)
        line = try container.decodeIfPresent(Int.self, forKey: .line)
        occurrence = try? container.decodeIfPresent(OccurrenceView.self, forKey: .occurrence)
        // A newer daemon may have slots that this version doesn't know: then the message is all there is.
        text = try? container.decodeIfPresent(RefusalText.self, forKey: .text)
    }
}
