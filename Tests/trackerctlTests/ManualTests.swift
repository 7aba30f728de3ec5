import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// The manual pages, as they are written. How they look is in the end-to-end tests.
@Suite struct ManualTests {
    let pages: [String: ManualPage]
    let client: String

    init() throws {
        let all = try ManualPage.ofClient()
        pages = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
        client = try #require(pages["trackerctl"]).text
    }

    @Test func everyCommandIsOnThePageOfItsGroup() throws {
        for (path, type) in MethodCoverageTests.commands where type.configuration.shouldDisplay {
            let words = path.split(separator: " ").map(String.init)
            let page = try #require(pages["trackerctl-\(words[1])"], "\(path)").text
            guard type.configuration.subcommands.isEmpty else { continue }
            #expect(page.contains(Roff.bold(path)), "\(path)")
            for alias in type.configuration.aliases where words.count > 2 {
                #expect(page.contains(Roff.bold("\(words[1]) \(alias)")), "\(path): \(alias)")
            }
        }
    }

    /// Whoever types a command as the shell has it finds its page.
    @Test func shortWordsHavePages() {
        let names = Set(pages.values.flatMap { [$0.name] + $0.links })
        for type in Trackerctl.configuration.subcommands where type.configuration.shouldDisplay {
            for word in [type._commandName] + type.configuration.aliases {
                #expect(names.contains("trackerctl-\(word)"), "\(word)")
            }
        }
        #expect(names.count == pages.count + pages.values.map(\.links.count).reduce(0, +))
        #expect(names.contains("trackerctl-remind") && names.contains("trackerctl-train"))
        #expect(!names.contains { $0.contains("generate-manual") })
    }

    @Test func theFirstPageNamesEveryCommand() {
        let text = client.replacing("\\-", with: "-")
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
        for name in pages.keys where name != "trackerctl" {
            #expect(words.contains(name.dropFirst("trackerctl-".count)), "\(name)")
        }
    }

    /// What every command takes is described once. These three take some of it only, which is theirs.
    @Test func commonOptionsAreOnTheFirstPageAlone() {
        let others: Set = ["trackerctl", "trackerctl-bar", "trackerctl-live", "trackerctl-setup"]
        for option in ["--json", "--quiet", "--notify", "--color", "--socket"] {
            let tag = Roff.escaped(option)
            #expect(client.contains(tag), "\(option)")
            for page in pages.values where !others.contains(page.name) {
                #expect(!page.text.contains("\n\\fB\(tag)\\fR"), "\(page.name): \(option)")
            }
        }
    }

    @Test func everyExitStatusIsOnTheFirstPage() throws {
        let source = File.text(Checkout.path("Sources/trackerctl/Failures/ExitStatus.swift"))
        let statuses = source.matches(of: /static let \w+: CInt = (\d+)(?: \+ SIGPIPE)?/)
            .map { $0.0.hasSuffix("SIGPIPE") ? "\(ExitStatus.readerGone)" : String($0.1) }
        #expect(statuses.count >= 6)
        let section = try #require(client.split(separator: ".SH \"EXIT STATUS\"").last)
        for status in statuses + ["0"] { #expect(section.contains("\n\\fB\(status)\\fR\n")) }
        #expect(ExitStatus.all.count == statuses.count + 1)
    }

    @Test func variablesOfTheClientAreOnTheFirstPage() throws {
        // What only tells how the terminal, the screen or a menu is, isn't set for this program.
        let others: Set = [
            "COLORTERM", "DISPLAY", "HOME", "LC_CTYPE", "PATH", "ROFI_INFO", "ROFI_RETV", "SHELL",
            "TERM", "TMPDIR", "WAYLAND_DISPLAY", "XDG_CONFIG_HOME",
        ]
        let texts = try SourceText.all(in: ["trackerctl", "TrackerClient", "UserFiles"])
        let names = texts.flatMap { text in
            // Each name in the brackets of the call, or in the list whose names are looked up.
            text.matches(of: /environment\("([A-Z_]+)"\)/).map { [String($0.1)] }
                + text.matches(of: /\[("[A-Z_", ]+")\][.a-z]*compactMap\(SocketPath/).map {
                    $0.1.split { !$0.isUppercase && $0 != "_" }.map(String.init)
                }
        }.flatMap(\.self)
        let variables = Set(names).subtracting(others)
        #expect(variables.isSuperset(of: ["TRACKERD_SOCKET", "NO_COLOR", "EDITOR"]))
        let section = try #require(client.split(separator: ".SH \"FILES\"").last)
        for name in variables { #expect(section.contains(name), "\(name)") }
    }

    @Test func hostileTextStaysText() {
        #expect(Roff.escaped(".so /etc/passwd") == "\\&.so /etc/passwd")
        #expect(Roff.escaped("a\\b 'c' --x") == "a\\eb \\(aqc\\(aq \\-\\-x")
    }

    // MARK: trackerd(1)

    private func daemon(_ discussion: String) throws -> String {
        let dump = try JSONText.of([
            "command": ["commandName": "trackerd", "abstract": "Keeps.", "discussion": discussion]
        ])
        return DaemonPage(root: try HelpDump(json: Array(dump.utf8)).command).page.text
    }

    @Test func headingsAndTermsOfTheDaemonsHelpAreSections() throws {
        let page = try daemon(
            """
            It runs.

            EXAMPLES
              trackerd   in the foreground

            EXIT STATUS
              0  stopped
              64  wrong  usage

            ENVIRONMENT
              HOME
                  yours

            FILES
              $XDG_STATE_HOME/a b
                  the state,
                  as it is
            """)
        #expect(page.contains(".SH \"DESCRIPTION\"\nIt runs.\n.SH"))
        #expect(page.contains("\n.nf\ntrackerd   in the foreground\n"))
        #expect(page.contains("\n\\fB64\\fR\nwrong  usage\n"))
        #expect(page.contains("\n\\fBHOME\\fR\nyours\n"))
        #expect(page.contains("\n\\fB$XDG_STATE_HOME/a b\\fR\nthe state, as it is\n"))
        #expect(page.hasPrefix(".TH TRACKERD 1 \(programDate) "))
    }

    @Test func anEmptyHelpMakesAPage() throws {
        #expect(try daemon("").contains(".SH \"SEE ALSO\""))
        #expect(try daemon("FILES").contains(".SH \"FILES\"\n"))
    }
}

/// Swift sources of this checkout.
enum SourceText {
    static func all(in targets: [String]) throws -> [String] {
        func files(_ folder: String) -> [String] {
            File.names(in: folder).flatMap { name in
                name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : files("\(folder)/\(name)")
            }
        }
        let paths = targets.flatMap { files(Checkout.path("Sources/\($0)")) }
        try #require(!paths.isEmpty)
        return paths.map(File.text)
    }
}
