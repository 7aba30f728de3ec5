import TestSupport
import Testing
import TrackerAPI
import TrackerEngine

@Suite struct WorkloadTests {
    /// Methods that change something. An edit can only be taken back after another machine has overridden it, so that
    /// one is left to the tests of several machines.
    private static let changes = Methods.all.filter { $0.effect == .change }.map { $0.method }
        .filter { $0 != "sync.take" }

    @Test(arguments: changes)
    func everyChangeOccurs(_ method: String) {
        let methods = Workload.scripts.joined().flatMap { step -> [String] in
            guard case .ask(let asks) = step else { return [] }
            return asks.map(\.method)
        }
        #expect(methods.contains(method), "add it to the script of its feature in Workload.swift")
    }

    @Test func everyChangeSucceedsInItsScript() throws {
        let scratch = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let machine = Machine(scratch.path + "/state", seed: 1)
        try machine.start()
        var successful: Set<String> = []
        for step in Workload.scripts.joined() {
            for (ask, answer) in try machine.run(step) {
                if case .result = answer { successful.insert(ask.method) }
            }
        }
        #expect(Set(Self.changes).subtracting(successful).isEmpty)
        try machine.verify()
    }
}
