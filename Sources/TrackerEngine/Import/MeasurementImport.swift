import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

/// Imports the measurements of another program's file.
struct MeasurementImport {
    private let isReal: Bool
    private var context: Context
    private var fit: NativeFit
    private var parts: ImportParts
    private var order: Int64
    /// Names here of what is measured, by their keys; `nil` for what isn't measured here yet.
    private var names: [String: String?] = [:]
    /// Number of measurements in the file so far, by key and time.
    private var numbers: [String: Int] = [:]
    /// Ids of the file's measurements so far.
    private var ids: Set<String> = []
    private var imported = 0
    private var span: ClosedRange<Int64>?
    private var findings = ImportFindings()

    init(_ id: String, _ context: Context, isReal: Bool) throws {
        self.isReal = isReal
        self.context = context
        fit = NativeFit(context)
        parts = ImportParts(id, context)
        order = try context.transaction.nextOrder(of: Measurement.self)
    }

    /// Goes on in another transaction.
    ///
    /// - Parameter isChanged: whether others have changed something since the last one.
    mutating func turn(to context: Context, isChanged: Bool) throws {
        self.context = context
        parts.context = context
        try fit.turn(to: context, isChanged: isReal && isChanged)
        guard isReal, isChanged else { return }
        names = [:]
        order = max(order, try context.transaction.nextOrder(of: Measurement.self))
    }

    mutating func flush() throws { try parts.flush() }

    mutating func add(_ file: TrainingLog.Measurement) throws {
        let key = NameKey.of(file.what)
        let number = numbers["\(file.atMs) \(key)", default: 0] + 1
        numbers["\(file.atMs) \(key)"] = number
        let id = Self.id(key, atMs: file.atMs, number: number)
        ids.insert(id)
        guard file.atMs <= context.now.wallMs else {
            return try findings.skip(file.line, "the measurement is in the future")
        }
        guard try !isHere(file, key, id) else { return }
        guard try !context.transaction.isKnown(subject: id) else {
            return try findings.skip(file.line, "this measurement was deleted here")
        }
        do {
            let entry = try Measurement(
                id: id, what: name(key) ?? file.what,
                quantity: Quantity(file.value, file.unit, of: file.what),
                time: context.local(file.atMs), order: order, at: context.now)
            if let reason = try fit.accept(entry) {
                return try findings.skip(file.line, reason)
            }
            order += 1
            imported += 1
            span =
                min(
                    span?.lowerBound ?? file.atMs, file.atMs)...max(
                    span?.upperBound ?? file.atMs, file.atMs)
            if isReal { try parts.add([entry]) }
        } catch let error as Rejection where error.kind == .invalidParams {
            try findings.skip(file.line, error.message)
        }
    }

    mutating func finish(_ view: inout ImportView) throws {
        try parts.flush()
        view.workouts = 0
        view.sets = 0
        view.others = imported
        view.firstAt = span.map { context.zone.text(ofMs: $0.lowerBound) }
        view.lastAt = span.map { context.zone.text(ofMs: $0.upperBound) }
        findings.write(to: &view)
    }

    /// True if the measurement came in before, or was noted here.
    private func isHere(
        _ file: TrainingLog.Measurement, _ key: String, _ id: String
    ) throws -> Bool {
        guard try !context.transaction.has(Measurement.self, id: id) else { return true }
        let noted = try context.transaction.measurements(
            of: key, in: TimeSpan(fromMs: file.atMs, toMs: file.atMs + 1), limit: 100)
        return noted.contains {
            !ids.contains($0.id) && $0.quantity.value(in: file.unit) == file.value
        }
    }

    private mutating func name(_ key: String) throws -> String? {
        if let name = names[key] { return name }
        let last = try context.transaction.measurements(of: key, in: TimeSpan(), limit: 1).first
        names[key] = .some(last?.what)
        return last?.what
    }

    private static func id(_ key: String, atMs: Int64, number: Int) -> String {
        let suffix = number == 1 ? "" : "#\(number)"
        return Identifier.derived(from: "\(Measurement.table):\(atMs) \(key)\(suffix)")
    }
}
