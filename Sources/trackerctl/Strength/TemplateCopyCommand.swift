import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Copies templates that come with the program: all templates of a plan, or a single one.
struct TemplateCopy: DaemonCommand, AnsweringCommand {
    static let methods: [String] = [TemplateCreate.method]

    static let configuration = CommandConfiguration.leaf(
        "copy", of: "template",
        abstract: "Copy a shipped plan or template.",
        discussion: """
            You can change the copies. They have no loads: you choose them in the first workout, \
            and the next ones follow from it.
            """,
        examples: [
            "template list --shipped",
            "template copy 5x5",
            "template copy ppl",
            "workout start",
        ])

    @Argument(
        help: "Name, as 'trackerctl template list --shipped' shows it.",
        completion: .custom(completions))
    var name: String

    @OptionGroup(title: Options.title) var options: Options

    func answer(_ asking: Asking) throws -> Answer {
        let client = try asking.client(options)
        let shipped = try client.call(TemplateList(shipped: true)).templates
        let calls = try chosen(from: shipped).map { TemplateCreate(name: $0.name, from: $0.name) }
        let whole = try client.call(Atomic(calls: calls), as: Whole<Copies>.self)
        return Answer(
            json: try Output.line(whole.json),
            quiet: whole.value.results.map { $0.id + "\n" }.joined()
        ) { AnswerText(whole.value.text(in: $0)) }
    }

    /// The templates of the named plan, or the one named template.
    func chosen(from shipped: [TemplateView]) throws -> [TemplateView] {
        let key = NameKey.of(name)
        let chosen = shipped.filter {
            NameKey.of($0.name) == key || $0.plan.map(NameKey.of) == key
        }
        guard chosen.isEmpty else { return chosen }
        let names = Self.names(of: shipped)
        let likely = Spelling.nearest(to: name, among: names).map { "did you mean \($0)? " } ?? ""
        throw Refusal(
            message: "no shipped plan or template '\(name)'",
            hint: "\(likely)'trackerctl template list --shipped' lists them")
    }

    /// Names of plans, each once, and of templates.
    private static func names(of shipped: [TemplateView]) -> [String] {
        var names: [String] = []
        for name in shipped.compactMap(\.plan) + shipped.map(\.name) where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    @Sendable private static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(TemplateList(shipped: true), words).map { names(of: $0.templates) } ?? []
    }

    private struct Copies: Decodable {
        let results: [TemplateView]

        func text(in style: Style) -> String {
            results.map { $0.sentence(in: style) + "\n" }.joined()
                + "start with: trackerctl workout start"
                + (results.count == 1 ? " '\(results[0].name)'" : "") + "\n"
        }
    }
}
