import Glibc
import TestSupport

/// A person's session with a message bus of its own, as far as programs need one.
package protocol Desktop {
    var stage: Stage { get }
    /// Environment variables of all its processes.
    var variables: [String: String] { get }
}

extension Desktop {
    /// Starts a program of the session.
    package func start(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Program {
        try stage.run(arguments, environment: variables.merging(environment) { $1 })
    }

    /// Runs a program of the session to its end.
    package func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Program.Result {
        try stage.result(arguments, environment: variables.merging(environment) { $1 })
    }

    /// Number of processes of a program in the session.
    package func count(of program: String) -> Int {
        ProcessFacts.count(
            of: program, with: "XDG_RUNTIME_DIR=\(variables["XDG_RUNTIME_DIR"] ?? "")")
    }

    /// Runs a program that must succeed, and returns its output.
    @discardableResult
    package func succeed(_ arguments: String...) throws -> String {
        let result = try run(arguments)
        guard result.ending == .exited(0) else {
            throw StageError("\(arguments): \(result.ending): \(result.complaints)")
        }
        return result.output
    }
}

/// A session with nothing but a message bus, which starts no servers by itself.
package final class SessionBus: Desktop {
    package let stage: Stage
    private let folder: String
    private var program: Program?

    /// - Parameters:
    ///   - isUp: whether the bus is there from the beginning.
    ///   - folder: the name of its folder in the stage, another for each of several buses.
    package init(_ stage: Stage, isUp: Bool = true, folder: String = "run") throws {
        self.stage = stage
        self.folder = folder
        try File.makeFolder(stage.file(folder))
        try File.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(path)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>

            """, to: configuration)
        if isUp { try begin() }
    }

    private var path: String { stage.file("\(folder)/bus") }
    private var configuration: String { stage.file("\(folder).conf") }

    package var variables: [String: String] {
        ["XDG_RUNTIME_DIR": stage.file(folder), "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]
    }

    /// Starts the bus.
    package func begin() throws {
        unlink(path)
        let program = try start([
            "dbus-daemon", "--nofork", "--config-file=\(configuration)",
        ])
        self.program = program
        // Its socket has a name before anybody can connect to it.
        try wait(for: "the bus: \(program.complaints)") {
            try File.exists(path) && run(["busctl", "--user", "list"]).ending == .exited(0)
        }
    }

    /// Ends the bus, and with it all connections to it.
    package func end() { program?.end() }
}
