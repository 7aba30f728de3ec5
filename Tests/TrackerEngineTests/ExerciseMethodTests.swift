import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct ExerciseMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @discardableResult
    private func create(_ name: String, _ more: String = "") throws -> String {
        try bench.call(
            "exercise.create", "{\"name\":\"\(name)\",\"unit\":\"reps\"\(more)}"
        ).id()
    }

    @Test func createdAsTheWireShowsIt() throws {
        let exercise = try bench.call(
            "exercise.create",
            """
            {"name":"Ring Rows","unit":"reps","category":"back","equipment":"rings",\
            "default_count":8,"icon":"ring","color":"#1A9FFF"}
            """)
        #expect(exercise["custom"] == .bool(true))
        #expect(exercise["archived"] == .bool(false))
        #expect(exercise["default_count"] == .integer(8))
        #expect(exercise["color"] == .string("#1a9fff"))
        #expect(bench.types == ["exercise.created"])
        #expect(try bench.data(of: "exercise.created") == exercise)
        #expect(bench.published.last?.event.subject == (try exercise.id()))
        #expect(try bench.call("exercise.get", #"{"exercise":"ring-rows"}"#) == exercise)
        try bench.verify()
    }

    @Test func aVariantTakesCategoryAndEquipmentFromItsParent() throws {
        let bench1 = try create("Bench Press", #","category":"chest","equipment":"barbell""#)
        let paused = try bench.call(
            "exercise.create", #"{"name":"Paused","unit":"reps","variant_of":"bench press"}"#)
        #expect(paused["variant_of"] == .string(bench1))
        #expect(paused["category"] == .string("chest"))
        #expect(paused["equipment"] == .string("barbell"))
        let own = try bench.call(
            "exercise.create",
            #"{"name":"P2","unit":"reps","variant_of":"paused","category":"x","equipment":""}"#)
        #expect(own["category"] == .string("x") && own["equipment"] == nil)
        let refusal = try bench.refusal(
            "exercise.update", #"{"exercise":"bench-press","variant_of":"P2"}"#)
        #expect(refusal.kind == .invalidParams && refusal.field == "variant_of")
        let itself = try bench.refusal(
            "exercise.update", #"{"exercise":"bench-press","variant_of":"bench-press"}"#)
        #expect(itself.field == "variant_of")
        let none = try bench.refusal(
            "exercise.create", #"{"name":"P3","unit":"reps","variant_of":"bench prezz"}"#)
        #expect(none.kind == .notFound && none.field == "variant_of")
    }

    // MARK: Addressing

    @Test func addressedByIDNameOrPrefix() throws {
        let id = try create("Élévation latérale")
        for text in [
            id, String(id.prefix(6)), "Élévation latérale", "ELEVATION-LATERALE",
            "  élévation   latérale ",
        ] {
            #expect(try bench.call("exercise.get", "{\"exercise\":\"\(text)\"}").id() == id)
        }
        let empty = try bench.refusal("exercise.get", #"{"exercise":""}"#)
        #expect(empty.kind == .invalidParams && empty.field == "exercise")
    }

    @Test func aNameGoesBeforeTheBeginningOfAnID() throws {
        let first = try create("First")
        let prefix = String(first.prefix(4))
        let named = try create(prefix)
        #expect(try bench.call("exercise.get", "{\"exercise\":\"\(prefix)\"}").id() == named)
    }

    @Test func anUnknownOneNamesTheNearest() throws {
        for name in ["Push-ups", "Pull-ups", "Plank", "Bench Press", "Paused Bench Press"] {
            try create(name)
        }
        func message(_ text: String) throws -> String {
            let refusal = try bench.refusal("exercise.get", "{\"exercise\":\"\(text)\"}")
            #expect(refusal.kind == .notFound && refusal.field == "exercise")
            return refusal.message
        }
        #expect(try message("ush up") == "no exercise 'ush up'; did you mean Push-ups?")
        #expect(
            try message("puslups") == "no exercise 'puslups'; did you mean Pull-ups or Push-ups?")
        #expect(try message("plnak") == "no exercise 'plnak'; did you mean Plank?")
        #expect(
            try message("ress")
                == "no exercise 'ress'; did you mean Bench Press or Paused Bench Press?")
        #expect(
            try message("zzzzzz") == "no exercise 'zzzzzz'")
        try bench.call("exercise.archive", #"{"exercise":"plank"}"#)
        #expect(try message("plnak") == "no exercise 'plnak'")
        #expect(try message(String(repeating: "x", count: 5000)).count < 300)
    }

    // MARK: Changes

    @Test func aNameMeansOneExercise() throws {
        try create("Push-ups")
        let refusal = try bench.refusal("exercise.create", #"{"name":"PUSH UPS","unit":"reps"}"#)
        #expect(refusal.kind == .conflict && refusal.field == "name" && refusal.state == "taken")
        #expect(refusal.message.contains("Push-ups"))
        try create("Plank")
        let renamed = try bench.refusal(
            "exercise.update", #"{"exercise":"plank","name":"push_ups"}"#)
        #expect(renamed.kind == .conflict)
        try bench.call("exercise.update", #"{"exercise":"plank","name":"PLANK"}"#)
        #expect(try bench.names("exercise.list") == ["PLANK", "Push-ups"])
        try bench.call("exercise.archive", #"{"exercise":"plank"}"#)
        let archived = try bench.refusal("exercise.create", #"{"name":"plank","unit":"reps"}"#)
        #expect(archived.state == "archived")
        try bench.verify()
    }

    @Test func updatesChangeWhatTheyNameAndNothingElse() throws {
        try create("Rows", ##","equipment":"rings","icon":"i","color":"#010203""##)
        let before = try bench.call("exercise.get", #"{"exercise":"rows"}"#)
        #expect(try bench.call("exercise.update", #"{"exercise":"rows"}"#) == before)
        let after = try bench.call(
            "exercise.update",
            #"{"exercise":"rows","equipment":"","icon":"","color":"","unit":"seconds"}"#)
        #expect(after["equipment"] == nil && after["icon"] == nil && after["color"] == nil)
        #expect(after["unit"] == .string("seconds"))
        #expect(after["default_count"] == .integer(10))
        #expect(try bench.data(of: "exercise.updated") == after)
    }

    @Test func aUnitStaysOnceItWasLogged() throws {
        try create("Rows")
        let entry = try bench.call("log.add", #"{"exercise":"rows"}"#).id()
        let refusal = try bench.refusal(
            "exercise.update", #"{"exercise":"rows","unit":"seconds"}"#)
        #expect(refusal.kind == .conflict && refusal.field == "unit")
        try bench.call("exercise.update", #"{"exercise":"rows","unit":"reps","name":"Ring Rows"}"#)
        try bench.call("log.delete", "{\"entry\":\"\(entry)\"}")
        try bench.call("exercise.update", #"{"exercise":"ring-rows","unit":"seconds"}"#)
        // An undo doesn't bring back an entry that no longer fits either.
        let undoing = try bench.refusal("journal.undo", #"{"types":["log.deleted"]}"#)
        #expect(undoing.kind == .conflict)
        try bench.verify()
    }

    @Test func archivedOnesAreOffTheListsAndComeBack() throws {
        try create("Rows")
        let archived = try bench.call("exercise.archive", #"{"exercise":"rows"}"#)
        #expect(archived["archived"] == .bool(true))
        #expect(try bench.data(of: "exercise.archived") == archived)
        #expect(try bench.names("exercise.list") == [])
        #expect(try bench.names("exercise.list", #"{"archived":true}"#) == ["Rows"])
        #expect(try bench.names("exercise.list", #"{"query":"row"}"#) == [])
        let again = try bench.refusal("exercise.archive", #"{"exercise":"rows"}"#)
        #expect(again.kind == .conflict && again.state == "archived")
        // Archived exercises can still be logged, since reminders may refer to them.
        try bench.call("log.add", #"{"exercise":"rows"}"#)
        try bench.call("exercise.update", #"{"exercise":"rows","archived":false}"#)
        #expect(try bench.names("exercise.list") == ["Rows"])
        try bench.verify()
    }

    @Test func onlyWhatNobodyRefersToCanBeDeleted() throws {
        try create("Rows")
        let variant = try create("Ring Rows", #","variant_of":"rows""#)
        let varied = try bench.refusal("exercise.delete", #"{"exercise":"rows"}"#)
        #expect(varied.kind == .conflict && varied.state == "varied")
        let gone = try bench.call("exercise.delete", #"{"exercise":"ring-rows"}"#)
        #expect(try gone.id() == variant)
        #expect(try bench.data(of: "exercise.deleted") == gone)
        try bench.call("log.add", #"{"exercise":"rows"}"#)
        let logged = try bench.refusal("exercise.delete", #"{"exercise":"rows"}"#)
        #expect(logged.kind == .conflict && logged.state == "logged")
        try bench.call("log.delete", #"{"entry":"last"}"#)
        try bench.call("exercise.delete", #"{"exercise":"rows"}"#)
        #expect(try bench.names("exercise.list") == [])
        try bench.verify()
    }

    // MARK: Undo

    @Test func whatAPersonDidCanBeUndone() throws {
        try create("Rows")
        try bench.call("exercise.update", #"{"exercise":"rows","name":"Ring Rows"}"#)
        try bench.call("journal.undo")
        #expect(try bench.names("exercise.list") == ["Rows"])
        try bench.call("exercise.archive", #"{"exercise":"rows"}"#)
        try bench.call("journal.undo")
        #expect(try bench.names("exercise.list") == ["Rows"])
        try bench.call("exercise.delete", #"{"exercise":"rows"}"#)
        try bench.call("journal.undo")
        #expect(try bench.names("exercise.list") == ["Rows"])
        try bench.call("journal.undo", #"{"seq":1}"#)
        #expect(try bench.names("exercise.list") == [])
        try bench.verify()
    }

    @Test func anUndoingLeavesNothingInTheAir() throws {
        try create("Rows")
        try bench.call("log.add", #"{"exercise":"rows"}"#)
        // The creation can't be undone while the log refers to the exercise.
        let made = try bench.refusal("journal.undo", #"{"seq":1}"#)
        #expect(made.kind == .conflict && made.state == "logged")
        try bench.call("log.delete", #"{"entry":"last"}"#)
        try bench.call("exercise.delete", #"{"exercise":"rows"}"#)
        // An entry doesn't come back without its exercise.
        let entry = try bench.refusal("journal.undo", #"{"seq":3}"#)
        #expect(entry.kind == .conflict && entry.message.contains("gone"))
        // An exercise doesn't come back if its name is taken by now.
        try create("Pulls")
        try bench.call("exercise.update", #"{"exercise":"pulls","name":"ROWS"}"#)
        let name = try bench.refusal("journal.undo", #"{"seq":4}"#)
        #expect(name.kind == .conflict && name.message.contains("ROWS"))
        // The newest event that can be undone is found nevertheless.
        #expect(try bench.call("journal.undo")["undone"]?["seq"] == .integer(6))
        try bench.verify()
    }

    @Test func aParentDoesNotGoBeforeItsVariants() throws {
        try create("Rows")
        try create("Ring Rows", #","variant_of":"rows""#)
        #expect(try bench.refusal("journal.undo", #"{"seq":1}"#).state == "varied")
        try bench.call("exercise.delete", #"{"exercise":"ring-rows"}"#)
        try bench.call("exercise.delete", #"{"exercise":"rows"}"#)
        let variant = try bench.refusal("journal.undo", #"{"seq":3}"#)
        #expect(variant.kind == .conflict)
        try bench.call("journal.undo", #"{"seq":4}"#)
        try bench.call("journal.undo", #"{"seq":3}"#)
        #expect(try bench.names("exercise.list") == ["Ring Rows", "Rows"])
        try bench.verify()
    }

    // MARK: Aliases

    private func alias(_ params: String) throws -> JSONValue {
        try bench.call("exercise.alias", "{\(params)}")
    }

    @Test func anAliasIsUnderstoodAndGoesAgain() throws {
        try bench.call("exercise.create", #"{"name":"Overhead Press","unit":"reps"}"#)
        let named = try alias(#""exercise":"overhead press","alias":" strict ""#)
        #expect(named["aliases"]?.list == [.string("strict")])
        #expect(try bench.call("exercise.get", #"{"exercise":"Strict"}"#)["id"] == named["id"])
        #expect(try bench.data(of: "exercise.updated") == named)
        // As letters of its beginning, it stands for a word like any other.
        #expect(try bench.call("exercise.get", #"{"exercise":"stri"}"#)["id"] == named["id"])
        try bench.verify()
        let gone = try alias(#""exercise":"strict","alias":"STRICT","remove":true"#)
        #expect(gone["aliases"]?.list == [])
        #expect(try bench.refusal("exercise.get", #"{"exercise":"strict"}"#).kind == .notFound)
        try bench.call("journal.undo")
        #expect(try bench.call("exercise.get", #"{"exercise":"strict"}"#)["id"] == named["id"])
        try bench.verify()
    }

    @Test func aliasesThatAreRefused() throws {
        try bench.call("exercise.create", #"{"name":"Rows","unit":"reps"}"#)
        try bench.call("exercise.create", #"{"name":"Plank","unit":"seconds"}"#)
        for (params, kind, state) in [
            (#""exercise":"rows","alias":"PLANK""#, Rejection.Kind.conflict, "taken"),
            (#""exercise":"rows","alias":"rows""#, .conflict, "present"),
            (#""exercise":"rows","alias":"pulls","remove":true"#, .notFound, nil),
            (#""exercise":"rows","alias":" ""#, .invalidParams, nil),
        ] as [(String, Rejection.Kind, String?)] {
            let refusal = try bench.refusal("exercise.alias", "{\(params)}")
            #expect(refusal.kind == kind && refusal.field == "alias", "\(params)")
            #expect(refusal.state == state)
        }
        for number in 1...Exercise.maximumAliases {
            _ = try alias("\"exercise\":\"rows\",\"alias\":\"row no \(number)\"")
        }
        let more = try bench.refusal("exercise.alias", #"{"exercise":"rows","alias":"more"}"#)
        #expect(more.kind == .tooLarge && more.field == "alias")
    }
}
