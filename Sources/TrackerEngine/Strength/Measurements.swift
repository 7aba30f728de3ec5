import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records a measurement that is new or gone. Body weights have events of their own, in the words of
    /// `weight.log`.
    fileprivate func record(
        _ entry: Measurement, isGone: Bool = false
    ) throws -> Written<MeasurementView> {
        let view = MeasurementView(entry, zone: zone)
        guard let weight = WeightView(entry, zone: zone) else {
            return try record(
                isGone ? .measurementDeleted : .measurementLogged, entry, as: view, isGone: isGone)
        }
        try record(isGone ? .weightDeleted : .weightLogged, entry, as: weight, isGone: isGone)
        return try Written(view)
    }

    /// The body weight that was just recorded, as `weight.log` shows it.
    fileprivate func weight(_ entry: Measurement) throws -> Written<WeightView> {
        guard let view = WeightView(entry, zone: zone) else {
            preconditionFailure("a body weight has a unit of mass")
        }
        return try Written(view)
    }

    /// A measurement as it was given, at the given time or now.
    ///
    /// - Parameters:
    ///   - unit: `nil` for the unit of the last measurement of the same thing, which can't be one of time,
    ///     and for the preferred one of a first body weight.
    ///   - field: the parameter that has the value.
    fileprivate func measurement(
        of what: String, _ value: Double, _ unit: Quantity.Unit?, at time: When?,
        field: String = "value"
    ) throws -> Measurement {
        let key = NameKey.of(what)
        var (name, usual): (String, Quantity.Unit?) = (Measurement.weight, nil)
        if key == Measurement.weight {
            usual = Quantity.Unit(try transaction.settings().unit)
        } else {
            let last = try transaction.measurements(of: key, in: TimeSpan(), limit: 1).first
            (name, usual) = (last?.what ?? what, last?.quantity.unit)
            // Of 7h30m the unit is min, which nobody means who types 8.
            if unit == nil, usual?.dimension == .time {
                throw Rejection.invalid(
                    "unit", "\(name) is measured in h or min: say which, as in 8h or 45min")
            }
        }
        return try Measurement(
            id: newID(), what: name,
            quantity: Quantity(value, unit ?? usual, of: name, field: field),
            time: time.map(pastInstantOnDay) ?? local(now.wallMs),
            order: transaction.nextOrder(of: Measurement.self), field: field, at: now)
    }
}

extension MeasurementLog: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let what = try Text.name(what, field: "what")
        return try context.record(context.measurement(of: what, value, unit, at: at))
    }
}

extension MeasurementDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let entry: Measurement = try context.resolve(
            entry,
            Address(
                field: "entry", plural: "measurements", noun: "measurement",
                last: context.transaction.lastTouchedMeasurement))
        return try context.record(entry, isGone: true)
    }
}

extension MeasurementList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let key = what.map(NameKey.of)
        let span = try context.span(from: from, to: to)
        let entries = try context.transaction.measurements(of: key, in: span, limit: limit)
        let total = try total(listed: entries.count, limit: limit) {
            try context.transaction.measurementCount(of: key, in: span)
        }
        return Response(
            entries: entries.map { MeasurementView($0, zone: context.zone) }, total: total)
    }
}

// MARK: - Body weights

extension WeightLog: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let entry = try context.measurement(
            of: Measurement.weight, weight, unit.map(Quantity.Unit.init), at: at, field: "weight")
        _ = try context.record(entry)
        return try context.weight(entry)
    }
}

extension WeightDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let entry: Measurement = try context.resolve(
            entry,
            Address(
                field: "entry", plural: "weights", noun: "weight",
                isMeant: { $0.bodyWeight != nil }, last: context.transaction.lastTouchedWeight))
        _ = try context.record(entry, isGone: true)
        return try context.weight(entry)
    }
}

extension WeightList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let span = try context.span(from: from, to: to)
        let entries = try context.transaction.measurements(
            of: Measurement.weight, in: span, limit: limit)
        let total = try total(listed: entries.count, limit: limit) {
            try context.transaction.measurementCount(of: Measurement.weight, in: span)
        }
        return Response(
            entries: entries.compactMap { WeightView($0, zone: context.zone) }, total: total)
    }
}
