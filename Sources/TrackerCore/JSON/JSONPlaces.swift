/// The places of a document's values, for code that looks at its structure before decoding it.
extension JSONDocument {
    package func isObject(at place: Int) -> Bool { tokens[place].kind == .object }
    package func isList(at place: Int) -> Bool { tokens[place].kind == .array }

    /// Whether the value is an object or a list.
    package func hasMembers(at place: Int) -> Bool { isObject(at: place) || isList(at: place) }

    /// The text at the place of a string or a member's name; empty where it can't be read.
    package func text(at place: Int) -> String { string(tokens[place]) ?? "" }

    /// Whether the string or name at a place equals this text.
    package func isText(at place: Int, _ text: String) -> Bool { isNamed(tokens[place], text) }

    /// The places of an object's members.
    package func members(of object: Int) -> Members {
        Members(document: self, place: object + 1, end: Int(tokens[object].next))
    }

    package struct Members: Sequence, IteratorProtocol {
        fileprivate let document: JSONDocument
        fileprivate var place: Int
        fileprivate let end: Int

        /// The places of the next member's name and value.
        package mutating func next() -> (name: Int, value: Int)? {
            guard place < end else { return nil }
            let name = place
            place = Int(document.tokens[name + 1].next)
            return (name, name + 1)
        }
    }

    /// The places of a list's elements.
    package func elements(of list: Int) -> Elements {
        Elements(document: self, place: list + 1, end: Int(tokens[list].next))
    }

    package struct Elements: Sequence, IteratorProtocol {
        fileprivate let document: JSONDocument
        fileprivate var place: Int
        fileprivate let end: Int

        package mutating func next() -> Int? {
            guard place < end else { return nil }
            defer { place = Int(document.tokens[place].next) }
            return place
        }
    }
}

extension JSONText {
    /// The document that a decoder reads and its place there; `nil` for a decoder that isn't a `Reader`.
    package static func position(of decoder: any Decoder) -> (document: JSONDocument, place: Int)? {
        (decoder as? Reader).map { ($0.document, $0.place) }
    }
}
