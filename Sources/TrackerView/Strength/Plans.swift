import TrackerAPI

extension PlanView: Sentence {
    package func text(in style: Style) -> String { details(in: style) }

    /// Name of the next template; `nil` if there is none, or it isn't told.
    fileprivate var nextName: String? { templates.first { $0.template == next }?.name }

    /// Number of templates and the next one, such as `5x5: 2 templates, next: 5x5 B`.
    package func sentence(in style: Style) -> String {
        style.line(naming: [name.forTerminal, nextName?.forTerminal ?? ""]) { names in
            let next = nextName == nil ? "" : ", next: \(names[1])"
            return "\(style.strong(names[0])): \(counted(templates.count, "template"))\(next)"
                + style.id(id)
        }
    }

    /// The sentence, the templates with their exercises, and how these progress, with the last newline.
    private func details(in style: Style) -> String {
        var table = Table(">", "~TEMPLATE", "~EXERCISES")
        table.rows = templates.enumerated().map { index, member in
            [
                .init("\(index + 1)", style.faint), .init(member.name.forTerminal, style.strong),
                .init(member.exercises.map(\.forTerminal).joined(separator: ", ")),
            ]
        }
        var text = sentence(in: style) + "\n"
        if !templates.isEmpty { text += table.text(in: style) }
        for (title, exercises) in [("progress together", shared), ("progress apart", apart)]
        where !exercises.isEmpty {
            let names = exercises.map(\.name.forTerminal).joined(separator: ", ")
            text += style.wrapped("\(title): \(names)", indent: 2)
        }
        return text
    }
}

extension PlanList.Response: ShownList {
    package static var none: String {
        "no plans: 'trackerctl template list --shipped' shows some, 'trackerctl plan copy 5x5' "
            + "makes one yours"
    }
    package var ids: [String] { plans.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table("~NAME", "~NEXT", "ID", "~TEMPLATES")
        let ids = ShortIDs(plans.map(\.id))
        table.rows = plans.map { plan in
            [
                .init(plan.name.forTerminal, style.strong),
                .init(plan.nextName?.forTerminal ?? ""), ids.cell(plan.id, style),
                .init(plan.templates.map(\.name.forTerminal).joined(separator: ", ")),
            ]
        }
        return table.text(in: style)
    }
}
