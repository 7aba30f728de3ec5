import TrackerAPI
import TrackerCore
import TrackerStore

extension WeightLog: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let unit = try unit ?? context.transaction.settings().unit
        let entry = try BodyWeight(
            id: context.newID(), weight: Load(weight, unit, field: "weight"),
            time: at.map(context.pastInstant) ?? context.local(context.now.wallMs),
            order: context.transaction.nextOrder(of: BodyWeight.self), at: context.now)
        return try context.append(
            .weightLogged, subject: entry.id, data: WeightView(entry, zone: context.zone), [entry])
    }
}

extension WeightDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let entry: BodyWeight = try context.resolve(
            entry,
            Address(
                field: "entry", plural: "weights", noun: "weight",
                // The first of the list, whenever it was noted.
                last: {
                    try context.transaction.bodyWeights(
                        in: context.span(from: nil, to: nil), limit: 1
                    ).first
                }))
        return try context.append(
            .weightDeleted, subject: entry.id, data: WeightView(entry, zone: context.zone),
            removed: [entry])
    }
}

extension WeightList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let entries = try context.transaction.bodyWeights(
            in: context.span(from: from, to: to), limit: limit)
        return Response(entries: entries.map { WeightView($0, zone: context.zone) })
    }
}
