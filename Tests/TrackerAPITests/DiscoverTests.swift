import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// The description of the methods: it has OpenRPC's form, and what the goldens have is what it says.
struct DiscoverTests {
    /// The document is read once for all tests, since each golden has its own instance of this suite.
    private static let read = Result { try decode(JSONValue.self, try RPCDiscover.text()) }
    private let document: JSONValue

    init() throws { document = try Self.read.get() }

    // MARK: Form (OpenRPC 1.3.2, https://spec.open-rpc.org)

    @Test func membersOfTheDocument() throws {
        try check(
            document, has: ["openrpc": .isString, "info": .isObject, "methods": .isArray],
            may: ["components": .isObject])
        #expect(document["openrpc"]?.string?.wholeMatch(of: /1\.\d+\.\d+/) != nil)
        try check(
            try #require(document["info"]), has: ["title": .isString, "version": .isString],
            may: ["description": .isString])
        #expect(document["x-protocol"] == .integer(1))
        #expect(
            document["x-event-types"] == .array(EventType.allCases.map { .string($0.rawValue) }))
    }

    @Test func formOfMethods() throws {
        for method in methods {
            try check(
                method, has: ["name": .isString, "params": .isArray, "result": .isObject],
                may: ["paramStructure": .isString])
            #expect(method["paramStructure"] == .string("by-name"))
            let result = try #require(method["result"])
            try check(result, has: ["name": .isString, "schema": .isObject])
            let params = method["params"]?.array ?? []
            for param in params {
                try check(
                    param, has: ["name": .isString, "schema": .isObject],
                    may: ["required": .isBool])
            }
            let names = params.compactMap { $0["name"]?.string }
            #expect(Set(names).count == params.count)
            // Needed parameters come before the others.
            let needed = params.map { $0["required"] == .bool(true) }
            #expect(needed.drop { $0 }.allSatisfy { !$0 }, "\(method["name"] ?? .null)")
        }
    }

    @Test func everySchemaIsOne() throws {
        var schemas: [JSONValue] = Array(try components.values)
        for method in methods {
            schemas += (method["params"]?.array ?? []).compactMap { $0["schema"] }
            schemas += [method["result"]?["schema"]].compactMap(\.self)
        }
        while let schema = schemas.popLast() {
            guard case .object(let members) = schema else { throw Unexpected(what: "\(schema)") }
            for (name, value) in members {
                switch name {
                case "type":
                    #expect(Self.types.contains(value.string ?? ""))
                case "enum": #expect(value.array?.isEmpty == false)
                case "const",
                    "additionalProperties" where value == .bool(false):
                    break
                case "format": #expect(value == .string("date-time"))
                case "required": #expect(value.array?.allSatisfy { $0.string != nil } == true)
                case "items", "additionalProperties": schemas.append(value)
                case "anyOf":
                    #expect(value.array?.isEmpty == false)
                    schemas += value.array ?? []
                case "properties": schemas += value.object?.values.map(\.self) ?? []
                case "$ref": _ = try component(value)
                default: Issue.record("\(name) is no word of these schemas")
                }
            }
        }
        for name in try components.keys {
            #expect(name.wholeMatch(of: /[a-zA-Z0-9._-]+/) != nil)
        }
    }

    private static let types: Set = [
        "null", "boolean", "integer", "number", "string", "array", "object",
    ]

    // MARK: Goldens

    @Test(arguments: Golden.all) func parametersAreThoseOfTheGolden(_ golden: Golden) throws {
        let params = try method(golden.method)["params"]?.array ?? []
        let names = Set(params.compactMap { $0["name"]?.string })
        let given = try members(golden.all.json)
        let isChange = Methods.byName[golden.method]?.effect == .change
        #expect(names == Set(given.keys).union(isChange ? ["request_id"] : []))
        let needed = params.filter { $0["required"] == .bool(true) }
        #expect(
            Set(needed.compactMap { $0["name"]?.string })
                == Set(try members(golden.fewest.json).keys))
        let entry = try #require(Methods.byName[golden.method])
        #expect(names == Set((Shapes.parameters(of: entry).members ?? []).map(\.name)))
    }

    @Test(arguments: Golden.all) func paramsFitTheirSchemas(_ golden: Golden) throws {
        let schemas = try method(golden.method)["params"]?.array ?? []
        for json in [golden.all.json, golden.fewest.json] {
            for (name, value) in try members(json) {
                let schema = try #require(
                    schemas.first { $0["name"] == .string(name) }?["schema"])
                #expect(try misfit(value, schema, at: name) == nil)
            }
        }
    }

    @Test(arguments: Golden.all) func resultsFitTheirSchemas(_ golden: Golden) throws {
        let schema = try #require(try method(golden.method)["result"]?["schema"])
        for response in golden.responses {
            let value = try decode(JSONValue.self, response)
            #expect(try misfit(value, schema, at: golden.method) == nil)
            // No member of a result is missing from its schema.
            #expect(try unknown(in: value, schema) == [])
        }
    }

    @Test func misfitsAreFound() throws {
        let params = try method("timer.start")["params"]?.array ?? []
        let schema = try #require(params.first { $0["name"] == .string("on_suspend") }?["schema"])
        #expect(try misfit(.string("pause"), schema, at: "x") == nil)
        #expect(try misfit(.null, schema, at: "x") == nil)
        #expect(try misfit(.string("stop"), schema, at: "x") != nil)
        #expect(try misfit(.integer(5), schema, at: "x") != nil)
        let timer = JSONValue.object(["$ref": .string("#/components/schemas/Timer")])
        #expect(try misfit(.object([:]), timer, at: "x") != nil)
    }

    // MARK: Moments

    /// A moment's milliseconds have a name of their own, and events of older versions get them by the moment's name.
    @Test func momentsDoNotCollide() throws {
        var shapes: [Shape] = Array(Shapes.definitions.values)
        for method in Methods.all { shapes.append(response(of: method.type)) }
        var moments: Set<String> = []
        while let shape = shapes.popLast() {
            switch shape {
            case .list(let inner), .map(let inner), .named(_, let inner): shapes.append(inner)
            case .either(let several): shapes += several
            case .object(let members):
                let names = members.map(\.name)
                #expect(Set(names).count == names.count, "\(names)")
                for member in members where member.shape == .moment { moments.insert(member.name) }
                shapes += members.map(\.shape)
            default: break
            }
        }
        #expect(moments.count > 15)
        #expect(moments.filter { !OlderMoments.isMoment($0) } == [])
    }

    /// Each moment of a golden has its milliseconds, and nothing that looks like a moment lacks them.
    @Test(arguments: Golden.all) func momentsHaveTheirMilliseconds(_ golden: Golden) throws {
        for response in golden.responses {
            #expect(OlderMoments.completed(response) == response)
            let bare = response.replacing(/,"\w+_ms":1[67]\d{11}/, with: "")
            #expect(OlderMoments.completed(bare) == response)
        }
    }

    private func response<R: Request>(of type: R.Type) -> Shape {
        ShapeProbe.shape(of: R.Response.self)
    }
}

// MARK: - Reading the document

extension DiscoverTests {
    private enum Kind { case isString, isObject, isArray, isBool }

    private var methods: [JSONValue] { document["methods"]?.array ?? [] }

    private var components: [String: JSONValue] {
        get throws { try #require(document["components"]?["schemas"]?.object) }
    }

    private func method(_ name: String) throws -> JSONValue {
        try #require(methods.first { $0["name"] == .string(name) })
    }

    private func component(_ reference: JSONValue) throws -> JSONValue {
        let name = try #require(reference.string?.split(separator: "/").last.map(String.init))
        #expect(reference == .string("#/components/schemas/\(name)"))
        return try #require(try components[name], "no component \(name)")
    }

    private func members(_ json: String) throws -> [String: JSONValue] {
        try #require(try decode(JSONValue.self, json).object)
    }

    /// Checks an object of the form: what it must have, what it may have, and extensions.
    private func check(
        _ value: JSONValue, has needed: [String: Kind], may: [String: Kind] = [:]
    ) throws {
        let members = try #require(value.object)
        #expect(Set(needed.keys).subtracting(members.keys) == [])
        for (name, value) in members where !name.hasPrefix("x-") {
            let kind = try #require(needed[name] ?? may[name], "\(name) is no member")
            let isSo =
                switch kind {
                case .isString: value.string != nil
                case .isObject: value.object != nil
                case .isArray: value.array != nil
                case .isBool: value == .bool(true) || value == .bool(false)
                }
            #expect(isSo, "\(name)")
        }
    }

    /// Where a value doesn't fit its schema; `nil` where it does.
    private func misfit(_ value: JSONValue, _ schema: JSONValue, at path: String) throws -> String?
    {
        if let reference = schema["$ref"] {
            return try misfit(value, try component(reference), at: path)
        }
        if let several = schema["anyOf"]?.array {
            let misfits = try several.map { try misfit(value, $0, at: path) }
            return misfits.contains(nil) ? nil : misfits.compactMap(\.self).joined(separator: ", ")
        }
        if let constant = schema["const"], value != constant { return "\(path) isn't \(constant)" }
        if let words = schema["enum"]?.array, !words.contains(value) { return "\(path): \(value)" }
        guard let type = schema["type"]?.string else { return nil }
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
            ("number", .number):
            return nil
        case ("string", .string(let text)):
            let isMoment = schema["format"] != nil
            return isMoment && GivenTime(text) == nil ? "\(path) is no moment" : nil
        case ("array", .array(let values)):
            for (index, value) in values.enumerated() {
                let misfit = try misfit(value, schema["items"] ?? .null, at: "\(path)[\(index)]")
                if let misfit { return misfit }
            }
            return nil
        case ("object", .object(let members)):
            return try misfit(members, schema, at: path)
        default: return "\(path) is no \(type): \(value)"
        }
    }

    private func misfit(
        _ members: [String: JSONValue], _ schema: JSONValue, at path: String
    ) throws -> String? {
        for name in schema["required"]?.array ?? [] where members[name.string ?? ""] == nil {
            return "\(path) lacks \(name)"
        }
        for (name, value) in members {
            let own = schema["properties"]?[name]
            if own == nil, schema["additionalProperties"] == .bool(false) {
                return "\(path) has \(name)"
            }
            guard let inner = own ?? schema["additionalProperties"] else { continue }
            if let misfit = try misfit(value, inner, at: "\(path).\(name)") { return misfit }
        }
        return nil
    }

    /// The members of a value that its schema doesn't know.
    private func unknown(in value: JSONValue, _ schema: JSONValue) throws -> [String] {
        if let reference = schema["$ref"] {
            return try unknown(in: value, try component(reference))
        }
        if let several = schema["anyOf"]?.array {
            return try several.map { try unknown(in: value, $0) }.min { $0.count < $1.count } ?? []
        }
        switch value {
        case .array(let values):
            return try values.flatMap { try unknown(in: $0, schema["items"] ?? .null) }
        case .object(let members):
            guard let properties = schema["properties"]?.object else { return [] }
            return try members.flatMap { name, value in
                try properties[name].map { try unknown(in: value, $0) } ?? [name]
            }
        default: return []
        }
    }
}

extension JSONValue {
    fileprivate var array: [JSONValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    fileprivate var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
