/// One step of a run. Its effect follows from its seed and from the state that it finds, so that a run with
/// some steps left out is a valid run, too.
struct Step: Sendable, Hashable {
    enum Kind: String, Sendable, CaseIterable {
        case request, batch, retry, malformed
        /// Time passes with the daemon at work (`advance`), or without its being woken in time (`late`).
        case advance, late
        case sleep, setClock, move
        /// The desktop tells whether somebody is there, or what it told is forgotten.
        case desktop
        case restart, crash, reboot
        /// A person changes a memo, which can be undone.
        case memo
        case importFile
        /// A crash between two writes of a batch, or of a start.
        case tear, tornStart
        /// A daemon in a process of its own is killed.
        case kill
        case fillDisk, heal
        case hiccup
        case verify

        fileprivate var weight: Int {
            switch self {
            case .request: 90
            case .batch: 25
            case .retry: 14
            case .malformed: 3
            case .advance: 60
            case .late, .sleep: 12
            case .setClock: 7
            case .move: 3
            case .desktop: 20
            case .restart, .crash: 5
            case .reboot: 7
            case .tear: 9
            case .tornStart: 3
            // These steps are added elsewhere.
            case .kill: 0
            case .fillDisk: 6
            case .heal: 24
            case .hiccup: 5
            case .verify: 6
            case .memo: 14
            case .importFile: 5
            }
        }
    }

    let kind: Kind
    let seed: UInt64

    /// A process is killed every `stepsPerKill` steps in one of `runsPerKills` runs, since starting a
    /// process takes a while.
    private static let (stepsPerKill, runsPerKills) = (30, 8 as UInt64)

    static func all(seed: UInt64, count: Int) -> [Step] {
        var dice = Dice(seed)
        let kinds = Kind.allCases.map { ($0, weight: $0.weight) }
        let steps = (0..<count).map { _ in
            Step(kind: dice.weighted(kinds) ?? .request, seed: dice.next())
        }
        guard seed.isMultiple(of: runsPerKills) else { return steps }
        return steps.enumerated().flatMap { index, step in
            (index + 1).isMultiple(of: stepsPerKill)
                ? [step, Step(kind: .kill, seed: dice.next())] : [step]
        }
    }
}
