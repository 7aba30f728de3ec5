import GRDB
import TrackerAPI
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

/// Work of a step between two machines, which goes on until it is done.
enum SharingWork {
    /// Sharing begins, and older rows get their first stamps.
    case stamps
    /// The other machine merges what is new here, and tells what is new there.
    case exchange
    case merge(MergeWork)
    /// What the shared folder asks for is done; the replicated files go both ways where `exchanges`.
    case folder(exchanges: Bool)
    /// The machine takes another id than this one.
    case identity(former: String)
}

/// What a machine shares.
struct SharedState: Sendable, Equatable {
    /// Fingerprint of the shared rows with their stamps, equal for equal ones within one run. Challenges are left out,
    /// since progress offers them after the changes of a step.
    var rows = 0
    /// Latest stamp that was given or met; empty while nothing is shared.
    var lastStamp = ""
}

/// What was shared when somebody was told of a step's end, or a slice was over.
struct SharedMark: Sendable {
    /// Number of the commit.
    let commit: Int
    let state: SharedState
    /// Digest of everything that is shared; `nil` except after a step of sharing.
    let digest: String?
    /// Whether one commit has all of the step's changes of shared rows.
    let isOneChange: Bool
}

extension Step {
    /// Whether each of the step's marks has one commit with changes of shared rows at most.
    var isOneChange: Bool {
        switch self {
        case .ask, .again, .share, .merge, .newIdentity: true
        default: false
        }
    }

    var isOfSharing: Bool {
        switch self {
        case .share, .merge, .newIdentity: true
        default: false
        }
    }
}

extension Machine {
    // MARK: Steps

    /// Starts to share this machine's rows, if it doesn't yet.
    func share() throws {
        pending = [usesFolder ? .folder(exchanges: false) : .stamps]
        try goOn()
    }

    /// Exchanges rows with the other machine, both ways.
    func mergeCompanion() throws {
        guard let companion else { return }
        pending = usesFolder ? [.folder(exchanges: true)] : [.stamps, .exchange]
        if usesFolder { try companion.beginRound(at: clock) }
        try goOn()
    }

    func merge(_ lines: [String]) throws {
        pending = [.merge(MergeWork(lines, of: "other"))]
        try goOn()
        guard pending.isEmpty else { throw Finding("the merge isn't over: \(log.suffix(3))") }
    }

    func takeNewIdentity() throws {
        pending = [.identity(former: try writer)]
        if usesFolder { pending.append(.folder(exchanges: false)) }
        try goOn()
    }

    /// Continues the last step with the other machine, slice by slice, until it is over or the disk fails.
    func goOn() throws {
        // More slices than any step has.
        for _ in 1...10_000 {
            guard let work = pending.first else { break }
            let logged = log.count
            guard try !engine.health.isDegraded, try advance(work), log.count == logged else {
                return
            }
            try afterSlice()
        }
        guard pending.isEmpty, try !engine.health.isDegraded else { return }
        take(try engine.settleProgress(at: clock, while: { true }))
    }

    /// - Returns: whether the work can go on at once.
    private func advance(_ work: SharingWork) throws -> Bool {
        let engine = try self.engine
        var left = sliceRows
        let hasTime: () -> Bool = {
            left -= 1
            return left > 0
        }
        switch work {
        case .stamps:
            guard engine.isSharing else {
                take(engine.beginSharing(at: clock))
                return true
            }
            let (isOver, _, outcome) = engine.stampRows(at: clock, while: hasTime)
            take(outcome)
            if isOver { pending.removeFirst() }
        case .exchange:
            // It may be impossible to read now.
            guard let companion,
                let mine = try? engine.sharedLines(after: given, at: clock)
            else { return false }
            let theirs = try companion.exchange(mine.lines, after: taken, at: clock)
            (given, taken) = (mine.last, theirs.last)
            pending = [.merge(MergeWork(theirs.lines, of: "other"))]
        case .merge(let merge):
            take(engine.merge(merge, at: clock, while: hasTime))
            if merge.isOver { pending.removeFirst() }
            guard merge.damaged == 0, !log.contains(where: { $0.contains("internal error") })
            else { throw Finding("\(merge.damaged) damaged lines: \(log.suffix(3))") }
        case .folder(let exchanges):
            if try beginFolder() || stepInFolder(while: hasTime) { return true }
            if exchanges, try companion?.exchangeFiles(with: self) == true { return true }
            pending.removeFirst()
        case .identity(let former):
            if try writer == former { take(engine.takeNewIdentity(.life, at: clock)) }
            // An attempt that failed may have been carried out.
            if !engine.health.isDegraded, try writer != former { pending.removeFirst() }
        }
        return true
    }

    // MARK: What is shared

    /// The machine's present id, as its new stamps have it.
    var writer: String {
        get throws { try engine.store.read(at: clock) { $0.device } }
    }

    /// Lines of everything that is shared.
    func sharedLines() throws -> [String] { try engine.sharedLines(after: .start, at: clock).lines }

    func sharedDigest() throws -> String { try engine.sharedDigest(at: clock).digest }

    func sharedState() throws -> SharedState {
        try engine.store.read(at: clock) { transaction -> SharedState in
            guard transaction.isSharing else { return SharedState() }
            var hasher = Hasher()
            try transaction.forEachEntry(after: .start, limit: .max) { entry, _ in
                guard entry.kind != Challenge.table else { return }
                let row = entry.row
                for text in [
                    entry.kind, entry.id, entry.place.rawValue, row.stamps.json, row.deleted.json,
                    row.replaced.object, SharedRow.json(row.columns),
                ] {
                    hasher.combine(text)
                }
            }
            return SharedState(
                rows: hasher.finalize(),
                lastStamp: try transaction.meta(.lastStamp, as: String.self) ?? "")
        }
    }

    /// Latest stamps of a kind's rows that have changed since an event.
    func stamps<E: StoredEntity>(of kind: E.Type, after seq: Int64) throws -> [String] {
        try engine.store.read(at: clock) { transaction -> [String] in
            var stamps: [String] = []
            let place = SharedPlace(seq: seq, kind: "~", id: "")
            try transaction.forEachEntry(after: place, limit: .max) { entry, _ in
                if entry.kind == E.table { stamps.append(entry.row.latest.text) }
            }
            return stamps
        }
    }
}
