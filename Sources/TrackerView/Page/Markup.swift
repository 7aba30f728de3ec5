import TrackerAPI
import TrackerCore

/// A part of a page: elements and text.
///
/// Names of elements and attributes are literals of this program. Everything else is escaped, so that no name
/// given by a person can act as an element. The page is also well-formed XML.
struct Markup: ExpressibleByStringLiteral {
    let html: String

    private init(html: String) { self.html = html }

    init(stringLiteral text: String) { self.init(text) }

    /// A text. Characters that could change the direction of writing, or that a page can't contain, are
    /// written out.
    init(_ text: String) { self.init(html: text.escapedForPage) }

    init(_ parts: [Markup]) { self.init(html: parts.map(\.html).joined()) }

    static let none = Markup([])

    var isEmpty: Bool { html.isEmpty }

    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ content: Markup...
    ) -> Markup {
        element(name, attributes, content)
    }

    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ content: [Markup]
    ) -> Markup {
        let inner = content.map(\.html).joined()
        return Markup(html: "<\(name)\(text(of: attributes))>\(inner)</\(name)>")
    }

    /// An element without content.
    static func void(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
    ) -> Markup {
        Markup(html: "<\(name)\(text(of: attributes))/>")
    }

    private static func text(of attributes: KeyValuePairs<StaticString, String>) -> String {
        attributes.map { name, value in " \(name)=\"\(value.escapedForPage)\"" }.joined()
    }

    /// A page with its head and body. The head contains the style and the policy that allows it.
    static func page(title: String, style: PageStyle, body: [Markup]) -> String {
        let head = element(
            "head", [:], void("meta", ["charset": "utf-8"]),
            void("meta", ["http-equiv": "Content-Security-Policy", "content": style.policy]),
            void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            void("meta", ["name": "color-scheme", "content": "light dark"]),
            element("title", [:], Markup(title)),
            // CSS in a style element can't be escaped, but this one is the program's own.
            Markup(html: "<style>\(style.text)</style>"))
        let page = element("html", ["lang": "en"], head, element("body", [:], body))
        return "<!doctype html>\n\(page.html)\n"
    }

    /// A block of data that browsers neither show nor run.
    ///
    /// - Parameter json: any JSON; characters that could end the block are escaped inside its texts.
    static func data(id: String, json: JSONValue) throws -> Markup {
        let text = try JSONText.of(json).unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isOutOfPlace || (scalar.needsReference && scalar != "\"") {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        let attributes: KeyValuePairs<StaticString, String> = [
            "type": "application/json", "id": id,
        ]
        return Markup(html: "<script\(self.text(of: attributes))>\(text)</script>")
    }
}

extension String {
    /// The text with markup characters written as references.
    fileprivate var escapedForPage: String {
        let safe = forTerminal
        guard safe.unicodeScalars.contains(where: { $0.needsReference || $0.isOutOfPlace }) else {
            return safe
        }
        return safe.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case _ where scalar.isOutOfPlace: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var needsReference: Bool {
        switch self {
        case "&", "<", ">", "\"", "'": true
        default: false
        }
    }

    /// Whether a page must not contain the character: control characters, noncharacters, and characters that
    /// would change how nearby text looks.
    fileprivate var isOutOfPlace: Bool { isHarmful || value & 0xfffe == 0xfffe || isNoncharacter }

    private var isNoncharacter: Bool { (0xfdd0...0xfdef).contains(value) }
}
