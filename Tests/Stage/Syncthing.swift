import Glibc
import TestSupport
import TrackerAPI

/// One of several Syncthings on this computer, which replicate a folder among themselves and know nobody else.
package final class Syncthing {
    private static let folderID = "trackerd"
    private static let key = "key-of-the-tests"

    private let stage: Stage
    private let home: String
    private let folder: String
    private let address: String
    private let peerAddress: String
    private let device: String
    private var program: Program?

    /// Starts one for each folder, and waits until all are connected.
    package static func connected(_ stage: Stage, _ folders: [String]) throws -> [Syncthing] {
        var ports = try freePorts(2 * folders.count)
        let all = try folders.enumerated().map { number, folder in
            try Syncthing(
                stage, "syncthing-\(number)", folder, port: ports.removeLast(),
                peerPort: ports.removeLast())
        }
        for one in all {
            try one.configure(all)
            try one.start()
        }
        for one in all { try one.waitUntilConnected() }
        return all
    }

    private init(
        _ stage: Stage, _ name: String, _ folder: String, port: UInt16, peerPort: UInt16
    ) throws {
        self.stage = stage
        self.folder = folder
        home = stage.file(name)
        address = "127.0.0.1:\(port)"
        peerAddress = "tcp://127.0.0.1:\(peerPort)"
        try File.makeFolder(home)
        let made = try stage.result(
            ["syncthing", "generate", "--home=\(home)", "--no-default-folder"],
            environment: ["HOME": home])
        let mark = "Device ID: "
        let lines = (made.output + "\n" + made.complaints).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(mark) }) else {
            throw StageError("syncthing generate: \(made.ending): \(made.complaints)")
        }
        device = String(line.dropFirst(mark.count))
        stage.atEnd { [self] in try? crash() }
    }

    /// Ports that nobody uses.
    private static func freePorts(_ count: Int) throws -> [UInt16] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        // All of them stay open until the last one is chosen, so that none is chosen twice.
        return try (0..<count).map { _ in
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { throw StageError(errno: "socket") }
            sockets.append(descriptor)
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
                }
            }
            guard result == 0 else { throw StageError(errno: "bind") }
            return UInt16(bigEndian: name.sin_port)
        }
    }

    private func configure(_ all: [Syncthing]) throws {
        let members = all.map { "<device id=\"\($0.device)\"></device>" }
        let devices = all.map {
            "<device id=\"\($0.device)\" name=\"\($0.address)\" compression=\"metadata\">"
                + "<address>\($0.peerAddress)</address></device>"
        }
        // What isn't written here is zero, which for `maxConflicts` means that one of two writers' files is lost.
        try File.write(
            """
            <configuration version="36">
              <folder id="\(Self.folderID)" label="\(Self.folderID)" path="\(folder)" \
            type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true" \
            fsWatcherDelayS="1" ignorePerms="false" autoNormalize="true">
                <filesystemType>basic</filesystemType>
                \(members.joined())
                <minDiskFree unit="%">0</minDiskFree>
                <maxConflicts>10</maxConflicts>
                <weakHashThresholdPct>25</weakHashThresholdPct>
                <markerName>.stfolder</markerName>
                <maxConcurrentWrites>2</maxConcurrentWrites>
              </folder>
              \(devices.joined(separator: "\n  "))
              <gui enabled="true" tls="false" debugging="false">
                <address>\(address)</address>
                <apikey>\(Self.key)</apikey>
              </gui>
              <options>
                <listenAddress>\(peerAddress)</listenAddress>
                <globalAnnounceEnabled>false</globalAnnounceEnabled>
                <localAnnounceEnabled>false</localAnnounceEnabled>
                <announceLANAddresses>false</announceLANAddresses>
                <relaysEnabled>false</relaysEnabled>
                <natEnabled>false</natEnabled>
                <stunKeepaliveStartS>0</stunKeepaliveStartS>
                <crashReportingEnabled>false</crashReportingEnabled>
                <urAccepted>-1</urAccepted>
                <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
                <startBrowser>false</startBrowser>
                <reconnectionIntervalS>1</reconnectionIntervalS>
                <minHomeDiskFree unit="%">0</minHomeDiskFree>
                <setLowPriority>false</setLowPriority>
              </options>
            </configuration>

            """, to: "\(home)/config.xml")
    }

    // MARK: Running

    /// Starts it without waiting for anything.
    package func start() throws {
        program = try stage.run(
            ["syncthing", "serve", "--home=\(home)", "--no-browser", "--no-restart"],
            environment: ["HOME": home])
    }

    /// Kills both of its processes. The first one would start the second one again, so it goes first.
    package func crash() throws {
        program?.end()
        let variable = "HOME=\(home)"
        try wait(for: "the end of a Syncthing") {
            let pids = ProcessFacts.pids(of: "syncthing", with: variable)
            for pid in pids { kill(pid, SIGKILL) }
            return pids.isEmpty
        }
    }

    private func waitUntilConnected() throws {
        try wait(upTo: 60, for: "a connected Syncthing: \(program?.output.suffix(1000) ?? "")") {
            let peers = try answer("system/connections")?["connections"]
            guard case .object(let members) = peers else { return false }
            let others = members.filter { $0.key != device }.values
            return !others.isEmpty && others.allSatisfy { $0["connected"] == .bool(true) }
        }
    }

    /// Parts it from all others.
    package func pause() throws { try order("system/pause") }

    /// Ends a pause, without waiting for the others.
    package func resume() throws { try order("system/resume") }

    /// Has it look at its folder right away, also for what was removed, which it otherwise waits with for a minute.
    package func scan() throws { try order(Self.scanPath) }

    /// Waits until all have scanned their folders, and none needs anything from another. One that meets a file that
    /// changes while it is replaced or deleted tries again only a minute later.
    package static func waitUntilInSync(_ all: [Syncthing]) throws {
        for syncthing in all { try syncthing.scan() }
        try wait(upTo: 90, for: "the folders to be in step") {
            try all.allSatisfy { syncthing in
                let status = try syncthing.answer("db/status?folder=\(folderID)")
                return status?["state"] == .string("idle")
                    && status?["needTotalItems"] == .integer(0)
            }
        }
    }

    // MARK: Requests

    private static let scanPath = "db/scan?folder=\(folderID)"

    /// The command of `scan`, for `after_write`.
    package var scanCommand: [String] { command(Self.scanPath, "POST") }

    private func command(_ path: String, _ method: String) -> [String] {
        [
            "curl", "--silent", "--show-error", "--fail", "--max-time", "20", "--request", method,
            "--header", "X-API-Key: \(Self.key)", "http://\(address)/rest/\(path)",
        ]
    }

    private func order(_ path: String) throws {
        let result = try stage.result(command(path, "POST"))
        guard result.ending == .exited(0) else {
            throw StageError("\(path): \(result.ending): \(result.complaints)")
        }
    }

    /// The answer to a request; `nil` while it isn't ready.
    private func answer(_ path: String) throws -> JSONValue? {
        let result = try stage.result(command(path, "GET"))
        return result.ending == .exited(0) ? try JSONValue(text: result.output) : nil
    }
}
