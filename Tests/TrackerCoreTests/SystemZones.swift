import FoundationEssentials
import Testing
import TrackerCore

/// One zone of the system's data, read by RFC 9636, so that many zones can be asked at once.
struct SystemZone: Sendable, CustomTestStringConvertible {
    struct Transition: Sendable, Hashable {
        /// Seconds since 1970.
        let at: Int64
        let before: Int
        let after: Int

        /// Seconds by which the clock leaps ahead, or back.
        var leap: Int { after - before }
    }

    /// All names with these data.
    private(set) var names: [String]
    let firstOffset: Int
    /// Changes of the offset, in order.
    let transitions: [Transition]
    let zone: Zone

    var testDescription: String { names[0] }

    private static let folder = "/usr/share/zoneinfo"

    /// All zones; those with the same data are one.
    static let all: [SystemZone] = {
        var zones: [SystemZone] = []
        var places: [Data: Int] = [:]
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        for path in paths.sorted() where !path.hasPrefix("posix/") && !path.hasPrefix("right/") {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)"),
                data.starts(with: Array("TZif".utf8))
            else { continue }
            if let place = places[data] {
                zones[place].names.append(path)
            } else if let zone = SystemZone(name: path, data: Array(data)) {
                places[data] = zones.count
                zones.append(zone)
            }
        }
        return zones
    }()

    static func named(_ name: String) throws -> SystemZone {
        try #require(all.first { $0.names.contains(name) }, "the system has no \(name)")
    }

    /// Reads the second block of a file, whose times have 64 bits; `nil` where there is none.
    private init?(name: String, data: [UInt8]) {
        func number(_ place: Int, _ width: Int) -> Int64 {
            let value = data[place..<place + width].reduce(Int64(0)) { $0 << 8 | Int64($1) }
            return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : value
        }
        func counts(_ header: Int) -> [Int] {
            (0..<6).map { Int(number(header + 20 + 4 * $0, 4)) }
        }
        guard data.count > 44, data[4] >= UInt8(ascii: "2") else { return nil }
        let first = counts(0)
        let header =
            44 + first[3] * 5 + first[4] * 6 + first[5] + first[2] * 8 + first[1] + first[0]
        let (times, types) = (counts(header)[3], counts(header)[4])
        let timesAt = header + 44
        let typesAt = timesAt + times * 9
        let offsets = (0..<types).map { Int(number(typesAt + $0 * 6, 4)) }
        names = [name]
        firstOffset = offsets[0]
        var transitions: [Transition] = []
        var offset = firstOffset
        for index in 0..<times {
            let next = offsets[Int(data[timesAt + times * 8 + index])]
            let at = number(timesAt + index * 8, 8)
            if next != offset { transitions.append(.init(at: at, before: offset, after: next)) }
            offset = next
        }
        self.transitions = transitions
        zone = Self.zone(firstOffset, transitions)
    }

    /// An invented zone.
    init(firstOffset: Int, transitions: [(at: Int64, offset: Int)]) {
        names = ["invented"]
        self.firstOffset = firstOffset
        var offset = firstOffset
        self.transitions = transitions.map { next in
            defer { offset = next.offset }
            return Transition(at: next.at, before: offset, after: next.offset)
        }
        zone = Self.zone(firstOffset, self.transitions)
    }

    private static func zone(_ firstOffset: Int, _ transitions: [Transition]) -> Zone {
        let times = transitions.map(\.at)
        let offsets = [firstOffset] + transitions.map(\.after)
        return Zone { instant in
            var (low, high) = (0, times.count)
            while low < high {
                let middle = (low + high) / 2
                if times[middle] <= instant { low = middle + 1 } else { high = middle }
            }
            return offsets[low]
        }
    }

    /// The instant at which the local clock shows a time, by RFC 5545, section 3.3.5, found plainly from
    /// all of the zone's data.
    func unixSeconds(ofLocal local: Int64) throws -> Int64 {
        let nearby = transitions(near: local)
        if nearby.isEmpty { return local - Int64(zone.offsetSeconds(local)) }
        let shown = Set(nearby.flatMap { [$0.before, $0.after] })
            .map { local - Int64($0) }
            .filter { $0 + Int64(zone.offsetSeconds($0)) == local }
        if let first = shown.min() { return first }
        let gap = nearby.first {
            $0.at + Int64($0.before) <= local && local < $0.at + Int64($0.after)
        }
        return local - Int64(try #require(gap).before)
    }

    /// Transitions within three days.
    private func transitions(near local: Int64) -> ArraySlice<Transition> {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at < local - 259_200 { low = middle + 1 } else { high = middle }
        }
        return transitions[low...].prefix { $0.at <= local + 259_200 }
    }
}

struct SystemZoneTests {
    @Test func theSystemHasTheZonesOfTheWorld() throws {
        #expect(Set(SystemZone.all.flatMap(\.names)).count > 400)
        let berlin = try SystemZone.named("Europe/Berlin")
        let spring = SystemZone.Transition(at: 1_774_746_000, before: 3600, after: 7200)
        #expect(berlin.transitions.contains(spring))
        let apia = try SystemZone.named("Pacific/Apia").transitions.filter { $0.leap == 86_400 }
        #expect(apia.map(\.at).contains(1_325_239_200))
    }
}
