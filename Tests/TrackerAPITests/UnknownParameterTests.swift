import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// Parameters that a method doesn't have are refused, at each level, with the name that may be meant.
struct UnknownParameterTests {
    @Test(arguments: Golden.all) func areRefusedByEveryMethod(_ golden: Golden) throws {
        for value in ["\"green\"", "null", "[{}]"] {
            for params in [golden.all.json, golden.fewest.json] {
                let rejection = try refusal(of: golden.method, with("colour", value, params))
                #expect(rejection?.kind == .invalidParams && rejection?.field == "colour")
                let start = "\(golden.method) has no parameter 'colour': "
                #expect(rejection?.message.hasPrefix(start) == true)
            }
        }
    }

    /// Each name is asked for with two letters swapped: the hint is the name itself.
    @Test(arguments: Golden.all) func misspeltNamesAreRecognised(_ golden: Golden) throws {
        let given = try decode(JSONValue.self, golden.all.json)
        guard case .object(let members) = given else { return }
        for name in members.keys where name.count > 3 {
            var letters = Array(name)
            let place = letters.indices.dropLast().first { letters[$0] != letters[$0 + 1] } ?? 0
            letters.swapAt(place, place + 1)
            let misspelt = String(letters)
            guard members[misspelt] == nil else { continue }
            #expect(
                try refusal(of: golden.method, with(misspelt, "null", "{}"))
                    == .invalid(
                        misspelt,
                        "\(golden.method) has no parameter '\(misspelt)': did you mean '\(name)'?"))
        }
    }

    @Test(arguments: [
        ("timer.start", #"{"duration":"5m","nmae":"tea"}"#, "nmae", "did you mean 'name'?"),
        ("events.list", #"{"type":["timer.*"]}"#, "type", "did you mean 'types'?"),
        (
            "timer.start", #"{"duration":"5m","requestId":"a"}"#, "requestId",
            "did you mean 'request_id'?"
        ),
        ("status", #"{"x":1}"#, "x", "it has none"),
        ("timer.clear", #"{"x":1}"#, "x", "it has request_id"),
        (
            "timer.rename", #"{"colour":1}"#, "colour", "it has timer, name, request_id"
        ),
        // Where a needed one is misspelt, that is said, and not that it is missing.
        ("timer.start", #"{"duratoin":"5m"}"#, "duratoin", "did you mean 'duration'?"),
        ("timer.list", #"{"\u0061lll":true}"#, "alll", "did you mean 'all'?"),
    ])
    func topLevel(_ method: String, _ params: String, _ field: String, _ hint: String) throws {
        #expect(
            try refusal(of: method, params)
                == .invalid(field, "\(method) has no parameter '\(field)': \(hint)"))
    }

    @Test(arguments: [
        (
            "program.create", #"{"name":"x","intervals":[{"label":"a","duration":5,"lable":"b"}]}"#,
            "intervals[0]", "lable", "did you mean 'label'?"
        ),
        (
            "program.create",
            #"{"name":"x","intervals":[{"repeat":2,"intervals":[{"label":"a","duration":5},"#
                + #"{"label":"a","duration":5,"ceus":null}]}]}"#,
            "intervals[0].intervals[1]", "ceus", "did you mean 'cues'?"
        ),
        (
            "template.create", #"{"name":"x","exercises":[{"exercise":"squat","stes":3}]}"#,
            "exercises[0]", "stes", "did you mean 'sets'?"
        ),
        (
            "template.create",
            #"{"name":"x","exercises":[{"exercise":"squat","groups":[{"sets":3,"rep":5}]}]}"#,
            "exercises[0].groups[0]", "rep", "did you mean 'reps'?"
        ),
        (
            "template.create",
            #"{"name":"x","exercises":[{"exercise":"squat","sets":3,"progression":{"ad":5}}]}"#,
            "exercises[0].progression", "ad", "did you mean 'add'?"
        ),
        (
            "training.update", #"{"training":"last","attempts":[{"id":"a","valeu":3}]}"#,
            "attempts[0]", "valeu", "did you mean 'value'?"
        ),
        (
            "settings.set", #"{"plates":[20,{"weight":5,"number":4}]}"#, "plates[1]", "number",
            "it has weight, count"
        ),
        (
            "settings.set", #"{"reports":{"dialy":true}}"#, "reports", "dialy",
            "did you mean 'daily'?"
        ),
        (
            "exercise.create", #"{"name":"x","muscles":{"primary":["chest"],"secundary":[]}}"#,
            "muscles", "secundary", "did you mean 'secondary'?"
        ),
        (
            "atomic", #"{"calls":[{"method":"timer.clear","parms":{}}]}"#, "calls[0]", "parms",
            "did you mean 'params'?"
        ),
    ])
    func within(
        _ method: String, _ params: String, _ path: String, _ name: String, _ hint: String
    ) throws {
        #expect(
            try refusal(of: method, params)
                == .invalid("\(path).\(name)", "\(path) has no '\(name)': \(hint)"))
    }

    /// Names that a person gives are free.
    @Test func freeNames() throws {
        let map = #"{"import":"last","map":{"Any name":"squat"}}"#
        #expect(try refusal(of: "import.preview", map) == nil)
        // Days are read by the schedule's own rules.
        let days = #"{"name":"x","every":"30m","between":{"mon":"09:00-17:00"}}"#
        #expect(try refusal(of: "reminder.create", days) == nil)
    }

    @Test func stepsOfAtomicAreRefusedInTheirTurn() throws {
        let good = #"{"method":"timer.clear"}"#
        let params = "{\"calls\":[\(good),\(good.dropLast()),\"params\":{\"x\":1}}]}"
        let atomic = try #require(try request("atomic", params) as? Atomic)
        #expect(throws: Never.self) { try atomic.calls[0].request.get() }
        let refused = #expect(throws: Rejection.self) { try atomic.calls[1].request.get() }
        #expect(refused?.field == "x")
    }

    @Test func aRequestIDIsOfTheWholeAtomic() throws {
        let step = #"{"method":"timer.clear","params":{"request_id":"a"}}"#
        let atomic = try #require(try request("atomic", "{\"calls\":[\(step)]}") as? Atomic)
        let refused = #expect(throws: Rejection.self) { try atomic.calls[0].request.get() }
        #expect(
            refused
                == .invalid(
                    "request_id",
                    "a call of atomic has no request_id of its own: give it beside calls"))
    }

    @Test func aLongNameIsCut() throws {
        let name = String(repeating: "x", count: 10_000)
        let rejection = try refusal(of: "status", "{\"\(name)\":1}")
        #expect(rejection?.field == String(repeating: "x", count: 64))
        #expect(rejection?.message.utf8.count ?? 0 < 200)
    }

    private func with(_ name: String, _ value: String, _ params: String) -> String {
        params == "{}" ? "{\"\(name)\":\(value)}" : "{\"\(name)\":\(value)," + params.dropFirst()
    }
}
