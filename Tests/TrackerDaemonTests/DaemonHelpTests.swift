import Stage
import TestSupport
import Testing

@testable import TrackerDaemon

/// What `trackerd --help`, from which its manual page is made, tells of the daemon's surroundings.
@Suite struct DaemonHelpTests {
    private func help() throws -> String {
        var text = ""
        try Stage.with { stage in
            let result = try stage.result(
                [Built.trackerd, "--help"], environment: ["COLUMNS": "80"])
            #expect(result.ending == .exited(0))
            text = result.output
        }
        return text
    }

    /// The text of a section, up to the next heading.
    private func section(_ name: String, of help: String) throws -> String {
        let start = try #require(help.firstRange(of: "\n\(name)\n"), "\(name)").upperBound
        let rest = help[start...]
        return String(rest[..<(rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex)])
    }

    @Test func everyExitStatusIsTold() throws {
        let source = File.text(Checkout.path("Sources/trackerd/ExitStatus.swift"))
        let known = source.matches(of: /case \w+ = (\d+)/).map { String($0.1) }
        #expect(known.contains("64") && known.contains("78") && known.count >= 7)
        let told = try section("EXIT STATUS", of: help())
        for status in known { #expect(told.contains("  \(status)  "), "\(status)") }
        // All statuses that the unit treats specially are the daemon's own.
        let unit = File.lines(Checkout.path("systemd/trackerd.service"))
        let line = try #require(unit.first { $0.hasPrefix("RestartPreventExitStatus=") })
        let prevented = line.split { !$0.isNumber }.map(String.init)
        #expect(prevented.count >= 3 && Set(prevented).isSubset(of: known), "\(line)")
    }

    @Test func theFilesAreThoseOfTheProgram() throws {
        let told = try section("FILES", of: help())
        let base = ["CONFIG_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"]
        let variables = base.map { ("XDG_\($0)", "/$XDG_\($0)") }
        let paths = try Paths(
            configuration: nil, state: nil, socket: nil,
            environment: Dictionary(uniqueKeysWithValues: variables))
        let all =
            [paths.configuration, paths.state + "/tracker.db", paths.socket, paths.own.programs]
            + paths.own.files
        for path in all.compactMap(\.self) {
            #expect(told.contains("  \(path.dropFirst())"), "\(path)")
        }
    }

    @Test func everyVariableThatIsReadIsTold() throws {
        let told = try section("ENVIRONMENT", of: help())
        let reading = /(?:environment\[|getenv\(|environment\(|value\()"([A-Z_]+)"/
        func files(_ folder: String) -> [String] {
            File.names(in: folder).flatMap { name in
                name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : files("\(folder)/\(name)")
            }
        }
        let folders = ["trackerd", "TrackerDaemon", "Systemd", "UserFiles"]
        let texts = folders.flatMap { files(Checkout.path("Sources/\($0)")) }.map(File.text)
        var names = Set(texts.flatMap { $0.matches(of: reading).map { String($0.1) } })
        let bases = File.text(Checkout.path("Sources/TrackerCore/BaseFolder.swift"))
        for base in bases.matches(of: /case ([a-z]+) = "([A-Z_]+)"/)
        where texts.contains(where: { $0.contains("BaseFolder.\(base.1).") }) {
            names.insert(String(base.2))
        }
        #expect(names.isSuperset(of: ["XDG_STATE_HOME", "TZ", "NOTIFY_SOCKET"]))
        for name in names { #expect(told.contains(name), "\(name)") }
    }
}
