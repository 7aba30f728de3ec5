/// A request that does one thing to a timer, a run or the like: `timer.pause` is the word `pause` for a
/// timer.
package struct Move<Word: MoveWord>: InsideRequest {
    package typealias Response = Word.Response
    package static var effect: Effect { .change }

    package let word: Word
    package let target: Word.Target

    package var method: String { word.rawValue }

    package init(_ word: Word, on target: Word.Target) {
        self.word = word
        self.target = target
    }

    package func encode(to encoder: any Encoder) throws { try target.encode(to: encoder) }
}

extension Move where Word.Target == NoMembers {
    package init(_ word: Word) { self.init(word, on: NoMembers()) }
}

/// Words that act on one kind of thing; each is the name of a method.
package protocol MoveWord: RawRepresentable<String>, Sendable {
    /// Params of the methods.
    associatedtype Target: Codable & Sendable
    associatedtype Response: Codable & Sendable
}

/// Target of words that act on the only thing of its kind, so it has no members.
package struct NoMembers: EmptyObject {
    package init() {}
}
