import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Copies templates that come with the program: a plan with all of its templates, or a single one.
struct TemplateCopy: DaemonCommand, AnsweringCommand {
    static let methods = ShippedCopy.methods

    static let configuration = CommandConfiguration.leaf(
        "copy", of: "template", abstract: "Copy a shipped plan or template.",
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
        completion: .asking(TemplateList(shipped: true)) { ShippedCopy.names(of: $0.templates) })
    var name: String

    @OptionGroup(title: Options.title) var options: Options

    func answer(_ asking: Asking) throws -> Answer {
        try ShippedCopy(name: name).answer(asking, options)
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
        // Everything is asked before anything is changed.
        let lifts = try lifts(of: chosen, client, asking, options)
        let whole = try client.call(
            Atomic(calls: calls(copying: chosen, lifts)), as: Whole<Copies>.self)
        return Answer(
            json: try Output.line(whole.json),
            quiet: whole.value.results.map { $0.id + "\n" }.joined(), after: client.after
        ) { style in
            let unset = lifts.filter { $0.request == nil }
            let lines = unset.map { $0.known.text(in: style) }.joined()
            return AnswerText(whole.value.text(in: style) + lines)
        }
    }

    /// Requests for the copies, for the plan of all of them, and for the training maxes that the person gave.
    private func calls(copying chosen: [TemplateView], _ lifts: [Lift]) -> [any Request] {
        let copies = chosen.map { TemplateCreate(name: $0.name, from: $0.name) }
        var calls: [any Request] = copies
        if let plan = chosen.first?.plan, NameKey.of(plan) == NameKey.of(name) {
            calls.append(PlanCreate(name: plan, templates: chosen.map(\.name)))
        }
        for request in lifts.compactMap(\.request) { calls.append(request) }
        return calls
    }

    /// A lift that the templates take shares of, and whose training max isn't set.
    private struct Lift {
        /// The answer that says so, and what to type for it.
        let known: MaxList.Response
        /// Request with the training max that the person gave; `nil` where none was given.
        let request: MaxLog?
    }

    /// The lifts whose training max the templates need and that have none. A terminal asks for each.
    private func lifts(
        of templates: [TemplateView], _ client: Client, _ asking: Asking, _ options: Options
    ) throws -> [Lift] {
        var seen: Set<String> = []
        let exercises = templates.flatMap(\.exercises).filter { exercise in
            exercise.target.groups.contains { $0.percentOf == "max" }
                && seen.insert(exercise.exercise).inserted
        }
        return try exercises.compactMap { exercise -> Lift? in
            let known = try client.call(MaxList(exercise: exercise.exercise))
            guard known.entries.isEmpty else { return nil }
            guard asking.dialogue.canAsk, options.isForPeople,
                let load = try given(for: known, exercise.name, asking)
            else { return Lift(known: known, request: nil) }
            let request = MaxLog(exercise: exercise.exercise, load: load.value, unit: load.unit)
            return Lift(known: known, request: request)
        }
    }

    /// The training max that the person types, or the proposed one; `nil` for none.
    ///
    /// - Throws: a refusal of an answer that isn't a load.
    private func given(
        for known: MaxList.Response, _ name: String, _ asking: Asking
    ) throws -> GivenLoad? {
        let proposed = known.proposal
        let question =
            "training max of \(name.forTerminal)" + (proposed.map { " [\($0)]" } ?? "") + ": "
        guard let answer = asking.dialogue.ask(question) else { return nil }
        let text = answer.isEmpty ? proposed ?? "" : answer
        guard !text.isEmpty else { return nil }
        guard let load = GivenLoad(text) else {
            throw Refusal(
                message: "'\(text)' isn't a load: give \(GivenLoad.allowed)",
                hint: "nothing was copied")
        }
        return load
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
            let maxes = results.filter(\.isMax).map { $0.sentence(in: style) + "\n" }
            let copies = results.filter { !$0.isMax }.map { $0.sentence(in: style) + "\n" }
            return copies.joined()
                + "start with: trackerctl workout start"
                + (templates.count == 1 ? " '\(templates[0].name)'" : "") + "\n"
                + maxes.joined()
        }
    }

    /// A copy, the plan of all of them, or a training max that was given for them.
    private enum Copied: Decodable {
        case template(TemplateView)
        case plan(PlanView)
        case max(TrainingMaxView)

        init(from decoder: any Decoder) throws {
            if let template = try? TemplateView(from: decoder) {
                self = .template(template)
            } else if let plan = try? PlanView(from: decoder) {
                self = .plan(plan)
            } else {
                self = .max(try TrainingMaxView(from: decoder))
            }
        }

        var template: TemplateView? {
            guard case .template(let template) = self else { return nil }
            return template
        }

        var isMax: Bool { if case .max = self { true } else { false } }

        var id: String {
            switch self {
            case .template(let template): template.id
            case .plan(let plan): plan.id
            case .max(let max): max.id
            }
        }

        func sentence(in style: Style) -> String {
            switch self {
            case .template(let template): template.sentence(in: style)
            case .plan(let plan): plan.sentence(in: style)
            case .max(let max): max.sentence(in: style)
            }
        }
    }
}
