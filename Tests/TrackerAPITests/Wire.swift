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

/// Why a line is refused; `nil` where it isn't.
func refusal(ofLine line: String) throws -> Rejection? { try call(line).rejection }

/// Why params are refused; `nil` where they aren't.
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

func decode<Value: Decodable>(_ type: Value.Type = Value.self, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}

func json(_ value: some Encodable) throws -> String { try JSONText.of(value) }

/// 2026-03-01T08:30:00Z.
let morning = Moment(
    wallMs: 1_772_353_800_000, bootNs: 5_000_000_000_000, awakeNs: 5_000_000_000_000,
    bootID: "boot-1")

let oneHourEast = Zone { _ in 3600 }

/// SplitMix64: the same numbers for the same seed, everywhere.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }
}
