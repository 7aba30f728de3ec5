import ArgumentParser
import Glibc
import Systemd
import TextFiles
import TrackerAPI
import TrackerDaemon
import TrackerStore

@main
struct Trackerd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trackerd",
        abstract: "Keeps timers, rests and more, and tells you when they are over.",
        discussion: """
            Normally systemd runs it (systemctl --user enable --now trackerd.socket trackerd.service);
            talk to it with trackerctl. SIGHUP reads the configuration again, SIGTERM ends it.

            EXAMPLES
              trackerd                                    in the foreground
              trackerd --check                            is my configuration right?
              trackerd --state /tmp/t --socket /tmp/t/socket  a second one, to try things

            EXIT STATUS
            \(HelpText.exitStatuses)

            FILES
            \(HelpText.fileRows)

            ENVIRONMENT
            \(HelpText.variableRows)
            """,
        version: programVersion)

    @Option(help: ArgumentHelp("Read this configuration.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Keep the database in this folder.", valueName: "folder"))
    var state: String?

    @Option(help: ArgumentHelp("Listen on this socket.", valueName: "path"))
    var socket: String?

    @Flag(help: "Check the configuration and exit.")
    var check = false

    @Flag(name: .shortAndLong, help: "Log every event.")
    var verbose = false

    mutating func run() throws {
        let log = Log(isVerbose: verbose)
        do {
            let paths = try Paths(
                configuration: config, state: state, socket: socket,
                environment: currentEnvironment())
            if check { return try checkConfiguration(paths) }
            // The program has one thread, which is the main one, but the parser's type doesn't say so.
            throw ExitCode(try MainActor.assumeIsolated { try serve(paths, log) })
        } catch let status as ExitCode {
            throw status
        } catch {
            log.log(.critical, "\(error)")
            throw ExitCode(ExitStatus(for: error).rawValue)
        }
    }

    @MainActor private func serve(_ paths: Paths, _ log: Log) throws -> Int32 {
        let passed = try Activation.listeningSocket()
        let daemon: Daemon
        do {
            daemon = try Daemon(paths, passed: passed, version: programVersion, log: log)
        } catch {
            if let passed {
                ListeningSocket.turnAwayClients(waitingAt: passed, because: error)
            }
            throw error
        }
        let status = try daemon.run()
        daemon.close()
        return status
    }

    private func checkConfiguration(_ paths: Paths) throws {
        let loaded = try ConfigurationFile.load(
            paths.configuration, mustExist: paths.configurationIsNamed)
        for warning in loaded.warnings { print("warning: \(warning)") }
        let library = MainActor.assumeIsolated {
            LibraryFile.warnings(paths.own)
        }
        for warning in library { print("warning: \(warning)") }
        print("\(paths.configuration): ok")
    }
}
