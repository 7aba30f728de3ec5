import Glibc

/// A reader of bytes from outside, with the promises that hold for any bytes.
package struct FuzzTarget: Sendable {
    package let name: String
    /// Runs one input.
    ///
    /// - Throws: `Broken` where a promise is broken.
    package let run: @MainActor @Sendable (_ input: [UInt8]) throws -> Void

    package static let all = [
        FuzzTarget(name: "lines", run: LineProperties.check),
        FuzzTarget(name: "messages", run: MessageProperties.check),
        FuzzTarget(name: "engine", run: EngineProperties.check),
        FuzzTarget(name: "rows", run: RowProperties.check),
        FuzzTarget(name: "shared-files", run: SharedFileProperties.checkFile),
        FuzzTarget(name: "shared-rows", run: SharedFileProperties.checkRows),
        FuzzTarget(name: "machine-notes", run: SharedFileProperties.checkNote),
        FuzzTarget(name: "durations", run: DurationProperties.check),
        FuzzTarget(name: "times", run: TimeProperties.check),
        FuzzTarget(name: "configuration", run: ConfigurationProperties.check),
        FuzzTarget(name: "libraries", run: LibraryProperties.check),
        FuzzTarget(name: "achievements", run: DefinitionProperties.checkAchievements),
        FuzzTarget(name: "challenges", run: DefinitionProperties.checkChallenges),
        FuzzTarget(name: "programs", run: ProgramProperties.check),
        FuzzTarget(name: "globs", run: GlobProperties.check),
        FuzzTarget(name: "schedules", run: ScheduleProperties.check),
        FuzzTarget(name: "given-times", run: GivenTimeProperties.check),
        FuzzTarget(name: "training-logs", run: TrainingLogProperties.check),
        FuzzTarget(name: "wayland", run: DesktopProperties.checkWayland),
        FuzzTarget(name: "x-servers", run: DesktopProperties.checkX),
        FuzzTarget(name: "x-cookies", run: DesktopProperties.checkCookies),
    ]
}

/// The error for a promise that an input broke.
package struct Broken: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Throws where a promise doesn't hold.
func demand(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
    if !holds { throw Broken(promise()) }
}

/// An input that is read from its beginning.
struct Input {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next byte; 0 at the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// The next eight bytes as a number, the lowest first.
    mutating func number() -> Int64 {
        var value: UInt64 = 0
        for place in 0..<8 { value |= UInt64(byte()) << (8 * place) }
        return Int64(bitPattern: value)
    }
}

// MARK: For libFuzzer

nonisolated(unsafe) private var chosen: FuzzTarget?

@_cdecl("fuzz_choose")
func choose(_ name: UnsafePointer<CChar>) -> Int32 {
    chosen = FuzzTarget.all.first { $0.name == String(cString: name) }
    return chosen == nil ? 0 : 1
}

@_cdecl("fuzz_run")
func run(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    MainActor.assumeIsolated {
        do { try chosen?.run(input) } catch { fatalError("\(error)") }
    }
}
