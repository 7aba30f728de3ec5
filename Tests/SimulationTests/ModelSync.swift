import TestSupport
import TrackerAPI

// The shared folder. A simulated person shares the log with no other machine: histories of several machines do that.

extension Arm {
    static let sync: [Arm] =
        [
            Arm("sync.status", 1, .none) { _, _ in
                .like { $0["state"] == "off" ? nil : "the log is shared" }
            },
            Arm("sync.take", 1) { _, params in
                guard try params.optionalInt("seq") != nil else { throw Refusal.invalid("seq") }
                throw Refusal.conflict("off")
            } make: { dice, _ in
                dice.spoils(20) ? [:] : ["seq": 1]
            },
            Arm("sync.enable", 1, .outside) { _, params in
                try waiting(["folder"], params)
            } make: { dice, _ in
                ["folder": dice.one(of: "relative", "/", "/tmp/shared")]
            },
            Arm("sync.forget", 1, .outside) { _, params in
                try waiting(["machine"], params)
            } make: { _, _ in
                ["machine": "laptop"]
            },
        ]
        + ["sync.now", "sync.leave"].map { method in
            Arm(method, 1, .outside) { _, params in try waiting([], params) }
        }
        + ["sync.conflicts", "sync.digest"].map { method in
            Arm(method, 1, .none) { _, _ in throw Refusal.conflict("off") }
        }

    /// Methods that wait for a folder aren't carried out among others.
    private static func waiting(_ needed: [String], _ params: Params) throws -> Expected {
        for name in needed { _ = try params.text(name) }
        throw Refusal("invalid_request")
    }
}
