import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct ShortWordTests {
    /// A kind that this version doesn't know is told by what was done.
    @Test func anUnknownKindIsTold() throws {
        let result: LiveResult = try Sample.read(#"{"did":"lift.ended","view":{}}"#)
        #expect(try Next.parse([]).text(of: result, in: .plain) == "ended; ended\n")
    }
}
