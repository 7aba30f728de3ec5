import FoundationEssentials
import TrackerAPI
import TrackerCore

/// Any line is read as calls or refused; a call means the same when it is written and read again; and JSON
/// means the same to another reader.
enum MessageProperties {
    static func check(_ bytes: [UInt8]) throws {
        try checkJSON(bytes)
        let calls: [Call]
        switch MessageReader().read(bytes) {
        case .single(let call): calls = [call]
        case .batch(let batch):
            try demand((1...Message.maximumCalls).contains(batch.count), "\(batch.count) calls")
            calls = batch
        }
        for call in calls { try check(call) }
    }

    // MARK: Calls

    private static func check(_ call: Call) throws {
        switch call.request {
        case .success(let request): try checkRequest(request)
        case .failure(let rejection):
            try demand(!rejection.message.isEmpty, "a refusal without a word")
            try demand(rejection.kind != .internalError, rejection.message)
            try checkReply(ReplyWriter().error(rejection, to: call.id ?? .null), to: call.id)
        }
        try demand((1...64).contains(call.requestID?.count ?? 1), "a request_id too long")
        guard let id = call.id else { return }
        try checkReply(ReplyWriter().result("{}", to: id), to: id)
    }

    private static func checkRequest<R: Request>(_ request: R) throws {
        // A step that is refused in its turn can't be written.
        guard let json = try? JSONText.of(request) else { return }
        let line = "{\"jsonrpc\":\"2.0\",\"method\":\"\(request.method)\",\"params\":\(json)}"
        guard case .single(let call) = MessageReader().read(Array(line.utf8)) else {
            throw Broken("several calls: \(line)")
        }
        let again = try JSONText.of(call.request.get())
        try demand(again == json, "\(request.method): \(json) is read as \(again)")
    }

    /// Checks that a line is a reply to a call, as any reader of JSON sees it.
    static func checkReply(_ line: String, to id: CallID?) throws {
        try demand(!line.utf8.contains(10), "a reply of several lines")
        struct Reply: Decodable {
            let jsonrpc: String
        }
        let reply: Reply
        do { reply = try JSONDecoder().decode(Reply.self, from: Data(line.utf8)) } catch {
            throw Broken("no reply: \(line)")
        }
        let id = id ?? .null
        let isToIt = line.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(id.json),")
        try demand(reply.jsonrpc == "2.0" && isToIt, "\(line), not to \(id.json)")
    }

    // MARK: JSON

    private static func checkJSON(_ bytes: [UInt8]) throws {
        // Foundation would take these for UTF-16 or UTF-32; a line is UTF-8.
        guard !bytes.contains(0) else { return }
        let theirs = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        guard let ours = try? JSONText.value(JSONValue.self, from: bytes) else {
            let isOursToRead =
                depth(of: bytes) < JSONDocument.maximumDepth && !hasTrailingComma(bytes)
                && !hasTwins(bytes)
            return try demand(theirs == nil || !isOursToRead, "refused: \(text(bytes))")
        }
        // Of several members with one name this reader takes the last, others the first.
        if let theirs, !hasHugeFraction(bytes),
            try JSONText.value(Names.self, from: bytes).areUnique
        {
            try demand(theirs == ours, "\(text(bytes)): \(ours), elsewhere \(theirs)")
        }
        let written = try JSONText.of(ours)
        let again = try? JSONText.value(JSONValue.self, from: written)
        try demand(again == ours, "\(written) is read as \(String(describing: again))")
        guard !hasHugeFraction(Array(written.utf8)) else { return }
        let elsewhere = try? JSONDecoder().decode(JSONValue.self, from: Data(written.utf8))
        try demand(elsewhere == ours, "\(written) is \(String(describing: elsewhere)) elsewhere")
    }

    /// Whether no object has two members of one name.
    private struct Names: Decodable {
        let areUnique: Bool

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: AnyKey.self) {
                let keys = object.allKeys
                areUnique =
                    try Set(keys.map(\.stringValue)).count == keys.count
                    && keys.allSatisfy { try object.decode(Names.self, forKey: $0).areUnique }
            } else if var list = try? decoder.unkeyedContainer() {
                var areUnique = true
                while !list.isAtEnd {
                    let element = try list.decode(Names.self)
                    areUnique = areUnique && element.areUnique
                }
                self.areUnique = areUnique
            } else {
                areUnique = true
            }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether a list may end with a comma, which other readers accept.
    private static func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
        let solid = bytes.filter { $0 > 0x20 }
        return zip(solid, solid.dropFirst()).contains { byte, next in
            byte == UInt8(ascii: ",")
                && (next == UInt8(ascii: "]") || next == UInt8(ascii: "}"))
        }
    }

    /// Whether a text occurs twice: of two members with one name, other readers don't check the second
    /// value.
    private static func hasTwins(_ bytes: [UInt8]) -> Bool {
        let texts = bytes.split(separator: UInt8(ascii: "\"")).dropFirst()
        return Set(texts.map(Array.init)).count < texts.count
    }

    /// Whether a number with a point or an exponent is so large that readers differ about whether it is
    /// whole.
    private static func hasHugeFraction(_ bytes: [UInt8]) -> Bool {
        bytes.split { !"+-.0123456789Ee".utf8.contains($0) }.contains { part in
            let number = text(Array(part))
            return number.contains { ".eE".contains($0) }
                && (Double(number)?.magnitude ?? 0) >= 9_007_199_254_740_992
        }
    }

    /// An upper bound of the nesting of lists and objects.
    private static func depth(of bytes: [UInt8]) -> Int {
        bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    }
}
