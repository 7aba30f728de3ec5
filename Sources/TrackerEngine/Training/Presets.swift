import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The preset with a name; case, accents and punctuation don't matter.
    func preset(_ name: String, field: String = "preset") throws -> Preset {
        let key = NameKey.of(String(name.prefix(Text.maximumNameLength + 1)))
        if let preset = try transaction.preset(key: key) { return preset }
        let advice = advice(
            insteadOf: name, among: try transaction.presets().map(\.name))
        throw Rejection(
            .notFound, "no preset '\(name.prefix(Text.maximumNameLength))'\(advice)", field: field)
    }

    fileprivate func presets() throws -> PresetList.Response {
        PresetList.Response(presets: try transaction.presets().map { try $0.view(in: self) })
    }
}

extension Preset: Recorded {
    func view(in context: Context) throws -> PresetView {
        PresetView(self, exerciseName: try context.name(ofExercise: fields.exercise))
    }
}

extension PresetList: Performable {
    func perform(in context: Context) throws -> Response { try context.presets() }
}

extension PresetSave: Performable {
    func perform(in context: Context) throws -> Response {
        let fields = try parameters.fields(in: context)
        let former = try context.transaction.preset(key: NameKey.of(name))
        // An existing name stays as it is, even if it would no longer be allowed.
        let name = try name == former?.name ? name : Text.name(name, field: "name")
        let id = try former?.id ?? context.id(of: Preset.self, from: NameKey.of(name))
        let preset = try Preset(id: id, name: name, fields: fields)
        try context.record(.presetSaved, preset)
        return try context.presets()
    }
}

extension PresetDelete: Performable {
    func perform(in context: Context) throws -> Response {
        try context.record(
            .presetDeleted, context.preset(name, field: "name"), isGone: true)
        return try context.presets()
    }
}
