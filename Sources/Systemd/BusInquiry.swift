import CSystemd
import Glibc

/// Asks a few questions on a message bus (sd-bus) and waits for the answers, until one deadline for all of
/// them. `BusName` is for calls that needn't be answered at once.
package final class BusInquiry {
    /// A method to call.
    package struct Question: Sendable {
        let destination: String
        let path: String
        let interface: String
        let method: String
        let arguments: [String]

        package init(
            to destination: String, at path: String, _ interface: String, _ method: String,
            _ arguments: [String] = []
        ) {
            self.destination = destination
            self.path = path
            self.interface = interface
            self.method = method
            self.arguments = arguments
        }

        /// A question for the value of a property.
        package static func property(
            _ name: String, of interface: String, to destination: String, at path: String
        ) -> Question {
            Question(
                to: destination, at: path, "org.freedesktop.DBus.Properties", "Get",
                [interface, name])
        }
    }

    package enum Answer: Hashable, Sendable {
        case texts([String])
        case truth(Bool)
        /// The error's name on the bus.
        case refused(String)
    }

    private var bus: OpaquePointer?
    /// The deadline on the awake clock.
    private let endNs: Int64
    private var answer: Answer?
    private var isAnswered = false

    /// - Parameters:
    ///   - address: the address of the bus, as in DBUS_SESSION_BUS_ADDRESS.
    ///   - end: the reading of the awake clock, in nanoseconds, until which to wait.
    /// - Returns: `nil` where nothing listens at the address.
    package init?(address: String, untilAwakeNs end: Int64) {
        endNs = end
        guard sd_bus_new(&bus) >= 0, sd_bus_set_address(bus, address) >= 0,
            sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0
        else {
            sd_bus_close_unref(bus)
            bus = nil
            return nil
        }
    }

    isolated deinit { sd_bus_close_unref(bus) }

    /// The answer to a question; `nil` where no answer, or none that is understood, has come in time.
    package func ask(_ question: Question) -> Answer? {
        var message: OpaquePointer?
        guard
            sd_bus_message_new_method_call(
                bus, &message, question.destination, question.path, question.interface,
                question.method) >= 0
        else { return nil }
        defer { sd_bus_message_unref(message) }
        for text in question.arguments {
            _ = text.withCString {
                sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0)
            }
        }
        (answer, isAnswered) = (nil, false)
        var slot: OpaquePointer?
        let userData = Unmanaged.passUnretained(self).toOpaque()
        guard sd_bus_call_async(bus, &slot, message, onAnswer, userData, 0) >= 0 else { return nil }
        defer { sd_bus_slot_unref(slot) }
        while !isAnswered {
            let left = endNs - Clocks.read().awakeNs
            let done = sd_bus_process(bus, nil)
            guard left > 0, done >= 0 else { return nil }
            if done == 0, !isAnswered { sd_bus_wait(bus, UInt64(left / 1000)) }
        }
        return answer
    }

    fileprivate func isAnswered(by answer: Answer?) {
        self.answer = answer
        isAnswered = true
    }
}

private nonisolated let onAnswer:
    @convention(c) (
        OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 = { message, userData, _ in
        guard let userData else { return 0 }
        let inquiry = Unmanaged<BusInquiry>.fromOpaque(userData).takeUnretainedValue()
        let answer = read(message)
        MainActor.assumeIsolated { inquiry.isAnswered(by: answer) }
        return 0
    }

private nonisolated func read(_ message: OpaquePointer?) -> BusInquiry.Answer? {
    if let error = sd_bus_message_get_error(message) {
        return .refused(error.pointee.name.map { String(cString: $0) } ?? "")
    }
    switch sd_bus_message_get_signature(message, 1).map({ String(cString: $0) }) {
    case "b": return readTruth(message)
    case "v":
        guard sd_bus_message_enter_container(message, CChar(UInt8(ascii: "v")), "b") > 0 else {
            return nil
        }
        return readTruth(message)
    case "as":
        guard sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "s") > 0 else {
            return nil
        }
        return readTexts(message)
    default: return readTexts(message)
    }
}

private nonisolated func readTruth(_ message: OpaquePointer?) -> BusInquiry.Answer? {
    var value: Int32 = 0
    let result = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "b")), &value)
    return result > 0 ? .truth(value != 0) : nil
}

private nonisolated func readTexts(_ message: OpaquePointer?) -> BusInquiry.Answer {
    var texts: [String] = []
    var text: UnsafePointer<CChar>?
    while sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0, let found = text
    {
        texts.append(String(cString: found))
    }
    return .texts(texts)
}
