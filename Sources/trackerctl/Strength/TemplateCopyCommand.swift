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
            'trackerctl plan copy'. One that goes by training maxes, such as 5/3/1, asks for those \
            that you haven't set.
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
    static let methods: [String] = [
        TemplateCreate.method, PlanCreate.method, MaxList.method, MaxLog.method,
    ]

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
        let templates = whole.value.results.compactMap(\.template)
        let maxes = try maxes(of: templates, client, asking, options)
        return Answer(
            json: try Output.line(whole.json),
            quiet: whole.value.results.map { $0.id + "\n" }.joined()
        ) { style in
            let lines = maxes.map { $0.text(in: style) }.joined()
            return AnswerText(whole.value.text(in: style) + lines)
        }
    }

    /// The training maxes that the copies need and that aren't set: asked for on a terminal, and otherwise what to
    /// type for them.
    private func maxes(
        of templates: [TemplateView], _ client: Client, _ asking: Asking, _ options: Options
    ) throws -> [any Shown] {
        var seen: Set<String> = []
        let exercises = templates.flatMap(\.exercises).filter { exercise in
            exercise.target.groups.contains { $0.percentOf == "max" }
                && seen.insert(exercise.exercise).inserted
        }
        return try exercises.compactMap { exercise -> (any Shown)? in
            let known = try client.call(MaxList(exercise: exercise.exercise))
            guard known.entries.isEmpty else { return nil }
            guard asking.dialogue.canAsk, options.isForPeople,
                let load = given(for: known, exercise.name, asking)
            else { return known }
            return try client.call(
                MaxLog(exercise: exercise.exercise, load: load.value, unit: load.unit))
        }
    }

    /// The training max that the person types, or the proposed one; `nil` for none.
    private func given(
        for known: MaxList.Response, _ name: String, _ asking: Asking
    ) -> GivenLoad? {
        let proposed = known.proposal
        let question =
            "training max of \(name.forTerminal)" + (proposed.map { " [\($0)]" } ?? "") + ": "
        guard let answer = asking.dialogue.ask(question) else { return nil }
        return GivenLoad(answer.isEmpty ? proposed ?? "" : answer)
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
