import TestSupport

extension Model {
    /// The records that a set or a workout has made, from the event that tells them, which the model takes;
    /// none where no such event comes next. Which ones they are is derived.
    ///
    /// - Parameters:
    ///   - subject: id of the set, or of the workout.
    ///   - members: what the event tells besides.
    @discardableResult
    mutating func takeRecords(of subject: String, _ members: [String: Json]) -> Json {
        guard let clue = nextClue, clue.type == "record.set", clue.subject == subject,
            let made = clue.data["records"], !made.list.isEmpty
        else { return [] }
        let soFar = clue.data["so_far"]?.list ?? []
        var data = members
        data["records"] = made
        data["so_far"] = .list(soFar)
        record(
            "record.set", subject, .object(data),
            alert: soFar.isEmpty ? nil : soFar.count == 1 ? "New record" : "New records")
        return made
    }
}
