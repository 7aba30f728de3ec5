import ArgumentParser

/// Globs of `--types`.
struct EventTypes: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only events of these types, such as 'timer.*'.",
            discussion: "Can be repeated, or given as a list with commas.",
            valueName: "globs"))
    var types: [String] = []

    var globs: [String]? {
        let globs = types.flatMap { $0.split(separator: ",").map(String.init) }
        return globs.isEmpty ? nil : globs
    }
}
