import TestSupport

/// A service on a message bus that answers as told (dbusmock), and records its calls.
package struct MockService {
    private let bus: SessionBus
    private let name: String
    private let path: String
    private let interface: String
    private let program: Program
    private let log: String

    /// - Parameter template: the text of a template that makes the service; without one it has no methods.
    package init(
        _ bus: SessionBus, _ name: String, _ path: String, _ interface: String,
        template: String? = nil
    ) throws {
        self.bus = bus
        self.name = name
        self.path = path
        self.interface = interface
        let number = UInt32.random(in: 0 ... .max)
        log = bus.stage.file("called-\(number)")
        let file = bus.stage.file("template-\(number).py")
        if let template { try File.write(template, to: file) }
        program = try bus.start(
            ["/usr/bin/python3", "-m", "dbusmock", "--session", "--logfile", log]
                + (template == nil ? [name, path, interface] : ["--template", file]))
        let (bus, program) = (bus, program)
        try wait(for: "\(name): \(program.complaints)") {
            try bus.run(["busctl", "--user", "introspect", name, path]).ending == .exited(0)
        }
    }

    /// Adds a method, or replaces it.
    ///
    /// - Parameters:
    ///   - code: Python that may set `ret`.
    ///   - path: the path of another object than the service's main one, with its interface.
    package func method(
        _ member: String, _ takes: String = "", _ gives: String = "", _ code: String = "pass",
        of path: String? = nil, _ interface: String? = nil
    ) throws {
        try mock(
            "AddMethod", "sssss", [interface ?? self.interface, member, takes, gives, code], path)
    }

    /// Adds an object without methods and properties.
    package func object(_ path: String, _ interface: String) throws {
        try mock("AddObject", "ssa{sv}a(ssss)", [path, interface, "0", "0"])
    }

    /// Adds a property.
    ///
    /// - Parameter value: its type, and the value.
    package func property(_ interface: String, _ name: String, _ value: [String]) throws {
        try mock("AddProperty", "ssv", [interface, name] + value)
    }

    /// Changes a property, which the service tells of.
    package func change(
        _ interface: String, _ name: String, _ value: [String], of path: String? = nil
    ) throws {
        try mock("UpdateProperties", "sa{sv}", [interface, "1", name] + value, path)
    }

    /// Sends a signal.
    ///
    /// - Parameters:
    ///   - values: types and values, in turn.
    ///   - count: the number of values, where a type has several letters.
    package func emit(
        _ signal: String, _ signature: String, _ values: [String], of path: String? = nil,
        _ interface: String? = nil, count: Int? = nil
    ) throws {
        let count = String(count ?? signature.count)
        try mock(
            "EmitSignal", "sssav",
            [interface ?? self.interface, signal, signature, count] + values, path)
    }

    private func mock(
        _ member: String, _ signature: String, _ arguments: [String], _ path: String? = nil
    ) throws {
        let call = [
            "busctl", "--user", "call", name, path ?? self.path, "org.freedesktop.DBus.Mock",
            member, signature, "--",
        ]
        let result = try bus.run(call + arguments)
        guard result.ending == .exited(0) else {
            throw StageError("\(member) \(arguments): \(result.complaints)")
        }
    }

    /// The calls so far: each the member and its arguments, without the time.
    package var calls: [String] {
        File.lines(log).compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            return words.count == 2 ? String(words[1]) : nil
        }
    }

    /// Kills the service.
    package func kill() { program.end() }
}
