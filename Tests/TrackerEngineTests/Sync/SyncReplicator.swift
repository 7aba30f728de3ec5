import Glibc
import TestSupport

/// Program that carries files between the machines' copies of the shared folder, as Syncthing does. It knows the
/// versions of each file. What it carries may come late, cut short, twice, in an older version or not at all.
final class SyncReplicator {
    /// Content of a file; `nil` where there is none.
    typealias Content = [UInt8]?

    /// Size, time and inode of a file.
    fileprivate struct Mark: Equatable {
        let bytes: Int
        let modified: Int
        let nanoseconds: Int
        let inode: UInt

        /// - Returns: `nil` where there is no file.
        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            bytes = Int(status.st_size)
            modified = Int(status.st_mtim.tv_sec)
            nanoseconds = Int(status.st_mtim.tv_nsec)
            inode = UInt(status.st_ino)
        }
    }

    /// What lies at a path in a machine's copy of the folder.
    fileprivate struct Place {
        /// Number of the version that it is, or that it was made from, from 1; 0 for none.
        var base = 0
        var content: [UInt8]?
        var mark: Mark?
    }

    /// A machine's copy of the folder at some time.
    struct Snapshot {
        fileprivate let places: [String: Place]
    }

    private var dice: SplitMix
    /// Paths of all files, such as `<writer>/00000001.log`, in the order in which they were found.
    private var paths: [String] = []
    /// Versions by path, the newest last.
    private var versions: [String: [Content]] = [:]
    /// Places by the machine's name and by path.
    private var places: [String: [String: Place]] = [:]
    /// Number of files that were carried so far.
    private var carried = 0
    /// Number of conflict copies so far.
    private var conflicts = 0
    /// The newest change in any copy of the folder.
    private(set) var newest = "nothing"

    init(dice: SplitMix) { self.dice = dice }

    private func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    // MARK: Versions

    private func newestVersion(of path: String) -> (content: Content, number: Int) {
        guard let all = versions[path], let last = all.last else { return (nil, 0) }
        return (last, all.count)
    }

    private func add(_ content: Content, at path: String) {
        if versions[path] == nil { paths.append(path) }
        versions[path, default: []].append(content)
    }

    /// Takes up what a machine has changed in its copy of the folder.
    ///
    /// - Returns: whether it has changed anything.
    @discardableResult
    func gather(from machine: SyncMachine) -> Bool {
        var found = places[machine.name] ?? [:]
        var hasChanged = false
        let present = files(of: machine)
        let gone = Set(found.keys).subtracting(present).sorted()
        for path in present + gone {
            let whole = "\(machine.disk.path)/\(path)"
            let mark = Mark(whole)
            var place = found[path] ?? Place()
            guard mark != place.mark else { continue }
            let content = mark == nil ? nil : File.bytes(whole)
            place.mark = mark
            if content != place.content {
                place.content = content
                if take(&place, at: path) {
                    hasChanged = true
                    newest = "\(machine.name): \(path)\(content == nil ? " is removed" : "")"
                }
            }
            found[path] = place
        }
        places[machine.name] = found
        return hasChanged
    }

    /// Paths of the files in a machine's copy, sorted. Files that aren't whole yet aren't among them.
    private func files(of machine: SyncMachine) -> [String] {
        File.names(in: machine.disk.path).flatMap { writer in
            File.names(in: "\(machine.disk.path)/\(writer)").filter { !$0.hasPrefix(".") }
                .map { "\(writer)/\($0)" }
        }
    }

    /// Makes a new version of what a machine has changed. Where it didn't know the newest one, the other of the two
    /// becomes a conflict copy.
    ///
    /// - Returns: whether there is a new version.
    private func take(_ place: inout Place, at path: String) -> Bool {
        let (last, number) = newestVersion(of: path)
        if place.content == last {
            place.base = number
            return false
        }
        guard place.base != number, let other = last else {
            add(place.content, at: path)
            place.base = number + 1
            return true
        }
        place.base = 0
        // Whoever has removed a file that was changed elsewhere gets it back.
        guard let content = place.content else { return false }
        let isNewer = chance(50)
        if let copy = nameOfConflict(at: path) { add(isNewer ? other : content, at: copy) }
        if isNewer {
            add(content, at: path)
            place.base = number + 1
        }
        return true
    }

    /// Path of a new conflict copy; `nil` for a file of which there are none.
    private func nameOfConflict(at path: String) -> String? {
        guard path.hasSuffix(".log"), !path.contains("conflict") else { return nil }
        conflicts += 1
        let digits = String(conflicts)
        let time = String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
        return "\(path.dropLast(4)).sync-conflict-20260301-\(time)-ABCDEFG.log"
    }

    /// Rows in all versions of all files.
    func keys() -> Set<SyncKey> {
        var keys: Set<SyncKey> = []
        for content in versions.values.joined() {
            for line in (content ?? []).split(separator: UInt8(ascii: "\n")).dropFirst() {
                // A line begins with kind and id: {"k":"exercise","i":"…",
                let parts = line.split(
                    separator: UInt8(ascii: "\""), maxSplits: 8, omittingEmptySubsequences: false)
                guard parts.count > 8 else { continue }
                let texts = [parts[3], parts[7]].map { String(decoding: $0, as: UTF8.self) }
                keys.insert(SyncKey(kind: texts[0], id: texts[1]))
            }
        }
        return keys
    }

    // MARK: Carrying

    /// Brings everything that is new to a machine.
    ///
    /// - Returns: whether anything in its copy has changed.
    @discardableResult
    func carryAll(to machine: SyncMachine) throws -> Bool {
        var hasChanged = gather(from: machine)
        for path in paths where !isNewest(path, on: machine) {
            if place(path, on: machine).content != newestVersion(of: path).content {
                hasChanged = true
            }
            try carry(path, to: machine)
        }
        return hasChanged
    }

    /// Brings some of what is new to a machine, in any order, and with faults.
    ///
    /// - Parameter between: called between two files.
    func carrySome(to machine: SyncMachine, between: () throws -> Void) throws {
        gather(from: machine)
        for path in paths.shuffled(using: &dice) {
            // What is in step already is rarely touched.
            guard !isNewest(path, on: machine) || chance(3) else { continue }
            switch number(0...99) {
            case 0..<20: continue
            case 20..<28: try carryOlder(path, to: machine)
            case 28..<36:
                try put(cut(newestVersion(of: path).content), at: path, on: machine, base: 0)
            case 36..<40: try put(nil, at: path, on: machine, base: 0)
            default:
                try carry(path, to: machine)
                if chance(10) { try carry(path, to: machine) }
            }
            try between()
        }
    }

    /// Damages files in a machine's own subfolder, or all of them.
    func damage(_ machine: SyncMachine) throws {
        let own = paths.filter { $0.hasPrefix("\(machine.disk.writer)/") }
        let isAll = chance(25)
        for path in own where isAll || chance(30) {
            switch isAll ? 0 : number(0...2) {
            case 0: try put(nil, at: path, on: machine, base: 0)
            case 1: try put(cut(place(path, on: machine).content), at: path, on: machine, base: 0)
            default: try carryOlder(path, to: machine)
            }
        }
    }

    /// Removes a whole subfolder from a machine's copy.
    func removeSubfolder(on machine: SyncMachine) throws {
        let writers = File.names(in: machine.disk.path)
        guard let writer = writers.randomElement(using: &dice) else { return }
        for path in paths where path.hasPrefix("\(writer)/") {
            try put(nil, at: path, on: machine, base: 0)
        }
    }

    func snapshot(of machine: SyncMachine) -> Snapshot {
        gather(from: machine)
        return Snapshot(places: places[machine.name] ?? [:])
    }

    /// Puts a whole copy of the folder back.
    func putBack(_ snapshot: Snapshot, on machine: SyncMachine) throws {
        for name in File.names(in: machine.disk.path) {
            File.remove("\(machine.disk.path)/\(name)")
        }
        places[machine.name] = [:]
        for path in paths {
            guard let place = snapshot.places[path] else { continue }
            try put(place.content, at: path, on: machine, base: place.base)
        }
    }

    private func place(_ path: String, on machine: SyncMachine) -> Place {
        places[machine.name]?[path] ?? Place()
    }

    private func isNewest(_ path: String, on machine: SyncMachine) -> Bool {
        place(path, on: machine).base == versions[path]?.count
    }

    private func carry(_ path: String, to machine: SyncMachine) throws {
        let (content, number) = newestVersion(of: path)
        try put(content, at: path, on: machine, base: number)
    }

    private func carryOlder(_ path: String, to machine: SyncMachine) throws {
        guard let all = versions[path], let index = all.indices.randomElement(using: &dice) else {
            return
        }
        try put(all[index], at: path, on: machine, base: index + 1)
    }

    /// Beginning of a file, up to the end of a line or the middle of one.
    private func cut(_ content: Content) -> Content {
        guard let content, !content.isEmpty else { return content }
        let end = number(0...content.count - 1)
        guard chance(50), let last = content[..<end].lastIndex(of: UInt8(ascii: "\n")) else {
            return Array(content[..<end])
        }
        return Array(content[...last])
    }

    private func put(
        _ content: Content, at path: String, on machine: SyncMachine, base: Int
    ) throws {
        let whole = "\(machine.disk.path)/\(path)"
        let folder = String(whole.prefix(upTo: whole.lastIndex(of: "/") ?? whole.endIndex))
        if let content {
            try File.makeFolder(folder)
            let part = "\(folder)/.carried"
            try File.write(content, to: part)
            // No two files that were carried have the same time.
            carried += 1
            let time = timespec(tv_sec: 1_700_000_000 + carried, tv_nsec: 0)
            guard utimensat(AT_FDCWD, part, [time, time], 0) == 0, rename(part, whole) == 0 else {
                throw FileError("carry \(path)")
            }
        } else {
            unlink(whole)
            // It stays while there are other files in it.
            rmdir(folder)
        }
        places[machine.name, default: [:]][path] = Place(
            base: base, content: content, mark: Mark(whole))
    }
}
