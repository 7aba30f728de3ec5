import TestSupport

@testable import TrackerStore

/// The effect of a power cut on changes that weren't synced yet.
enum Fate: Sendable, Hashable, CaseIterable {
    case nothing, everything
    /// Everything is kept, except the end of the last write: whole sectors, or a cut within one.
    case tornAtSector, tornWithin
    /// Some changes are kept, in any order, torn or not; names are treated by themselves.
    case anything, manythings, severalThings

    /// One of those that lose something.
    static func anyOther(using dice: inout SplitMix) -> Fate {
        allCases.filter { $0 != .everything }.randomElement(using: &dice) ?? .nothing
    }
}

/// The state of a disk during a recording: changes that are certainly durable, and changes that only may
/// be.
struct DiskState {
    private static let sector = 512

    fileprivate struct File {
        var durable: [UInt8] = []
        var pending: [(order: Int, change: Change)] = []
    }

    private var files: [Int: File] = [:]
    private var names: [String: Int] = [:]
    private var pendingNames: [[(name: String, file: Int?)]] = []
    private var order = 0

    init(_ baseline: Image) {
        for (number, name) in baseline.files.keys.sorted().enumerated() {
            files[number] = File(durable: baseline.files[name] ?? [])
            names[name] = number
        }
    }

    mutating func apply(_ change: Change) {
        order += 1
        switch change {
        case .write(let file, _, _), .truncate(let file, _):
            files[file, default: File()].pending.append((order, change))
        case .sync(let file):
            files[file, default: File()].settle()
        case .name(let entries): pendingNames.append(entries)
        case .syncFolder(let folder):
            // Journals of file systems make a move durable in both folders.
            let isThere = { (entries: [(name: String, file: Int?)]) in
                entries.contains { Self.folder(of: $0.name) == folder }
            }
            for entries in pendingNames.filter(isThere) { Self.enter(entries, in: &names) }
            pendingNames.removeAll(where: isThere)
        }
    }

    private static func folder(of name: String) -> String {
        name.contains("/") ? Files.folder(of: name) : ""
    }

    private static func enter(
        _ entries: [(name: String, file: Int?)], in names: inout [String: Int]
    ) {
        for (name, file) in entries { names[name] = file }
    }

    // MARK: Cuts

    /// The contents that are found after a power cut.
    func image(_ fate: Fate, using dice: inout SplitMix) -> Image {
        var image = Image()
        let last = files.values.compactMap(\.pending.last?.order).max()
        for (name, file) in cutNames(fate, using: &dice).sorted(by: { $0.key < $1.key }) {
            guard let file = files[file] else {
                image.files[name] = []
                continue
            }
            image.files[name] = file.content(fate, last: last, sector: Self.sector, using: &dice)
        }
        return image
    }

    private func cutNames(_ fate: Fate, using dice: inout SplitMix) -> [String: Int] {
        var names = names
        switch fate {
        case .nothing: break
        case .everything, .tornAtSector, .tornWithin:
            for entries in pendingNames { Self.enter(entries, in: &names) }
        case .anything, .manythings, .severalThings:
            // File systems keep the order of names, but nothing guarantees that.
            let isOrdered = Bool.random(using: &dice)
            let kept = Int.random(in: 0...pendingNames.count, using: &dice)
            for (index, entries) in pendingNames.enumerated() {
                let isKept = isOrdered ? index < kept : Bool.random(using: &dice)
                if isKept { Self.enter(entries, in: &names) }
            }
        }
        return names
    }
}

extension DiskState.File {
    fileprivate mutating func settle() {
        for (_, change) in pending { Self.apply(change, to: &durable) }
        pending = []
    }

    fileprivate func content(
        _ fate: Fate, last: Int?, sector: Int, using dice: inout SplitMix
    ) -> [UInt8] {
        var bytes = durable
        guard !pending.isEmpty else { return bytes }
        switch fate {
        case .nothing: break
        case .everything:
            for (_, change) in pending { Self.apply(change, to: &bytes) }
        case .tornAtSector, .tornWithin:
            for (order, change) in pending {
                let unit = fate == .tornAtSector ? sector : 1
                let torn = order == last ? Self.torn(change, unit: unit, using: &dice) : change
                Self.apply(torn, to: &bytes)
            }
        case .anything, .manythings, .severalThings:
            let share = [0, 20, 50, 80, 95, 100].randomElement(using: &dice) ?? 50
            for (_, change) in pending {
                if Int.random(in: 0..<100, using: &dice) < share {
                    let isTorn = Int.random(in: 0..<10, using: &dice) == 0
                    let unit = Bool.random(using: &dice) ? sector : 1
                    Self.apply(
                        isTorn ? Self.torn(change, unit: unit, using: &dice) : change, to: &bytes)
                } else if Int.random(in: 0..<8, using: &dice) == 0 {
                    Self.grow(&bytes, by: change)
                }
            }
        }
        return bytes
    }

    /// A part of a write: its beginning or its end.
    private static func torn(
        _ change: Change, unit: Int, using dice: inout SplitMix
    ) -> Change {
        guard case .write(let file, let offset, let bytes) = change, bytes.count > 1 else {
            return change
        }
        let cut = Int.random(in: 1..<bytes.count, using: &dice) / unit * unit
        if Bool.random(using: &dice) {
            return .write(file: file, offset: offset, bytes: Array(bytes[..<cut]))
        }
        return .write(file: file, offset: offset + cut, bytes: Array(bytes[cut...]))
    }

    /// Gives the file its new length, without the written bytes.
    private static func grow(_ bytes: inout [UInt8], by change: Change) {
        guard case .write(_, let offset, let written) = change else { return }
        let missing = offset + written.count - bytes.count
        if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .write(_, let offset, let written):
            guard !written.isEmpty else { return }
            grow(&bytes, by: change)
            bytes.withUnsafeMutableBytes { buffer in
                written.withUnsafeBytes { source in
                    UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<offset + source.count])
                        .copyMemory(from: source)
                }
            }
        case .truncate(_, let size):
            if size < bytes.count { bytes.removeLast(bytes.count - size) }
        case .sync, .name, .syncFolder: break
        }
    }
}
