import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension SetCommands {
    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "set", abstract: "Change a set.",
            discussion: """
                'edit' does the same. What you leave out stays as it is. You can give a set as in \
                'trackerctl set --help', which changes what it contains, or just a change: 6, \
                +2.5, @9, w. A load without a unit is in the set's unit. \
                'workout show' shows the ids.
                """,
            examples: [
                "set edit last 6x100",
                "set edit last 6",
                "set edit last +2.5",
                "set edit last @9",
                "set edit last 6 x 100 rpe 9 f",
                "set edit k3v9 --rpe 8 --note ''",
                "set edit last 12 --no-load",
                "set edit last --exercise 'incline bench press'",
            ], aliases: ["edit"])

        @OptionGroup var target: SetArgument

        @Argument(help: "What you did, such as 6x100kg@8, or a change: 5, +2.5 or @9.")
        var words: [String] = []

        @OptionGroup var changes: SetChanges
        @OptionGroup(title: Options.title) var options: Options

        private func line() throws(Rejection) -> SetNotation.Line {
            let line = try SetNotation.line(words, isNamed: true)
            guard line.sets.count < 2 else {
                throw .invalid(
                    "set",
                    "'\(words.joined(separator: " "))' is \(line.sets.count) sets: give one, as "
                        + SetNotation.examples)
            }
            return line
        }

        func check() throws {
            let line = try line()
            guard line.kind == nil || changes.type == nil else {
                throw ValidationError("the set already gives its type: leave out one of the two")
            }
            guard line.change == nil || !changes.noLoad else {
                throw ValidationError("you are changing the load: leave out --no-load")
            }
            guard !words.isEmpty || !changes.isEmpty else {
                throw ValidationError(
                    "nothing to change: give what you did, such as 6x100, or an option such as"
                        + " --rpe")
            }
            _ = try request()
        }

        func request() throws -> SetUpdate {
            let line = try line()
            var request = SetUpdate(set: target.set)
            if let set = line.sets.first { request.change(to: set) }
            if let change = line.change {
                request.loadChange = change.value
                request.unit = change.unit
            }
            if case .rpe(let rpe) = line.effort { request.rpe = .value(rpe) }
            if case .rir(let rir) = line.effort { request.rir = .value(rir) }
            try changes.write(to: &request)
            request.type = request.type ?? line.kind
            return request
        }
    }
}
