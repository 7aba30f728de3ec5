import TrackerAPI
import TrackerView

/// The client's main page: what one does every day, and where to find the rest. It fits on two screens.
struct ClientPage {
    let root: HelpDump.Command
    /// Names of the commands, in the groups used by `--help`.
    let groups: [(name: String, commands: [String])]

    var page: ManualPage {
        var roff = Roff()
        roff.head("trackerctl", names: ["trackerctl"], abstract: root.indexed)
        roff.macro("SH", "SYNOPSIS")
        roff.raw("\\fBtrackerctl\\fR [\\fIcommand\\fR [\\fIarguments\\fR]] [\\fIoptions\\fR]")
        roff.macro("SH", "DESCRIPTION")
        // A section here is one paragraph of the help.
        let statuses = "\n\n" + Trackerctl.exitStatuses
        roff.paragraphs((root.discussion ?? "").replacing(statuses, with: ""))
        roff.macro("SH", "COMMANDS")
        roff.raw(
            "Each has a page of its own, such as \(ManualPage.reference("trackerctl-timer")), and"
                + " \\fBtrackerctl timer \\-\\-help\\fR.")
        roff.table(groups.map { ($0.name, $0.commands.joined(separator: ", ")) }, indent: 19)
        roff.macro("SH", "COMMON OPTIONS")
        roff.table(
            root.visibleArguments.filter(\.isCommon).map { argument in
                let names = argument.spellings.joined(separator: ", ")
                return (
                    names + (argument.takesValue ? " \(argument.placeholder)" : ""),
                    argument.abstract ?? ""
                )
            }, indent: 19)
        roff.macro("SH", "EXIT STATUS")
        roff.table(ExitStatus.all.map { ("\($0)", $1) }, indent: 6)
        roff.macro("SH", "FILES")
        roff.table(Self.files, indent: 19)
        roff.macro("SH", "ENVIRONMENT")
        roff.table(Self.variables, indent: 19)
        roff.macro("SH", "SEE ALSO")
        let pages = [ManualPage.reference("trackerd"), ManualPage.reference("systemctl")]
        roff.raw(pages.joined(separator: ", ") + ", share/doc/trackerd/README.md")
        return ManualPage(name: "trackerctl", links: [], text: roff.text)
    }

    private static let files: [(term: String, meaning: String)] = [
        ("$XDG_RUNTIME_DIR/trackerd/trackerd.sock", "The daemon's socket."),
        ("$XDG_CACHE_HOME/trackerd/", "Pages written by 'report --html'."),
    ]

    static let variables: [(term: String, meaning: String)] = [
        ("TRACKERD_SOCKET", "The daemon's socket, unless --socket names it."),
        ("VISUAL, EDITOR", "The editor for 'program edit' and 'template edit'; by default vi."),
        ("NO_COLOR", "If set and not empty, no colours are used unless --color asks for them."),
        (
            "LC_ALL, LC_TIME, LANG",
            "The first day of the week in 'calendar'; the characters used in 'live'."
        ),
    ]
}
