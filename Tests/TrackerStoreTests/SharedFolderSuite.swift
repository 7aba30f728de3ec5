import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Tests in a real shared folder, with two machines that aren't there.
protocol SharedFolderSuite {
    var temporary: TemporaryFolder { get }
    var folder: SharedFolder { get }
}

extension SharedFolderSuite {
    static var here: String { "0123456789ab" }
    static var there: String { "zzzzzzzzzzzz" }

    func path(_ name: String, of writer: String = Self.here) -> String {
        temporary.file("\(writer)/\(name)")
    }

    func name(_ number: Int) throws -> SharedFile.Name {
        try #require(SharedFile.Name(number: number))
    }

    func draft(
        _ number: Int = 1, of writer: String = Self.here, _ lines: [String] = ["line"]
    ) throws -> SharedFile.Draft {
        var draft = SharedFile.Draft(writer: writer, name: try name(number))
        for line in lines {
            let fits = draft.add(line)
            #expect(fits)
        }
        return draft
    }

    @discardableResult
    func write(
        _ number: Int = 1, of writer: String = Self.here, _ lines: [String] = ["line"],
        isFinal: Bool = false
    ) throws -> FileMark {
        try folder.write(
            draft(number, of: writer, lines), as: name(number), of: writer, isFinal: isFinal)
    }

    func note(_ writer: String = Self.here) -> MachineNote {
        MachineNote(
            writer: writer, name: "laptop", program: "1.4.0", schema: 18, life: "aaaaaaaaaaaa")
    }

    func machine(_ writer: String = Self.here) throws -> SharedFolder.Machine {
        try #require(try folder.machine(writer))
    }

    /// Reason why a file isn't read; `nil` if it is.
    func unread(_ number: Int, of writer: String = Self.here) throws -> SharedFolder.Unread? {
        guard case .failure(let reason) = folder.read(try name(number), of: writer) else {
            return nil
        }
        return reason
    }

    func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
