import CSystemd
import Glibc

/// Writes and reads sd-bus's messages.
nonisolated enum BusMessage {
    /// Makes the message of a call, which the caller releases.
    static func make(
        _ call: BusCall, on bus: OpaquePointer?
    ) throws(SystemError) -> OpaquePointer? {
        var message: OpaquePointer?
        try SystemError.check(
            sd_bus_message_new_method_call(
                bus, &message, call.service, call.path, call.interface, call.member),
            "call \(call.interface).\(call.member)")
        do throws(SystemError) {
            sd_bus_message_set_auto_start(message, call.startsService ? 1 : 0)
            for argument in call.arguments { try append(argument, to: message) }
            return message
        } catch {
            sd_bus_message_unref(message)
            throw error
        }
    }

    /// The answer in a message.
    static func answer(_ message: OpaquePointer?) -> BusAnswer {
        if let error = sd_bus_message_get_error(message)?.pointee {
            return .failure(
                BusError(
                    name: error.name.map { String(cString: $0) } ?? "",
                    message: error.message.map { String(cString: $0) } ?? ""))
        }
        do throws(SystemError) { return .success(try values(of: message)) } catch {
            return .failure(BusError(error))
        }
    }

    /// The signal in a message; `nil` if it can't be read.
    static func signal(_ message: OpaquePointer?) -> BusSignal? {
        guard let values = try? values(of: message) else { return nil }
        func text(_ get: (OpaquePointer?) -> UnsafePointer<CChar>?) -> String {
            get(message).map { String(cString: $0) } ?? ""
        }
        return BusSignal(
            sender: text(sd_bus_message_get_sender), path: text(sd_bus_message_get_path),
            interface: text(sd_bus_message_get_interface),
            member: text(sd_bus_message_get_member), arguments: values)
    }

    // MARK: Writing

    private static func append(
        _ value: BusValue, to message: OpaquePointer?
    ) throws(SystemError) {
        switch value {
        case .byte(let number): try append(number, as: "y", to: message)
        case .bool(let bool): try append(Int32(bool ? 1 : 0), as: "b", to: message)
        case .int16(let number): try append(number, as: "n", to: message)
        case .uint16(let number): try append(number, as: "q", to: message)
        case .int32(let number): try append(number, as: "i", to: message)
        case .uint32(let number): try append(number, as: "u", to: message)
        case .int64(let number): try append(number, as: "x", to: message)
        case .uint64(let number): try append(number, as: "t", to: message)
        case .double(let number): try append(number, as: "d", to: message)
        case .string(let text): try append(text, as: "s", to: message)
        case .object(let text): try append(text, as: "o", to: message)
        case .signature(let text): try append(text, as: "g", to: message)
        // The message gets a copy of its own.
        case .descriptor(let file): try append(file.number, as: "h", to: message)
        case .array(let values, let element): try append(values, "a", element, to: message)
        case .structure(let members):
            try append(members, "r", members.map(\.signature).joined(), to: message)
        case .entry(let key, let value):
            try append([key, value], "e", key.signature + value.signature, to: message)
        case .variant(let value): try append([value], "v", value.signature, to: message)
        }
    }

    private static func append<Value: BitwiseCopyable>(
        _ value: Value, as type: Unicode.Scalar, to message: OpaquePointer?
    ) throws(SystemError) {
        let result = withUnsafePointer(to: value) {
            sd_bus_message_append_basic(message, code(type), $0)
        }
        try SystemError.check(result, "append a value")
    }

    private static func append(
        _ text: String, as type: Unicode.Scalar, to message: OpaquePointer?
    ) throws(SystemError) {
        // The bus would end the string there.
        guard !text.utf8.contains(0) else { throw SystemError("append a string with NUL", EINVAL) }
        let result = text.withCString { sd_bus_message_append_basic(message, code(type), $0) }
        try SystemError.check(result, "append \"\(text.prefix(60))\"")
    }

    private static func append(
        _ values: [BusValue], _ type: Unicode.Scalar, _ contents: String,
        to message: OpaquePointer?
    ) throws(SystemError) {
        try SystemError.check(
            sd_bus_message_open_container(message, code(type), contents), "append \(contents)")
        for value in values { try append(value, to: message) }
        try SystemError.check(sd_bus_message_close_container(message), "append \(contents)")
    }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: type)) }

    // MARK: Reading

    /// The remaining values of the message, or of the container that was entered.
    private static func values(of message: OpaquePointer?) throws(SystemError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next(in: message) { values.append(value) }
        return values
    }

    private static func next(in message: OpaquePointer?) throws(SystemError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let isThere = try SystemError.check(
            sd_bus_message_peek_type(message, &type, &contents), "read a message")
        guard isThere > 0 else { return nil }
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "y": return .byte(try read(0, type, message))
        case "b": return .bool(try read(0 as Int32, type, message) != 0)
        case "n": return .int16(try read(0, type, message))
        case "q": return .uint16(try read(0, type, message))
        case "i": return .int32(try read(0, type, message))
        case "u": return .uint32(try read(0, type, message))
        case "x": return .int64(try read(0, type, message))
        case "t": return .uint64(try read(0, type, message))
        case "d": return .double(try read(0, type, message))
        case "s": return .string(try readText(type, message))
        case "o": return .object(try readText(type, message))
        case "g": return .signature(try readText(type, message))
        // The message closes its own descriptor.
        case "h": return .descriptor(try BusDescriptor(copyOf: try read(-1, type, message)))
        default: return try readContainer(type, contents, message)
        }
    }

    private static func readContainer(
        _ type: CChar, _ contents: UnsafePointer<CChar>?, _ message: OpaquePointer?
    ) throws(SystemError) -> BusValue {
        let signature = contents.map { String(cString: $0) } ?? ""
        try SystemError.check(
            sd_bus_message_enter_container(message, type, contents), "read \(signature)")
        let inside = try values(of: message)
        try SystemError.check(sd_bus_message_exit_container(message), "read \(signature)")
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "a": return .array(inside, of: signature)
        case "r": return .structure(inside)
        case "e" where inside.count == 2: return .entry(inside[0], inside[1])
        case "v" where inside.count == 1: return .variant(inside[0])
        default: throw SystemError("read a value of the type \(signature)", EBADMSG)
        }
    }

    private static func read<Value: BitwiseCopyable>(
        _ value: Value, _ type: CChar, _ message: OpaquePointer?
    ) throws(SystemError) -> Value {
        var value = value
        let result = withUnsafeMutablePointer(to: &value) {
            sd_bus_message_read_basic(message, type, $0)
        }
        try SystemError.check(result, "read a value")
        return value
    }

    private static func readText(
        _ type: CChar, _ message: OpaquePointer?
    ) throws(SystemError) -> String {
        var text: UnsafePointer<CChar>?
        try SystemError.check(sd_bus_message_read_basic(message, type, &text), "read a string")
        return text.map { String(cString: $0) } ?? ""
    }
}
