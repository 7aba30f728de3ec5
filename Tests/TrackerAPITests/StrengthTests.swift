import FoundationEssentials
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// Reading of templates, sets and settings from params, beyond the goldens.
struct StrengthTests {
    private func template(_ exercises: String) throws -> TemplateCreate? {
        try request("template.create", "{\"name\":\"x\",\"exercises\":\(exercises)}")
            as? TemplateCreate
    }

    private func refusal(ofExercises text: String) throws -> Rejection? {
        try refusal(of: "template.create", "{\"name\":\"x\",\"exercises\":\(text)}")
    }

    private func refusal(of method: String, _ params: String) throws -> Rejection? {
        try TrackerAPITests.refusal(of: method, params)
    }

    /// An older client meets a value that was added later.
    @Test func aUnitThatIsNotKnownIsRead() throws {
        func read<View: Decodable>(_ type: View.Type, _ members: String) throws -> View {
            try decode(type, "{\(members)}")
        }
        let preferred = try read(
            SettingsView.self,
            #""unit":"st","rest_ms":0,"bar":3,"plates":[],"day_starts_at":"04:00","#
                + #""week_starts":"fri","active_days":["mon"],"streak":true,"#
                + #""achievements":true,"xp":true,"challenges":true,"#
                + #""reports":{"daily":true,"weekly":true,"monthly":true,"at":"20:00"}"#)
        #expect(preferred.unit == "st" && preferred.weekStarts == "fri")
        let target = try read(
            TargetView.self, #""groups":[{"sets":3,"type":"myo","load":9,"load_unit":"st"}]"#)
        #expect(target.groups[0].loadUnit == "st" && target.groups[0].type == "myo")
        #expect(try read(VolumeList.Response.self, #""unit":"st","days":[]"#).unit == "st")
        let set = try read(
            SetView.self,
            #""id":"s","workout":"w","exercise":"e","exercise_name":"Squats","index":1,"#
                + #""type":"working","reps":5,"load":9,"load_unit":"st","#
                + #""load_mode":"external","at":"x""#)
        #expect(set.loadUnit == "st")
    }

    @Test(arguments: [
        (#"{"daily":1}"#, "reports.daily", "reports.daily must be true or false"),
        (#"{"monthly":"yes"}"#, "reports.monthly", "reports.monthly must be true or false"),
        (#"{"at":20}"#, "reports.at", "reports.at must be a string"),
    ])
    func membersOfReportsOfTheWrongKind(
        _ reports: String, _ field: String, _ message: String
    ) throws {
        #expect(
            try refusal(of: "settings.set", "{\"reports\":\(reports)}")
                == .invalid(field, message))
    }

    @Test func whatIsWrongInATemplateIsNamedWithItsPlace() throws {
        let good = #"{"exercise":"a","sets":3}"#
        func field(_ wrong: String) throws -> Rejection? {
            try refusal(ofExercises: "[\(good),\(wrong)]")
        }
        #expect(
            try field(#"{"exercise":"a","sets":"3"}"#)
                == .invalid(
                    "exercises[1].sets",
                    "exercises[1].sets must be a whole number that fits in 64 bits"))
        #expect(
            try field(#"{"exercise":"a"}"#)
                == .invalid("exercises[1].sets", "exercises[1].sets is missing"))
        #expect(
            try field(#"{"sets":3}"#)
                == .invalid("exercises[1].exercise", "exercises[1].exercise is missing"))
        #expect(
            try field(#"{"exercise":"a","sets":3,"load":5,"load_unit":"st"}"#)
                == .invalid(
                    "exercises[1].load_unit", "exercises[1].load_unit must be one of: kg, lb"))
        let rest = try field(#"{"exercise":"a","sets":3,"rest":"soon"}"#)
        #expect(rest?.field == "exercises[1].rest" && rest?.message.contains("25m") == true)
        let grouped = #"{"exercise":"a","groups":[{"sets":1},"#
        #expect(
            try field(grouped + #"{"reps":5}]}"#)
                == .invalid(
                    "exercises[1].groups[1].sets", "exercises[1].groups[1].sets is missing"))
        #expect(
            try field(grouped + #"{"sets":1,"type":"easy"}]}"#)?.field
                == "exercises[1].groups[1].type")
        #expect(
            try field(grouped + "5]}")
                == .invalid(
                    "exercises[1].groups[1]",
                    #"exercises[1].groups[1] must be an object: {"sets": 3, "reps": 5}"#))
        #expect(try field(#"{"exercise":"a","groups":5}"#)?.field == "exercises[1].groups")
        let rising = #"{"exercise":"a","sets":3,"progression":"#
        #expect(
            try field(rising + "5}")
                == .invalid(
                    "exercises[1].progression",
                    #"exercises[1].progression must be an object: {"add": 2.5}"#))
        #expect(
            try field(rising + #"{"add":"2.5"}}"#)?.field == "exercises[1].progression.add")
        #expect(
            try field(rising + #"{"add":5,"add_unit":"st"}}"#)?.field
                == "exercises[1].progression.add_unit")
        let hundred = Array(repeating: #"{"sets":1}"#, count: 101).joined(separator: ",")
        #expect(
            try field(#"{"exercise":"a","groups":[\#(hundred)]}"#)
                == .invalid(
                    "exercises[1].groups", "exercises[1].groups must be a list of 1 to 100"))
        #expect(
            try field(#"{"exercise":"a","reps":5,"groups":[{"sets":1}]}"#)
                == .invalid(
                    "exercises[1].reps",
                    "exercises[1].reps and groups can't be used together: give it in a group"))
        #expect(try field("5")?.field == "exercises[1]")
        #expect(try field("null")?.field == "exercises[1]")
        let many = Array(repeating: good, count: 51).joined(separator: ",")
        #expect(try refusal(ofExercises: "[\(many)]")?.kind == .tooLarge)
    }
}
