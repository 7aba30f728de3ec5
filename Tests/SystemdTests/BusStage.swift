import Glibc
import Stage
import Systemd
import TestSupport
import Testing

/// A message bus of its own, a service on it, and the connection under test.
final class BusStage {
    let session: SessionBus
    let loop: EventLoop
    let bus: Bus

    init(_ stage: Stage, isUp: Bool = true) throws {
        session = try SessionBus(stage, isUp: isUp)
        loop = try EventLoop()
        let address = try #require(BusAddress.session(in: session.variables))
        bus = try Bus(loop, address)
    }

    static func with(isUp: Bool = true, _ body: (BusStage) throws -> Void) throws {
        try Stage.with { stage in try body(try BusStage(stage, isUp: isUp)) }
    }

    static let name = "org.test.Service"

    /// Starts the service, which answers with its arguments to all but a few methods.
    @discardableResult
    func startService() throws -> Program {
        let script = session.stage.file("service.py")
        try File.write(Self.script, to: script)
        let program = try session.start(["/usr/bin/python3", script])
        let owner = BusName(bus, Self.name) {}
        let isThere = try turn(loop) { owner.owner != nil }
        try #require(isThere, "\(program.complaints)")
        return program
    }

    static func call(
        _ member: String, _ arguments: [BusValue] = [], _ interface: String = "org.test.T"
    ) -> BusCall {
        BusCall(name, "/t", interface, member, arguments)
    }

    /// The answer to a call, for which the loop is turned.
    func ask(_ call: BusCall, timeoutMs: Int64 = 20_000) throws -> BusAnswer {
        var answer: BusAnswer?
        bus.call(call, timeoutMs: timeoutMs) { answer = $0 }
        _ = try turn(loop) { answer != nil }
        return try #require(answer)
    }

    func run(milliseconds: Int64) throws {
        let end = Clocks.read().awakeNs + milliseconds * 1_000_000
        while Clocks.read().awakeNs < end { try loop.turn(waitingMicroseconds: 5000) }
    }

    /// Has the service emit a signal, and waits for a moment.
    func emit(_ member: String, _ value: BusValue) throws {
        _ = try ask(Self.call("Emit", ["org.test.T", .string(member), value, .byte(1)]))
        try run(milliseconds: 20)
    }

    /// Tells whether the last pipe of the service still has a reader.
    func probe() throws -> BusValue? { try ask(Self.call("Probe")).value }

    /// Whether it soon has none; a descriptor may still be on its way.
    func isClosed() throws -> Bool {
        for _ in 0..<100 {
            if try probe() == "closed" { return true }
            try run(milliseconds: 10)
        }
        return false
    }

    private static let script = """
        import os, time, dbus, dbus.bus, dbus.types
        from dbus.lowlevel import *
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib

        kept = []

        def handle(connection, call):
            if call.get_type() != MESSAGE_TYPE_METHOD_CALL or call.get_path() != "/t":
                return HANDLER_RESULT_NOT_YET_HANDLED
            member, args = call.get_member(), call.get_args_list()
            reply = MethodReturnMessage(call)
            if member == "Exit":
                os._exit(0)
            elif member == "Fail":
                reply = ErrorMessage(call, "org.test.Refused", "not now")
            elif member == "Sleep":
                time.sleep(args[0])
            elif member == "Pipe":
                time.sleep(args[0])
                out, into = os.pipe()
                os.write(into, b"hello")
                reply.append(dbus.types.UnixFd(out), signature="h")
                os.close(out)
                kept.append(into)
            elif member == "Probe":
                try:
                    os.write(kept[-1], b"x")
                    reply.append("open", signature="s")
                except BrokenPipeError:
                    reply.append("closed", signature="s")
            elif member == "Emit":
                signal = SignalMessage("/t", args[0], args[1])
                signal.append(*args[2:], signature=call.get_signature()[2:])
                connection.send_message(signal)
            elif member == "Tell":
                signal = SignalMessage("/t", "org.test.T", "Told")
                signal.append(args[1], signature="s")
                signal.set_destination(args[0])
                connection.send_message(signal)
            elif member == "Get":
                reply.append(args[1] + "!", signature="v")
            elif member == "GetAll":
                reply.append({"A": dbus.UInt64(7), "B": "b"}, signature="a{sv}")
            else:
                reply.append(*args, signature=call.get_signature())
            if not call.get_no_reply():
                connection.send_message(reply)
            return HANDLER_RESULT_HANDLED

        DBusGMainLoop(set_as_default=True)
        bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
        bus.add_message_filter(handle)
        bus.request_name("org.test.Service")
        GLib.MainLoop().run()

        """
}
