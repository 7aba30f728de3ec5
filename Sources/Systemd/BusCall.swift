/// A method call on a message bus.
package nonisolated struct BusCall: Hashable, Sendable {
    package let service: String
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusValue]
    /// Whether the bus starts a service that isn't running.
    package var startsService = false

    package init(
        _ service: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusValue] = []
    ) {
        self.service = service
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// The call that reads a property; the answer is its value.
    package static func property(
        _ name: String, of interface: String, _ service: String, _ path: String
    ) -> BusCall {
        BusCall(service, path, properties, "Get", [.string(interface), .string(name)])
    }

    /// The call that reads all properties of an interface; the answer is a dictionary.
    package static func properties(
        of interface: String, _ service: String, _ path: String
    ) -> BusCall {
        BusCall(service, path, properties, "GetAll", [.string(interface)])
    }

    static let properties = "org.freedesktop.DBus.Properties"
}

/// The values of an answer, or the reason why there are none.
package typealias BusAnswer = Result<[BusValue], BusError>

extension Result where Success == [BusValue], Failure == BusError {
    /// The first value of the answer; `nil` for an error.
    package nonisolated var value: BusValue? { (try? get())?.first }

    /// Reason why there is no answer; `nil` if there is one.
    package nonisolated var error: BusError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

/// Error that a call was answered with, or that kept it from being answered.
package nonisolated struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name on the bus, such as `org.freedesktop.DBus.Error.ServiceUnknown`. If a connection or a
    /// service ends before it has answered, `org.freedesktop.DBus.Error.NoReply`.
    package let name: String
    package let message: String

    /// The answer didn't come in time.
    package static let timedOut = BusError(
        name: "org.freedesktop.DBus.Error.Timeout", message: "no answer in time")

    /// The connection ended before the answer; sd-bus uses the same error.
    static let lost = BusError(
        name: "org.freedesktop.DBus.Error.NoReply", message: "the bus has gone")

    /// The call couldn't be sent.
    init(_ error: SystemError) {
        name = "org.freedesktop.DBus.Error.Failed"
        message = error.description
    }

    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    package var description: String { message.isEmpty ? name : "\(name): \(message)" }
}
