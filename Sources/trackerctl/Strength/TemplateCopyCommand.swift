import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Copies templates that come with the program: a plan with all of its templates, or a single one.
struct TemplateCopy: DaemonCommand, AnsweringCommand {
    static let methods = ShippedCopy.methods

    static let configuration = CommandConfiguration.leaf(
        "copy", of: "template",
        abstract: "Copy a shipped plan or template.",
        discussion: """
            You can change the copies. They have no loads: you choose them in the first workout, \
            and the next ones follow from it. A plan is copied with all of its templates, as by \
            'trackerctl plan copy'.
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
        try ShippedCopy(name: name).answer(asking, options)
    }

    @Sendable private static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(TemplateList(shipped: true), words)
            .map { ShippedCopy.names(of: $0.templates) } ?? []
    }
}

/// The copying of a plan or a template that comes with the program.
struct ShippedCopy {
    static let methods: [String] = [TemplateCreate.method, PlanCreate.method]

    let name: String
    /// True where only a plan may be copied.
    var isPlan = false

    func answer(_ asking: Asking, _ options: Options) throws -> Answer {
        let client = try asking.client(options)
        let shipped = try client.call(TemplateList(shipped: true)).templates
        let chosen = try chosen(from: shipped)
        let copies = chosen.map { TemplateCreate(name: $0.name, from: $0.name) }
        var calls: [any Request] = copies
        if let plan = chosen.first?.plan, NameKey.of(plan) == NameKey.of(name) {
            calls.append(PlanCreate(name: plan, templates: chosen.map(\.name)))
        }
        let whole = try client.call(Atomic(calls: calls), as: Whole<Copies>.self)
        return Answer(
            json: try Output.line(whole.json),
            quiet: whole.value.results.map { $0.id + "\n" }.joined()
        ) { AnswerText(whole.value.text(in: $0)) }
    }

    /// The templates of the named plan, or the one named template.
    private func chosen(from shipped: [TemplateView]) throws -> [TemplateView] {
        let key = NameKey.of(name)
        let chosen = shipped.filter {
            $0.plan.map(NameKey.of) == key || !isPlan && NameKey.of($0.name) == key
        }
        guard chosen.isEmpty else { return chosen }
        let names = isPlan ? Self.plans(of: shipped) : Self.names(of: shipped)
        let likely = Spelling.nearest(to: name, among: names).map { "did you mean \($0)? " } ?? ""
        throw Refusal(
            message: "no shipped plan \(isPlan ? "" : "or template ")'\(name)'",
            hint: "\(likely)'trackerctl template list --shipped' lists them")
    }

    /// Names of plans, each once, and of templates.
    static func names(of shipped: [TemplateView]) -> [String] {
        plans(of: shipped) + shipped.map(\.name)
    }

    /// Names of plans, each once.
    static func plans(of shipped: [TemplateView]) -> [String] {
        var names: [String] = []
        for name in shipped.compactMap(\.plan) where !names.contains(name) { names.append(name) }
        return names
    }

    private struct Copies: Decodable {
        let results: [Copied]

        func text(in style: Style) -> String {
            let templates = results.compactMap(\.template)
            return results.map { $0.sentence(in: style) + "\n" }.joined()
                + "start with: trackerctl workout start"
                + (templates.count == 1 ? " '\(templates[0].name)'" : "") + "\n"
        }
    }

    /// A copy: a template, or the plan of all of them.
    private struct Copied: Decodable {
        let template: TemplateView?
        let plan: PlanView?

        init(from decoder: any Decoder) throws {
            if let copy = try? TemplateView(from: decoder) {
                (template, plan) = (copy, nil)
            } else {
                (template, plan) = (nil, try PlanView(from: decoder))
            }
        }

        var id: String { template?.id ?? plan?.id ?? "" }

        func sentence(in style: Style) -> String {
            template?.sentence(in: style) ?? plan?.sentence(in: style) ?? ""
        }
    }
}
