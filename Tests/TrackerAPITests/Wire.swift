import FoundationEssentials
import Testing
import TrackerAPI
import TrackerCore

/// Reads one line that holds a single call.
func call(_ line: String) throws -> Call { try call(bytes: Array(line.utf8)) }

func call(bytes: [UInt8]) throws -> Call {
    guard case .single(let call) = MessageReader().read(bytes) else {
        throw Unexpected(what: "a batch")
    }
    return call
}

/// Reads one line that holds a batch.
func batch(_ line: String) throws -> [Call] {
    guard case .batch(let calls) = MessageReader().read(Array(line.utf8)) else {
        throw Unexpected(what: "a single call")
    }
    return calls
}

/// Reads a request with these params.
func request(_ method: String, _ params: String) throws -> any Request {
    try call("{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}").request.get()
}

/// The refusal of a line; `nil` where it isn't refused.
func refusal(ofLine line: String) throws -> Rejection? { try call(line).rejection }

/// The refusal of params; `nil` where they aren't refused.
func refusal(of method: String, _ params: String) throws -> Rejection? {
    try refusal(ofLine: "{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}")
}

struct Unexpected: Error {
    let what: String
}

extension Call {
    var rejection: Rejection? {
        guard case .failure(let rejection) = request else { return nil }
        return rejection
    }
}

/// 2026-03-01T08:30:00Z.
let morning = Moment(
    wallMs: 1_772_353_800_000, bootNs: 5_000_000_000_000, awakeNs: 5_000_000_000_000,
    bootID: "boot-1")

let oneHourEast = Zone { _ in 3600 }
