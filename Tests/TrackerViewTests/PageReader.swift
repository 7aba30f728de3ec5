/// An element of a page, as a reader of its own finds it: stricter than browsers, which forgive all.
struct PageElement {
    let name: String
    let attributes: [String: String]
    var children: [PageElement] = []
    /// The text inside, that of the elements in it included.
    var text = ""

    /// The element and all in it, in the order of the page.
    var all: [PageElement] { [self] + children.flatMap(\.all) }

    func all(_ name: String) -> [PageElement] { all.filter { $0.name == name } }

    /// The rows of a table as texts.
    var rows: [[String]] { all("tr").map { row in row.children.map(\.text) } }
}

struct PageError: Error {
    let text: String
}

/// Reads a page: each element has its end, each value its quotes, and no sign stands for itself that could
/// be markup.
struct PageReader {
    private static let doctype = "<!doctype html>\n"
    private static let references = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'",
    ]
    /// Elements whose content is a text without references.
    private static let raw = ["style", "script"]

    /// Scalars, as browsers read them: an accent may follow a sign of markup.
    private var rest: Substring.UnicodeScalarView

    static func read(_ page: String) throws -> PageElement {
        guard page.hasPrefix(doctype) else { throw PageError(text: "no doctype") }
        var reader = PageReader(rest: page[...].unicodeScalars.dropFirst(doctype.count))
        let root = try reader.element()
        guard reader.rest.elementsEqual("\n".unicodeScalars) else {
            throw PageError(text: "more: \(reader.rest.prefix(40))")
        }
        return root
    }

    private func isNext(_ text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    private mutating func take(_ text: String) throws {
        guard isNext(text) else {
            throw PageError(text: "'\(text)' expected: \(rest.prefix(60))")
        }
        rest.removeFirst(text.unicodeScalars.count)
    }

    private mutating func word() throws -> String {
        let word = rest.prefix { sign in
            sign.isASCII && (sign.properties.isAlphabetic || sign == "-" || ("0"..."9") ~= sign)
        }
        guard !word.isEmpty else { throw PageError(text: "no name: \(rest.prefix(60))") }
        rest.removeFirst(word.count)
        return String(word)
    }

    private mutating func element() throws -> PageElement {
        try take("<")
        let name = try word()
        var attributes: [String: String] = [:]
        while isNext(" ") {
            try take(" ")
            let key = try word()
            try take("=\"")
            let value = try text(upTo: "\"")
            try take("\"")
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw PageError(text: "\(key) twice")
            }
        }
        var element = PageElement(name: name, attributes: attributes)
        if isNext("/>") {
            try take("/>")
            return element
        }
        try take(">")
        if Self.raw.contains(name) {
            let text = rest.prefix { $0 != "<" }
            element.text = String(text)
            rest.removeFirst(text.count)
        } else {
            while !isNext("</") {
                if isNext("<") {
                    element.children.append(try self.element())
                    element.text += element.children.last?.text ?? ""
                } else {
                    element.text += try text(upTo: "<")
                }
            }
        }
        try take("</\(name)>")
        return element
    }

    private mutating func text(upTo end: Unicode.Scalar) throws -> String {
        var text = String.UnicodeScalarView()
        while let next = rest.first, next != end {
            guard next != "<", next != ">", next != "\"", next != "'" else {
                throw PageError(text: "bare \(next): \(rest.prefix(60))")
            }
            if next == "&" {
                let name = rest.dropFirst().prefix { $0 != ";" }
                guard let sign = Self.references[String(name)] else {
                    throw PageError(text: "no reference: \(rest.prefix(20))")
                }
                text += sign.unicodeScalars
                rest.removeFirst(name.count + 2)
            } else {
                text.append(next)
                rest.removeFirst()
            }
        }
        guard !rest.isEmpty else { throw PageError(text: "no end") }
        return String(text)
    }
}
