import TrackerAPI

extension TemplateList.Response: ShownList {
    package static var none: String {
        "no templates: 'trackerctl template list --shipped' shows some to copy, and 'trackerctl "
            + "template create --help' how to make one"
    }
    package var ids: [String] { templates.map(\.id) }

    package func rows(in style: Style) -> String {
        templates.contains { $0.plan != nil } ? plans(in: style) : own(in: style)
    }

    private func own(in style: Style) -> String {
        var table = Table("~NAME", ">?DAYS A WEEK", ">?REST", "ID", "~EXERCISES")
        let ids = ShortIDs(templates.map(\.id))
        table.rows = templates.map { template in
            [
                .init(template.name.forTerminal, style.strong),
                .init(template.daysPerWeek.map { "\($0)" } ?? ""),
                .init(template.restMs.map(SpanText.elapsed) ?? ""), ids.cell(template.id, style),
                .init(template.exerciseList),
            ]
        }
        return table.text(in: style)
    }

    /// Shipped templates by plan, each plan with the note of its first template.
    private func plans(in style: Style) -> String {
        var plans: [String] = []
        for plan in templates.compactMap(\.plan) where !plans.contains(plan) { plans.append(plan) }
        let texts = plans.map { plan in
            let members = templates.filter { $0.plan == plan }
            var table = Table("~NAME", "~EXERCISES")
            table.rows = members.map {
                [.init($0.name.forTerminal, style.strong), .init($0.exerciseList)]
            }
            let note = members.first?.note.map { style.faint($0.forTerminal) + "\n" } ?? ""
            return "\(style.strong(plan.forTerminal))\n\(note)\(table.text(in: style))"
        }
        return texts.joined(separator: "\n")
            + "\nTo make one yours: trackerctl template copy '\(plans.first ?? "")'\n"
    }
}

extension TemplateView {
    /// The exercises, each with its sets and progression.
    fileprivate var exerciseList: String {
        exercises.map { "\($0.name.forTerminal) \($0.target.wholeNotation)" }
            .joined(separator: ", ")
    }
}
