extension Configuration.Reminders {
    /// The default schedule of a reminder.
    package var schedule: Schedule.Fields {
        Schedule.Fields(every: .ms(everyMs), between: .text(between), days: .text(days))
    }

    /// Copy of a schedule with defaults for the members that weren't given. An interval that is longer than
    /// the default windows is meant for the whole day.
    package func completing(_ given: Schedule.Fields) -> Schedule.Fields {
        var fields = given
        if given.once != nil { return given }
        if fields.at == nil {
            fields.every = given.every ?? .ms(everyMs)
            fields.between = given.between ?? .text(between)
        }
        if case .byDay = given.between { return fields }
        fields.days = given.days ?? .text(days)
        let isTooLong = given.between == nil && (try? Schedule(fields)) == nil
        if isTooLong { fields.between = nil }
        return fields
    }
}
