import TrackerCore

/// Saved settings of a training session. Amounts are seconds or reps, depending on the mode.
package struct PresetView: Codable, Sendable, Hashable {
    package let id: String
    package let name: String
    package let mode: String
    package let target: Double
    package let adjustment: Double
    package let restMs: Int64
    /// Time to get ready before a hold; `nil` for none.
    package let readyMs: Int64?
    /// Id of the exercise; `nil` for none.
    package let exercise: String?
    package let exerciseName: String?

    package init(_ preset: Preset, exerciseName: String?) {
        let mode = preset.fields.mode
        id = preset.id
        name = preset.name
        self.mode = mode.rawValue
        target = mode.amount(preset.fields.target)
        adjustment = mode.amount(preset.fields.adjustment)
        restMs = preset.fields.restMs
        readyMs = preset.fields.readyMs > 0 ? preset.fields.readyMs : nil
        exercise = preset.fields.exercise
        self.exerciseName = exerciseName
    }
}

/// All presets, sorted by name.
package struct PresetList: ReadRequest, PlainRequest {
    package static let method = "preset.list"
    package init() {}

    package struct Response: Codable, Sendable {
        package let presets: [PresetView]
        package init(presets: [PresetView]) { self.presets = presets }
    }
}

/// Saves a preset, replacing any preset with the same name.
package struct PresetSave: ChangeRequest {
    package typealias Response = PresetList.Response
    package static let method = "preset.save"

    package var name: String
    package var parameters: TrainingParameters

    package init(name: String, _ parameters: TrainingParameters) {
        self.name = name
        self.parameters = parameters
    }

    private enum CodingKeys: CodingKey { case name }

    package init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        parameters = try TrainingParameters(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var named = encoder.container(keyedBy: CodingKeys.self)
        try named.encode(name, forKey: .name)
        try parameters.encode(to: encoder)
    }
}

package struct PresetDelete: ChangeRequest {
    package typealias Response = PresetList.Response
    package static let method = "preset.delete"

    package let name: String
    package init(name: String) { self.name = name }
}
