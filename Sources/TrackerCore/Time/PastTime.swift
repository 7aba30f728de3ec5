extension Moment {
    /// Refuses a given time before 1970, and one more than a day in the future: clocks may be off by less.
    package func check(near ms: Int64) throws(Rejection) {
        try Self.check(since1970: ms)
        guard ms <= wallMs + LogEntry.maximumAheadMs else {
            throw .invalid("at", "\(field: "at") is more than a day in the future")
        }
    }

    /// Refuses a given time before 1970, and one in the future.
    package func check(past ms: Int64, field: String = "at") throws(Rejection) {
        try Self.check(since1970: ms, field: field)
        guard ms <= wallMs else { throw .ahead(field) }
    }

    static func check(since1970 ms: Int64, field: String = "at") throws(Rejection) {
        guard ms >= 0 else { throw .invalid(field, "\(field: field) is before 1970") }
    }
}

extension Rejection {
    package static func ahead(_ field: String) -> Rejection {
        .invalid(field, "\(field: field) is in the future: give a past time")
    }
}
