import TrackerCore

/// Check that refuses unknown members, so that a misspelt name isn't taken for a missing parameter.
struct ParameterCheck {
    let document: JSONDocument
    /// Name of the method, or of the object with the members, for the refusal.
    let subject: String

    /// Checks an object and the objects inside it. Other kinds of values are left to their decoders.
    ///
    /// - Parameters:
    ///   - place: place of the value in the document.
    ///   - path: path to the value within the params; empty for the params themselves.
    func check(_ shape: Shape, at place: Int, path: String = "") throws(Rejection) {
        if document.isObject(at: place) {
            guard let members = shape.members else { return }
            for (name, value) in document.members(of: place) {
                guard let member = members.first(where: { document.isText(at: name, $0.name) })
                else {
                    throw refusal(of: document.text(at: name), at: path, members.map(\.name))
                }
                guard document.hasMembers(at: value) else { continue }
                try check(
                    member.shape, at: value,
                    path: path.isEmpty ? member.name : "\(path).\(member.name)")
            }
        } else if document.isList(at: place), let element = shape.element {
            var index = 0
            for value in document.elements(of: place) {
                defer { index += 1 }
                guard document.hasMembers(at: value) else { continue }
                try check(element, at: value, path: "\(path)[\(index)]")
            }
        }
    }

    private func refusal(of name: String, at path: String, _ known: [String]) -> Rejection {
        let cut = String(name.prefix(64))
        let names = known.reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        let what = path.isEmpty ? "\(subject) has no parameter '\(cut)'" : "\(path) has no '\(cut)'"
        return .invalid(
            path.isEmpty ? cut : "\(path).\(cut)",
            what + Spelling.hint(at: cut, among: names))
    }
}

extension Spelling {
    /// End of a message about an unknown word: the known word that is probably meant, or all of them.
    static func hint(at word: String, among known: [String]) -> String {
        if let near = nearest(to: word, among: known) { return ": did you mean '\(near)'?" }
        return known.isEmpty ? ": it has none" : ": it has \(known.joined(separator: ", "))"
    }
}
