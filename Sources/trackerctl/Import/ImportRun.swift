import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Carries out an import: reads the file and sends it piece by piece, shows the preview, and imports it if
/// wanted.
struct ImportRun {
    let client: Client
    let talk: Dialogue
    let progress: ProgressLine
    /// Parameters given by the person.
    var parameters: ImportParameters

    /// Sends the whole file.
    ///
    /// - Returns: the import's id.
    func send(_ file: SourceFile, format: String?) throws -> String {
        let opened = try client.call(
            ImportOpen(format: format, unit: parameters.unit, columns: parameters.columns))
        defer { progress.clear() }
        var pieces = TextPieces()
        var bytes = 0
        do {
            while case let piece = try file.next(), !piece.isEmpty {
                let text = try pieces.push(piece)
                if !text.isEmpty {
                    _ = try client.call(ImportAppend(import: opened.import, text: text))
                }
                bytes += piece.count
                progress.show("reading \(file.name.forTerminal)", bytes: bytes, of: file.size)
            }
            try pieces.finish()
        } catch let wrong as TextPieces.Wrong {
            throw Refusal(message: "\(file.name): \(wrong.message)", hint: wrong.hint)
        }
        guard bytes > 0 else { throw Refusal(message: "\(file.name) is empty") }
        return opened.import
    }

    /// The preview of the import. Asks the person for parameters that the file doesn't give.
    mutating func preview(_ id: String) throws -> ImportView {
        while true {
            do {
                progress.show("checking")
                defer { progress.clear() }
                return try client.call(parameters.preview(id))
            } catch ClientError.refused(let refusal) {
                let words = FieldWords(["import"])
                switch refusal.data.field {
                case "unit" where refusal.asksForBothUnits:
                    (parameters.unit, parameters.distanceUnit) = try askForUnits(
                        else: words.text(of: refusal))
                case "unit" where parameters.unit == nil:
                    parameters.unit = try ask(
                        "The file doesn't say which unit its loads are in. Which one?",
                        else: words.text(of: refusal), option: "--unit")
                case "distance_unit" where parameters.distanceUnit == nil:
                    parameters.distanceUnit = try ask(
                        "The file doesn't say which unit its distances are in. Which one?",
                        else: words.text(of: refusal), option: "--distance-unit")
                default: throw ClientError.refused(refusal)
                }
            }
        }
    }

    /// Asks about each exercise in the file whose match is uncertain.
    ///
    /// - Returns: whether any was confirmed.
    mutating func confirm(_ view: ImportView) -> Bool {
        guard talk.canAsk else { return false }
        var confirmed: Set<String> = []
        for exercise in view.exercises ?? [] where !exercise.sure {
            guard let ours = exercise.exercise, !confirmed.contains(ours) else { continue }
            let names = (exercise.name.forTerminal, exercise.called.forTerminal)
            guard talk.agrees("Is '\(names.0)' in the file your \(names.1)?") else { continue }
            confirmed.insert(ours)
            parameters.map[exercise.name] = ours
        }
        return !confirmed.isEmpty
    }

    private func ask<Unit: Choice>(
        _ question: String, else message: String, option: String
    ) throws -> Unit {
        let words = Unit.allCases.map(\.rawValue)
        let options = words.map { "\(option) \($0)" }.joined(separator: " or ")
        let answer = talk.canAsk ? talk.choice(question, of: words) : nil
        guard let unit = answer.flatMap(Unit.init(rawValue:)) else {
            throw Refusal(message: message, hint: "nothing was imported; add \(options)")
        }
        return unit
    }
}

extension ImportRun {
    /// Asks for the units of loads and of distances in one question.
    private func askForUnits(else message: String) throws -> (Load.Unit, DistanceUnit) {
        let units = Load.Unit.allCases.flatMap { load in
            DistanceUnit.allCases.map { (load, $0) }
        }
        let words = units.map { "\($0.rawValue) \($1.rawValue)" }
        let answer =
            talk.canAsk
            ? talk.choice(
                "The file doesn't say which units its loads and distances are in. Which ones?",
                of: words) : nil
        guard let place = answer.flatMap({ words.firstIndex(of: $0) }) else {
            throw Refusal(
                message: message,
                hint: "nothing was imported; add --unit kg or --unit lb, and --distance-unit m, "
                    + "--distance-unit km or --distance-unit mi")
        }
        return units[place]
    }
}

extension WireError {
    /// True if an import needs the unit of its loads and that of its distances.
    fileprivate var asksForBothUnits: Bool {
        data.field == "unit" && data.text?.pieces.contains(.field("distance_unit")) ?? false
    }
}

/// Parameters that a file may not give.
struct ImportParameters: Equatable {
    var unit: Load.Unit?
    var distanceUnit: DistanceUnit?
    /// The file's names of columns by the words for their meanings; `nil` to find them.
    var columns: [String: String]?
    /// Our exercises by their names in the file.
    var map: [String: String] = [:]

    func preview(_ id: String) -> ImportPreview {
        var request = ImportPreview(import: id)
        request.unit = unit
        request.distanceUnit = distanceUnit
        request.map = map.isEmpty ? nil : map
        return request
    }

    func commit(_ id: String) -> ImportCommit {
        var request = ImportCommit(import: id)
        request.unit = unit
        request.distanceUnit = distanceUnit
        request.map = map.isEmpty ? nil : map
        return request
    }
}

extension ImportText {
    /// Throws if nothing can be imported because no row is readable. If all of the file's workouts are
    /// already stored, that isn't an error.
    func requireDuplicates() throws {
        guard view.duplicates.isEmpty, view.changed.isEmpty, !view.skipped.isEmpty else { return }
        throw Refusal(message: "nothing in \(file) can be imported", hint: "its rows above say why")
    }
}
