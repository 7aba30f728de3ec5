import TestSupport
import Testing
import TrackerCore

/// State that is made once and copied for each bench, since that is quicker.
struct SavedState {
    /// When it was saved.
    let clock: Moment
    private let database: [UInt8]

    /// Ends the bench's daemon, so that the database has everything.
    init(of bench: Bench) throws {
        bench.stop()
        clock = bench.clock
        database = try #require(File.bytes(bench.stateFolder + "/tracker.db"))
    }

    /// Lets a bench go on from it, at its time. The bench needs another seed than the one whose state it was: ids that
    /// are made of the same random numbers are taken.
    func resume(on bench: Bench) throws {
        let path = bench.folder.file("saved")
        try copy(to: path)
        bench.clock = clock
        try bench.replaceState(by: path)
        bench.forget()
    }

    /// Makes a state folder of it.
    func copy(to folder: String) throws {
        try File.makeFolder(folder)
        try File.write(database, to: folder + "/tracker.db")
    }
}
