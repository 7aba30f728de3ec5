// Files come in by the engine's own tests and through crashes by those of the disk; here their methods
// stand among all others, and have nothing to take in.

import TrackerAPI

extension Arm {
    static let imports: [Arm] = [
        Arm("import.open", 1, .outside) { dice, _ in
            if dice.spoils(10) { return ["format": dice.pick(["jefit", 5] as [Json]) ?? .null] }
            return dice.chance(50) ? [:] : ["format": "hevy"]
        } expect: { _, params in
            _ = try params.choice("format", ["strong", "hevy", "fitnotes", "trackerd"])
            return .like { $0["import"]?.text?.count == 12 ? nil : "no import" }
        },
        Arm("import.append", 1, .outside) { _, _ in
            ["import": "000000000000", "text": "a,b"]
        } expect: { _, params in
            _ = try params.text("import")
            _ = try params.text("text")
            throw Refusal("not_found", field: "import")
        },
        Arm("import.preview", 1, .none) { _, _ in
            ["import": "000000000000"]
        } expect: { _, params in
            _ = try params.text("import")
            throw Refusal("not_found", field: "import")
        },
        Arm("import.commit", 1) { _, _ in
            ["import": "000000000000"]
        } expect: { _, params in
            _ = try params.text("import")
            throw Refusal("not_found", field: "import")
        },
        Arm("import.undo", 1) { _, _ in
            [:]
        } expect: { _, _ in
            throw Refusal("not_found", field: "import")
        },
        Arm("export", 1, .none) { dice, _ in
            ["what": dice.pick(["all", "sets", "log"] as [Json]) ?? "all", "format": "json"]
        } expect: { _, params in
            _ = try params.text("what")
            _ = try params.text("format")
            _ = try params.choice(
                "what",
                [
                    "all", "sets", "workouts", "log", "exercises", "templates", "trainings",
                    "reminders", "programs", "timers", "settings",
                ])
            _ = try params.choice("format", ["json", "csv", "ics"])
            return .like {
                $0["text"]?.text?.hasPrefix("{\"trackerd\":") == true ? nil : "no export"
            }
        },
    ]
}
