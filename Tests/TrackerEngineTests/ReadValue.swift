import TrackerAPI

@testable import TrackerCore

extension JSONValue {
    /// The value that a text stands for. It is built from the text's structure, since the program's own reading
    /// tries one type after the other for each value, which would take longer than most of what is tested.
    init(reading text: String) throws {
        let document = try JSONDocument(Array(text.utf8))
        var index = 0
        self.init(document, at: &index)
    }

    /// - Parameter index: the token at which the value begins; then the one after it.
    private init(_ document: JSONDocument, at index: inout Int) {
        let token = document.tokens[index]
        index += 1
        switch token.kind {
        case .null: self = .null
        case .true: self = .bool(true)
        case .false: self = .bool(false)
        case .string: self = .string(document.string(token) ?? "")
        case .number:
            if let whole = document.integer(token) {
                self = .integer(whole)
            } else {
                self = .number(document.double(token) ?? .infinity)
            }
        case .array:
            var values: [JSONValue] = []
            while index < Int(token.next) { values.append(JSONValue(document, at: &index)) }
            self = .array(values)
        case .object:
            var members: [String: JSONValue] = [:]
            while index < Int(token.next) {
                let name = document.string(document.tokens[index]) ?? ""
                index += 1
                members[name] = JSONValue(document, at: &index)
            }
            self = .object(members)
        }
    }
}
