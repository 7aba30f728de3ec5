import ArgumentParser

// Short forms of the parser's own initializers, for options whose value may look like an option.
extension Option {
    /// - Parameters:
    ///   - name: name of the value in help texts.
    ///   - isShort: whether the option also has a short name: `--note` and `-n`.
    init<T: ExpressibleByArgument>(
        _ help: String, _ name: String, isShort: Bool = false, completion: CompletionKind? = nil
    ) where Value == T? {
        self.init(
            name: isShort ? .shortAndLong : .long, parsing: .unconditional,
            help: ArgumentHelp(help, valueName: name), completion: completion)
    }

    init<T>(
        _ help: String, _ name: String, isShort: Bool = false, completion: CompletionKind? = nil,
        read: @escaping @Sendable (String) throws -> T
    ) where Value == T? {
        self.init(
            name: isShort ? .shortAndLong : .long, parsing: .unconditional,
            help: ArgumentHelp(help, valueName: name), completion: completion,
            transform: read)
    }
}
