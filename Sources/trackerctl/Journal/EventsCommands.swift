import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct EventsCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "events", abstract: "Show what happened, from the journal.",
        subcommands: [List.self])
}

extension EventsCommands {
    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "events", abstract: "List events, newest first.",
            discussion: """
                'events' alone does the same. With --oldest or --since, they come in the order in \
                which they happened. If there are more than the limit, the last line on standard \
                error says how to see the rest.
                """,
            examples: [
                "events list --limit 20",
                "events list --types 'timer.finished,rest.*'",
                "events list --since 812",
            ])

        @Option("Only events after this number.", "seq")
        var since: Int64?

        @Option("Only events up to this number.", "seq")
        var until: Int64?

        @OptionGroup var types: EventTypes

        @Option("Only events about this thing.", "id")
        var subject: String?

        @OptionGroup var length: LimitOption<EventsList>

        @Flag(help: "Oldest first.")
        var oldest = false

        @Flag(help: "Newest first, also with --since.")
        var newestFirst = false

        @OptionGroup(title: Options.title) var options: Options

        private var isBackwards: Bool { newestFirst || !oldest && since == nil }

        func validate() throws {
            guard !(oldest && newestFirst) else {
                throw ValidationError("give --oldest or --newest-first, not both")
            }
        }

        func request() -> EventsList {
            EventsList(
                since: since, until: until, types: types.globs, subject: subject,
                limit: length.limit,
                newestFirst: isBackwards ? true : nil)
        }

        func remark(on result: EventsList.Response) -> String? {
            guard options.isForPeople, let next = result.next else { return nil }
            return Self.more(after: next, isAll: isAll, isBackwards: isBackwards)
        }

        /// Whether all events are listed, so that their numbers say how many there are.
        private var isAll: Bool { since == nil && types.globs == nil && subject == nil }

        /// - Parameter next: number of the event at which the next page begins.
        static func more(after next: Int64, isAll: Bool, isBackwards: Bool) -> String {
            let count = isAll && isBackwards ? "\(next) " : ""
            let verb = count == "1 " ? "is" : "are"
            return "there \(verb) \(count)more: continue with"
                + " \(isBackwards ? "--until" : "--since") \(next)"
        }
    }
}
