import TrackerCore

/// Description of all methods as OpenRPC (https://spec.open-rpc.org), generated from the method table.
package struct RPCDiscover: ReadRequest, PlainRequest {
    package static let method = "rpc.discover"
    package typealias Response = JSONValue
    package init() {}

    /// Version of OpenRPC that the description follows.
    private static let form = "1.3.2"

    /// The description as JSON, for a file.
    package static func text() throws -> String { try JSONText.of(document) }

    package static var document: JSONValue {
        var components: [String: JSONValue] = [:]
        var methods: [JSONValue] = []
        for entry in Methods.all {
            methods.append(method(entry, entry.type, &components))
        }
        for (name, definition) in Shapes.definitions {
            let isGiven = name == Intervals.part
            components[name] = JSONSchema(isGiven: isGiven).schema(definition, &components)
        }
        return .object([
            "openrpc": .string(form),
            "info": .object([
                "title": .string("trackerd"), "version": .string(programVersion),
                "description": .string(
                    "Timers, rests, reminders, training and strength: JSON-RPC 2.0 over a Unix "
                        + "socket, one message a line. PROTOCOL.md says what the parts mean."),
            ]),
            "methods": .array(methods),
            "components": .object(["schemas": .object(components)]),
            "x-protocol": .integer(Int64(Hello.protocolVersion)),
            "x-event-types": .array(EventType.allCases.map { .string($0.rawValue) }),
        ])
    }

    private static func method<R: Request>(
        _ entry: Methods.Entry, _ type: R.Type, _ components: inout [String: JSONValue]
    ) -> JSONValue {
        let given = JSONSchema(isGiven: true)
        let members = Shapes.parameters(of: entry).members ?? []
        // OpenRPC wants required params first.
        let params = (members.filter(\.isNeeded) + members.filter { !$0.isNeeded }).map { member in
            JSONValue.object([
                "name": .string(member.name), "required": .bool(member.isNeeded),
                "schema": given.schema(of: member, &components),
            ])
        }
        let result = JSONSchema(isGiven: false).schema(
            ShapeProbe.shape(of: R.Response.self), &components)
        return .object([
            "name": .string(entry.method), "paramStructure": .string("by-name"),
            "params": .array(params),
            "result": .object(["name": .string("result"), "schema": result]),
            "x-effect": .string(R.effect.word),
        ])
    }
}

extension Effect {
    /// Word for methods with this effect in PROTOCOL.md.
    fileprivate var word: String {
        switch self {
        case .none: "reads"
        case .change: "changes"
        case .outside: "outside"
        }
    }
}

/// Shapes written as JSON Schema (draft 7, which OpenRPC uses).
private struct JSONSchema {
    /// Whether the schema describes params rather than a result. In params, unknown members are refused and
    /// null means the same as a missing member. Results may gain members, so clients must ignore unknown
    /// ones.
    let isGiven: Bool

    func schema(of member: Shape.Member, _ components: inout [String: JSONValue]) -> JSONValue {
        let schema = schema(member.shape, &components)
        guard isGiven, !member.isNeeded, member != Shapes.requestID else { return schema }
        return .object(["anyOf": .array([schema, .object(["type": .string("null")])])])
    }

    func schema(_ shape: Shape, _ components: inout [String: JSONValue]) -> JSONValue {
        switch shape {
        case .any: return .object([:])
        case .boolean: return typed("boolean")
        case .off: return .object(["const": .bool(false)])
        case .integer: return typed("integer")
        case .number: return typed("number")
        case .text: return typed("string")
        case .moment: return typed("string", ["format": .string("date-time")])
        case .word(let words): return typed("string", ["enum": .array(words.map(JSONValue.string))])
        case .list(let element): return typed("array", ["items": schema(element, &components)])
        case .map(let value):
            return typed("object", ["additionalProperties": schema(value, &components)])
        case .object(let members): return object(members, &components)
        case .either(let shapes):
            return .object(["anyOf": .array(shapes.map { schema($0, &components) })])
        case .reference(let name): return reference(name)
        case .named(let name, let shape):
            if components[name] == nil {
                // The placeholder ends the recursion of a shape that contains itself.
                components[name] = .null
                components[name] = schema(shape, &components)
            }
            return reference(name)
        }
    }

    private func object(
        _ members: [Shape.Member], _ components: inout [String: JSONValue]
    ) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for member in members { properties[member.name] = schema(of: member, &components) }
        var more: [String: JSONValue] = ["properties": .object(properties)]
        let needed = members.filter(\.isNeeded).map { JSONValue.string($0.name) }
        if !needed.isEmpty { more["required"] = .array(needed) }
        if isGiven { more["additionalProperties"] = .bool(false) }
        return typed("object", more)
    }

    private func typed(_ type: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object(more.merging(["type": .string(type)]) { $1 })
    }

    private func reference(_ name: String) -> JSONValue {
        .object(["$ref": .string("#/components/schemas/\(name)")])
    }
}
