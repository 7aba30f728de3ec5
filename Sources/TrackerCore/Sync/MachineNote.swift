/// Note in a machine's subfolder about the machine itself: the file `about.json`.
package struct MachineNote: Sendable, Hashable {
    package static let fileName = "about.json"
    package static let maximumBytes = 65_536
    package static let maximumNameLength = 64
    /// Longest name in bytes, since a character can have any number of them.
    private static let maximumNameBytes = 64 * maximumNameLength
    /// Highest number of former ids; of more, the newest are written.
    package static let maximumFormerIDs = 64

    /// Id of the machine, the same as the name of its subfolder.
    package let writer: String
    /// Name that the person gave to the machine.
    package let name: String
    /// Version of trackerd that wrote the note.
    package let program: String
    /// Version of the database schema, from 1.
    package let schema: Int
    /// Id of this start of the daemon, new each time. It tells a copy of the machine from the machine.
    package let life: String
    /// Former ids of the machine, the newest last.
    package let formerIDs: [String]
    /// Whether the machine no longer shares its rows.
    package let hasLeft: Bool

    package init(
        writer: String, name: String, program: String, schema: Int, life: String,
        formerIDs: [String] = [], hasLeft: Bool = false
    ) {
        self.writer = writer
        self.name = name
        self.program = program
        self.schema = schema
        self.life = life
        self.formerIDs = formerIDs.suffix(Self.maximumFormerIDs)
        self.hasLeft = hasLeft
    }

    /// Note from the content of its file.
    ///
    /// - Parameter writer: id of the machine whose subfolder has the file; the note must have the same.
    package init(_ bytes: [UInt8], writer: String) throws(SharedFormatError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
        guard String(validating: bytes, as: UTF8.self) != nil,
            let document = try? JSONDocument(bytes), let format = SharedFile.format(of: document)
        else { throw .damaged }
        guard format == SharedFile.format else { throw .otherFormat(format) }
        guard let members = try? JSONText.value(Members.self, in: document) else { throw .damaged }
        let formerIDs = members.formerly ?? []
        guard members.writer == writer, Identifier.isWhole(writer), Self.isName(members.name),
            Self.isName(members.program), (1...Int(Int32.max)).contains(members.schema),
            Identifier.isWhole(members.life), formerIDs.count <= Self.maximumFormerIDs,
            formerIDs.allSatisfy(Identifier.isWhole)
        else { throw .damaged }
        self.init(
            writer: writer, name: members.name, program: members.program, schema: members.schema,
            life: members.life, formerIDs: formerIDs, hasLeft: members.left ?? false)
    }

    /// Whether a text can be the name of a machine: 1 to 64 characters without control characters.
    package static func isName(_ text: String) -> Bool {
        // The bytes come first, since characters take longer to count.
        text.utf8.count <= maximumNameBytes && text.count <= maximumNameLength
            && (try? Text.checkName(text, field: "name")) != nil
    }

    /// Content of the note's file.
    ///
    /// - Throws: the errors of `JSONText.of`.
    package func bytes() throws -> [UInt8] {
        let members = Members(
            trackerdSync: SharedFile.format, writer: writer, name: name, program: program,
            schema: schema, life: life, formerly: formerIDs.isEmpty ? nil : formerIDs,
            left: hasLeft ? true : nil)
        return Array("\(try JSONText.of(members))\n".utf8)
    }

    /// Members of the JSON object, in their order.
    private struct Members: Codable {
        let trackerdSync: Int64
        let writer: String
        let name: String
        let program: String
        let schema: Int
        let life: String
        let formerly: [String]?
        let left: Bool?
    }
}
