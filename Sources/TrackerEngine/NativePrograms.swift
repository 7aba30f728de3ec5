import TrackerCore
import TrackerStore

/// The programs that come with our own export. They wait until all of them are known, since one may be
/// called as another was before that came in: one of the library that was renamed or deleted.
struct NativePrograms {
    private struct Waiting {
        let line: Int
        let program: Program
    }

    /// By id, those that are here.
    private let present: [String: Program]
    private var waiting: [Waiting] = []

    init(_ context: Context) throws {
        let programs = try context.transaction.programs()
        present = Dictionary(uniqueKeysWithValues: programs.map { ($0.id, $0) })
    }

    mutating func wait(_ program: Program, line: Int) {
        waiting.append(Waiting(line: line, program: program))
    }

    /// Ends the waiting.
    ///
    /// - Returns: those that come in, and of the others the lines and why not.
    mutating func settle() -> (coming: [Program], left: [(line: Int, reason: String)]) {
        var coming = waiting
        var left: [(line: Int, reason: String)] = []
        waiting = []
        var isSettled = false
        while !isSettled {
            isSettled = true
            var keys = keysLeft(by: coming)
            coming.removeAll { entry in
                guard let reason = misfit(entry.program, &keys) else { return false }
                left.append((entry.line, reason))
                // What it would have taken the place of stays, and so does that one's name.
                if present[entry.program.id] != nil { isSettled = false }
                return true
            }
        }
        return (coming.map(\.program), left)
    }

    /// The names of those that stay as they are.
    private func keysLeft(by coming: [Waiting]) -> Set<String> {
        let ids = Set(coming.map(\.program.id))
        return Set(present.values.filter { !ids.contains($0.id) }.map(\.key))
    }

    private func misfit(_ program: Program, _ keys: inout Set<String>) -> String? {
        guard !program.isDeleted else { return nil }
        guard !keys.contains(program.key) else {
            return "another program is called so here: rename one of them"
        }
        guard keys.count < Program.maximumNumber else {
            return "there would be more than \(Program.maximumNumber)"
        }
        keys.insert(program.key)
        return nil
    }
}
