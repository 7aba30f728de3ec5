import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The program with a name; case, accents and punctuation don't matter.
    func program(_ text: String) throws -> Program {
        try resolve(
            text,
            Address(
                field: "program", plural: "programs", isMeant: { !$0.isDeleted },
                named: { try transaction.program(key: NameKey.of($0)) },
                advice: { text in
                    advice(
                        insteadOf: text, among: try transaction.programs().map(\.name))
                }))
    }

    fileprivate func create(_ fields: Program.Fields) throws -> Written<ProgramView> {
        let id = try id(of: Program.self, from: NameKey.of(fields.name))
        let program = try Program(id: id, fields: fields)
        return try record(.programCreated, program)
    }

    /// Free name for a copy, such as `Tabata copy` or `Tabata copy 2`.
    fileprivate func nameOfCopy(of program: Program) throws -> String {
        var number = 1
        while true {
            let ending = number == 1 ? " copy" : " copy \(number)"
            let name = program.name.prefix(Text.maximumNameLength - ending.count) + ending
            if try transaction.program(key: NameKey.of(String(name))) == nil { return String(name) }
            number += 1
        }
    }
}

extension Program: Recorded {
    func view(in context: Context) -> ProgramView { ProgramView(self) }
}

extension Span {
    /// Milliseconds; `nil` for 0, which stands for none.
    fileprivate var msUnlessZero: Int64? { ms == 0 ? nil : ms }
}

extension ProgramCreate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let fields = try Program.Fields(
            name: name, icon: icon?.isEmpty == true ? nil : icon,
            sound: sound?.isEmpty == true ? nil : sound, ringAgainMs: ringAgain?.msUnlessZero,
            parts: intervals.parts
        ).named()
        try fields.check()
        try context.checkSounds(of: fields.parts, and: fields.sound)
        try context.checkExercises(of: fields.parts)
        return try context.create(fields)
    }
}

extension ProgramUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var program = try context.program(program)
        var fields = program.fields
        // Members that aren't given stay as they are, even if their names would no longer be allowed.
        if let name { fields.name = try Text.name(name, field: "name") }
        if let icon { fields.icon = icon.isEmpty ? nil : try Text.name(icon, field: "icon") }
        if let sound { fields.sound = sound.isEmpty ? nil : sound }
        if let ringAgain { fields.ringAgainMs = ringAgain.value?.msUnlessZero }
        if let intervals { fields.parts = try intervals.parts.named() }
        try program.edit(fields)
        // Files that were chosen earlier may be gone by now.
        try context.checkSounds(
            of: intervals == nil ? [] : fields.parts, and: sound == nil ? nil : fields.sound)
        if intervals != nil { try context.checkExercises(of: fields.parts) }
        return try context.record(.programUpdated, program)
    }
}

extension ProgramParse: Performable {
    func perform(in context: Context) throws -> ProgramCreate {
        guard text.utf8.count <= Self.maximumBytes else {
            throw Rejection(
                .tooLarge, "\(field: "text") is longer than \(Self.maximumBytes / 1024) KiB",
                field: "text")
        }
        return try context.dependencies.parseProgram(text)
    }
}

extension ProgramList: Performable {
    func perform(in context: Context) throws -> Response {
        Response(programs: try context.transaction.programs().map { ProgramView($0) })
    }
}

extension ProgramGet: Performable {
    func perform(in context: Context) throws -> ProgramView {
        ProgramView(try context.program(program))
    }
}

extension ProgramDuplicate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let program = try context.program(program)
        var fields = program.fields
        fields.name =
            try name.map { try Text.name($0, field: "name") } ?? context.nameOfCopy(of: program)
        return try context.create(fields)
    }
}

extension ProgramDelete: Replying {
    /// Deletes a program. A program of the library is only marked as deleted, since without its row the
    /// library would bring it back.
    func reply(in context: Context) throws -> Written<Response> {
        var program = try context.program(program)
        guard program.slug != nil else {
            return try context.record(.programDeleted, program, isGone: true)
        }
        program.delete()
        return try context.record(.programDeleted, program)
    }
}
