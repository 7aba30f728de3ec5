import Testing
import TextFiles
import TrackerCore
import UserFiles

@testable import TrackerDaemon

/// The templates that come with the program, as the file has them.
@MainActor @Suite struct TemplateLibraryTests {
    private let templates: [ShippedTemplate]

    init() throws { templates = try LibraryFile.templates() }

    @Test func plansAreWhole() throws {
        let plans = Dictionary(grouping: templates, by: \.plan).mapValues { $0.map(\.name) }
        #expect(plans["5x5"] == ["5x5 A", "5x5 B"])
        #expect(plans["PPL"] == ["Push", "Pull", "Legs"])
        let lifts = ["A Press", "B Deadlift", "C Bench", "D Squat"]
        #expect(plans["5/3/1"] == (1...4).flatMap { week in lifts.map { "5/3/1 \(week)\($0)" } })
        #expect(plans.count == 3)
        // A name stands for one template, and for no plan beside.
        #expect(Set(templates.map(\.key)).count == templates.count)
        #expect(Set(templates.map(\.key)).isDisjoint(with: plans.keys.map { NameKey.of($0) }))
    }

    @Test func exercisesAreOfTheLibrary() throws {
        let movements = LibraryReader.read(
            shipped: LibraryFile.shipped, own: UserFile(path: "", text: "")
        ).movements
        let known = Set(movements.map { Movement.id(ofSlug: $0.slug) })
        for template in templates {
            let ids = try template.fields(in: .kg).exercises.map(\.exercise)
            #expect(known.isSuperset(of: ids), "\(template.name)")
        }
    }

    /// In 5/3/1 the last set of a week is at 85, 90 and 95 % of the training max, with as many reps as possible, and
    /// the third week moves the max.
    @Test func sharesAreOfTheTrainingMax() throws {
        for (week, percent) in [(1, 85), (2, 90), (3, 95), (4, 60)] as [(Int, Double)] {
            let template = try #require(templates.first { $0.name == "5/3/1 \(week)D Squat" })
            let target = try template.fields(in: .kg).exercises[0].target
            let groups = target.groups
            #expect(groups.last?.percent == percent)
            #expect(try template.fields(in: .lb).deload == (week == 4 ? 100 : nil))
            #expect(target.takesMax && groups.allSatisfy { $0.share == .max })
            #expect(groups.last?.amrap == (week == 4 ? nil : true))
            #expect(target.progression?.add?.value == (week == 3 ? 5 : nil))
            #expect(groups.filter { $0.kind == .warmup }.count == (week == 4 ? 0 : 3))
        }
    }

    @Test func poundsAreTwiceTheNumber() throws {
        let pull = try #require(templates.first { $0.name == "5x5 B" }).fields(in: .lb)
        let added = pull.exercises.compactMap(\.target.progression?.add)
        #expect(added.map(\.value) == [5, 5, 10] && added.allSatisfy { $0.unit == .lb })
    }

    @Test(
        arguments: [
            ("name = \"n\"", "a plan"),
            ("plan = \"p\"\nnaem = \"n\"", "did you mean name?"),
            ("plan = \"p\"\nname = \"n\"", "exercises is empty"),
            (
                "plan = \"p\"\nname = \"n\"\nexercises = [{ exercise = \"plank\", sets = 0 }]",
                "exercises[0].sets"
            ),
        ])
    func whatIsWrongIsNamed(_ text: String, _ message: String) throws {
        let problem = try #require(throws: TextProblem.self) {
            try TemplateFile.read("[[templates]]\n" + text, file: "t.toml")
        }
        #expect("\(problem)".contains(message), "\(problem)")
    }
}
