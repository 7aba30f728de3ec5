import CSystemd
import Glibc
import Systemd
import Testing

struct ClockTests {
    @Test func theClocksAgreeWithTheKernel() {
        let first = Clocks.read()
        let second = Clocks.read()
        #expect(second.bootNs >= first.bootNs && second.awakeNs >= first.awakeNs)
        // The boot clock includes suspend; the two are read within moments of each other.
        #expect(first.bootNs >= first.awakeNs)
        #expect(abs(first.wallMs / 1000 - Int64(time(nil))) <= 1)
    }

    @Test func theBootIdIsTheKernels() throws {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let expected = receive(from: file).filter { $0 != "-" && !$0.isWhitespace }
        #expect(Clocks.bootID == expected)
        #expect(Clocks.bootID.count == 32)
    }

    /// Moves the wall clock by nanoseconds, where that is permitted. The kernel takes even one nanosecond
    /// for a step.
    ///
    /// Swift's Glibc has neither `adjtimex` nor its structure: 26 words on 64-bit machines, of which the
    /// first is the mode, the tenth and eleventh the span.
    private nonisolated static func step(byNanoseconds span: Int) -> Bool {
        typealias Adjust = @convention(c) (UnsafeMutablePointer<Int>) -> Int32
        guard let symbol = dlsym(nil, "adjtimex") else { return false }
        let adjust = unsafeBitCast(symbol, to: Adjust.self)
        let setOffset = 0x0100
        let inNanoseconds = 0x2000
        var change = [Int](repeating: 0, count: 32)
        change[0] = setOffset | inNanoseconds
        change[9] = span < 0 ? -1 : 0
        change[10] = span < 0 ? 1_000_000_000 + span : span
        return adjust(&change) >= 0
    }

    @Test(.enabled("needs CAP_SYS_TIME") { step(byNanoseconds: 1) && step(byNanoseconds: -1) })
    func everyStepOfTheWallClockIsTold() throws {
        let loop = try EventLoop()
        var count = 0
        let source = try loop.clockSteps { count += 1 }
        try turnWhileBusy(loop)
        #expect(count == 0)
        for steps in 1...3 {
            #expect(Self.step(byNanoseconds: steps % 2 == 0 ? -1 : 1))
            #expect(try turn(loop) { count == steps })
        }
        source.cancel()
        #expect(Self.step(byNanoseconds: -1))
        try turnWhileBusy(loop)
        #expect(count == 3)
    }

    /// A clock that is set again before the watch is armed again is no fault: whoever is told of the first step
    /// reads the clock after that.
    @Test(.enabled("needs CAP_SYS_TIME") { step(byNanoseconds: 1) && step(byNanoseconds: -1) })
    func aStepBeforeItIsArmedAgainIsNoFault() {
        let timer = csystemd_clock_step_timer()
        #expect(timer >= 0)
        defer { close(timer) }
        #expect(csystemd_clock_step_rearm(timer) == 0)
        for span in [1, -1] {
            #expect(Self.step(byNanoseconds: span))
            #expect(csystemd_clock_step_rearm(timer) == 0)
        }
    }

    @Test func withoutAStepItIsSilentAndMayBeCancelled() throws {
        let loop = try EventLoop()
        let source = try loop.clockSteps {}
        #expect(source.isActive)
        source.cancel()
        source.cancel()
        #expect(try turnWhileBusy(loop) == 0)
    }
}
