import Glibc
import TestSupport
import Testing

@testable import TrackerStore

@Suite struct ReserveTests {
    let folder: TemporaryFolder
    let reserve: Reserve
    var file: String { folder.path + "/reserve" }

    init() throws {
        folder = try TemporaryFolder()
        reserve = Reserve(stateFolder: folder.path)
    }

    @Test func itTakesUpItsSpace() throws {
        #expect(!reserve.isThere)
        #expect(reserve.fill())
        #expect(reserve.isThere)
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_size == 4 << 20)
        // The file isn't sparse: its blocks are allocated, so that nobody else can have them.
        #expect(Int64(status.st_blocks) * 512 >= 4 << 20)
        #expect(try permissions(of: file) == 0o600)
        #expect(reserve.fill())
    }

    @Test func givenUpItIsGone() {
        #expect(!reserve.giveUp())
        #expect(reserve.fill())
        #expect(reserve.giveUp())
        #expect(!reserve.isThere)
        #expect(access(file, F_OK) != 0)
        #expect(!reserve.giveUp())
        #expect(reserve.fill())
    }

    @Test func halfAReserveIsFilledUp() throws {
        let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
        #expect(ftruncate(descriptor, 1 << 20) == 0)
        close(descriptor)
        #expect(!reserve.isThere)
        #expect(reserve.fill())
        #expect(reserve.isThere)
    }

    @Test func whereItCannotBeThereIsNone() {
        #expect(mkdir(file, 0o700) == 0)
        #expect(!reserve.fill())
        #expect(!reserve.giveUp())
        #expect(!Reserve(stateFolder: folder.path + "/none").fill())
    }
}
