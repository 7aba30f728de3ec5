import ArgumentParser
import Glibc
import Systemd
import TrackerAPI
import TrackerDaemon
import TrackerStore
import UserFiles

@main
struct Trackerd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trackerd",
        abstract: "Keeps timers, rests and more, and tells you when they are over.",
        discussion: """
            Normally systemd runs it (systemctl --user enable --now trackerd.socket trackerd.service);
            talk to it with trackerctl. SIGHUP reloads the configuration, SIGTERM ends it.

            EXAMPLES
              trackerd                                    in the foreground
              trackerd --check                            is my configuration right?
              trackerd --state /tmp/t --socket /tmp/t/socket  a second one, to try things out

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

    @Flag(help: "Print the description of all methods for other programs (OpenRPC) and exit.")
    var describe = false

    @Flag(name: .shortAndLong, help: "Log every event.")
    var verbose = false

    /// Whatever makes a start impossible is told to those who wait at systemd's socket: left waiting, they would
    /// have it started again and again.
    static func main() {
        let passed = Result { try Activation.listeningSocket() }
        do {
            let command = try parse()
            Glibc.exit(command.start(passed))
        } catch {
            if exitCode(for: error) != .success {
                turnAwayClients(passed, because: UsageFault(description: message(for: error)))
            }
            exit(withError: error)
        }
    }

    /// - Parameter passed: systemd's socket; `nil` for none.
    /// - Returns: the exit status.
    private func start(_ passed: Result<Int32?, any Error>) -> Int32 {
        let log = Log(isVerbose: verbose)
        do {
            if describe {
                print(try RPCDiscover.text())
                return 0
            }
            // The program has one thread, which is the main one, but the parser's type doesn't say so.
            return try MainActor.assumeIsolated {
                guard let daemon = try daemon(passed, log) else { return 0 }
                let status = try daemon.run()
                daemon.close()
                return status
            }
        } catch {
            log.log(.critical, "\(error)")
            return ExitStatus(for: error).rawValue
        }
    }

    /// - Returns: `nil` where only the configuration was to be checked.
    @MainActor private func daemon(
        _ passed: Result<Int32?, any Error>, _ log: Log
    ) throws -> Daemon? {
        do {
            if let argument = RawText.unreadableArgument {
                throw UsageFault(description: "an argument isn't UTF-8 text: \(argument)")
            }
            let paths = try Paths(
                configuration: config, state: state, socket: socket,
                environment: currentEnvironment())
            if check {
                try checkConfiguration(paths)
                return nil
            }
            return try Daemon(paths, passed: passed.get(), version: programVersion, log: log)
        } catch {
            Self.turnAwayClients(passed, because: error)
            throw error
        }
    }

    private static func turnAwayClients(
        _ passed: Result<Int32?, any Error>, because error: any Error
    ) {
        guard case .success(let descriptor?) = passed else { return }
        MainActor.assumeIsolated {
            ListeningSocket.turnAwayClients(waitingAt: descriptor, because: error)
        }
    }

    private func checkConfiguration(_ paths: Paths) throws {
        let loaded = try ConfigurationFile.load(
            paths.configuration, mustExist: paths.configurationIsNamed)
        for warning in loaded.warnings { print("warning: \(warning)") }
        let library = MainActor.assumeIsolated {
            LibraryFile.warnings(paths.own) + LibraryFile.soundWarnings(paths.own)
        }
        for warning in library { print("warning: \(warning)") }
        print("\(paths.configuration): ok")
    }
}

/// A command line that can't be understood.
struct UsageFault: Error, CustomStringConvertible {
    let description: String
}
