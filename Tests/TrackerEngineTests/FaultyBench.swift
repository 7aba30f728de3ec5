import Rig
import Testing
import TrackerAPI

extension Bench {
    /// A bench on a disk that can be made to fail.
    static func onFaultyDisk() throws -> (Bench, FaultyDisk) {
        var disk: FaultyDisk?
        let bench = try Bench { folder in
            try NewState.make(folder)
            disk = FaultyDisk(folder)
        }
        return (bench, try #require(disk))
    }

    /// The state of the storage according to `status`.
    var storage: String? {
        get throws { try call("status")["health"]?["storage"]?.string }
    }
}
