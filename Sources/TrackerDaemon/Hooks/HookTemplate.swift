/// Arguments with placeholders: a name in braces, such as `{title}`. Other braces stay as they are.
nonisolated enum HookTemplate {
    /// The placeholder that turns one argument into several.
    static let actions = "actions"
    /// All placeholders that have a meaning.
    static let known = ["title", "body", "sound", "urgency", "type", "subject", "seq", actions]

    /// The names of all placeholders in an argument, known or not.
    static func placeholders(in argument: String) -> [String] {
        pieces(of: argument).compactMap { piece in
            if case .placeholder(let name) = piece { name } else { nil }
        }
    }

    /// The argument vector for an occasion: an argument with `{actions}` is repeated for each action, and
    /// left out if there are none. Placeholders in inserted values aren't replaced.
    static func expand(_ run: [String], for occasion: HookOccasion) -> [String] {
        run.flatMap { argument in
            let pieces = pieces(of: argument)
            guard pieces.contains(.placeholder(actions)) else {
                return [fill(pieces, occasion, action: "")]
            }
            return occasion.actions.map { fill(pieces, occasion, action: $0) }
        }
    }

    /// The text without NULs, which would end an argument or a variable and keep the program from starting.
    static func withoutNUL(_ text: String) -> String {
        text.utf8.contains(0) ? String(text.unicodeScalars.filter { $0.value != 0 }) : text
    }

    private enum Piece: Equatable {
        case text(Substring)
        case placeholder(String)
    }

    private static func fill(
        _ pieces: [Piece], _ occasion: HookOccasion, action: String
    ) -> String {
        let texts = pieces.map { piece in
            switch piece {
            case .text(let text): String(text)
            case .placeholder(actions): action
            case .placeholder(let name): occasion.value(of: name)
            }
        }
        return withoutNUL(texts.joined())
    }

    private static func pieces(of argument: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = Substring(argument)
        while let open = rest.firstIndex(of: "{") {
            let name = rest[rest.index(after: open)...].prefix { $0.isASCII && isNamePart($0) }
            guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else {
                let next = rest.index(after: open)
                pieces.append(.text(rest[..<next]))
                rest = rest[next...]
                continue
            }
            pieces.append(.text(rest[..<open]))
            pieces.append(.placeholder(String(name)))
            rest = rest[rest.index(after: name.endIndex)...]
        }
        return pieces + [.text(rest)]
    }

    private static func isNamePart(_ character: Character) -> Bool {
        character.isLetter || character == "_"
    }
}
