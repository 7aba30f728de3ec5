extension Exercise {
    package func check(at now: Moment) throws(Rejection) {
        try Bounds.require(try fields.checked() == fields, "color")
        try Bounds.check(id: fields.variantOf, "variant_of")
        if let slug { try Text.checkName(slug, field: "slug") }
        try Bounds.require(slug != nil || !isEdited, "slug")
        try Self.check(names: aliases, field: "aliases")
        try Self.check(names: importNames, field: "import_names")
        try gear.check()
    }

    private static func check(names: [String], field: String) throws(Rejection) {
        try Bounds.require(names.count <= maximumAliases, field)
        for name in names { try Text.checkName(name, field: field) }
    }
}

extension LogEntry {
    package func check(at now: Moment) throws(Rejection) {
        try Bounds.check(id: exercise, "exercise")
        try Exercise.check(count: count, field: "count")
        try Bounds.check(atMs, in: Bounds.times, "at_ms")
        try Self.check(note: note)
        try Bounds.check(id: occurrence, "occurrence")
        try day.check(of: atMs)
        try Bounds.check(addOrder, in: Bounds.orders(at: now), "add_order")
    }
}
