import TrackerAPI

/// Suite whose sets are of a press, a minute apart, in an open workout.
protocol LiftingSuite {
    var bench: Bench { get }
}

extension Bench {
    /// A bench with an open workout, and the id of its exercise Press; Hang is in seconds.
    static func lifting() throws -> (Bench, press: String) {
        let bench = try Bench()
        try bench.createExercises(["Press": "reps", "Hang": "seconds"])
        try bench.call("workout.start")
        bench.forget()
        return (bench, try bench.id(ofExercise: "press"))
    }
}

extension LiftingSuite {
    @discardableResult
    func log(_ reps: Int, _ load: Double, _ more: String = "") throws -> JSONValue {
        let answer = try bench.set("press", "\"reps\":\(reps),\"load\":\(load)\(more)")
        bench.advance(ms: 60_000)
        return answer
    }

    /// The records of a reply as `kind value unit`, with `was` and the former value, and a mark on first
    /// records.
    func made(_ answer: JSONValue) -> [String] {
        (answer["records"]?.list ?? []).map { record in
            let previous = record["previous"].map { " was \(Self.text($0))" } ?? ""
            return Self.told(record) + previous + (record["first"] == .bool(true) ? " first" : "")
        }
    }

    static func told(_ record: JSONValue) -> String {
        "\(record["kind"]?.string ?? "") \(text(record["value"])) \(record["unit"]?.string ?? "")"
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case .integer(let whole): "\(whole)"
        case .number(let number): "\(number)"
        default: "none"
        }
    }
}
