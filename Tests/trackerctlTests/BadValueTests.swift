import ArgumentParser
import Testing

@testable import TrackerView
@testable import trackerctl

/// The message for an invalid value: it names the value and is never wrong.
@Suite struct BadValueTests {
    /// The message for wrong arguments of a command; `nil` for correct ones.
    private func complaint(of type: any ParsableCommand.Type, _ words: [String]) -> String? {
        do {
            _ = try type.parseAsRoot(words)
            return nil
        } catch {
            return type.message(for: error)
        }
    }

    /// Anything that begins with a dash after an option is the option's value, valid or not.
    @Test func everyOptionTakesWhatBeginsWithADash() throws {
        for (path, type) in MethodCoverageTests.commands
        where type.configuration.subcommands.isEmpty {
            for option in try HelpDump(of: type).command.visibleArguments where option.takesValue {
                for name in option.spellings {
                    let message = complaint(of: type, [name, "-5"]) ?? ""
                    let isWrong = ["Missing value", "Unknown option"].contains {
                        message.contains($0)
                    }
                    #expect(!isWrong, "\(path) \(name) -5: \(message)")
                    let isRefused = message.contains("invalid for '-")
                    #expect(!isRefused || message.contains(name), "\(message)")
                }
            }
        }
    }
}
