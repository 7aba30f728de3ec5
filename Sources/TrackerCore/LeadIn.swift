/// The near silence that is played before a sound, so that a headset or amplifier that has fallen asleep
/// doesn't swallow the sound's beginning. Bare silence doesn't wake all of them.
package enum LeadIn {
    /// Lengths that may be set: 100 ms to 5 s, in milliseconds.
    package static let lengths: ClosedRange<Int64> = 100...5000
    /// Milliseconds without a sound after which a device may have fallen asleep; sound servers suspend one
    /// after 5 s.
    package static let pauseMs: Int64 = 5000

    private static let rate: Int64 = 22_050
    /// Samples after which the sign changes. The tone has the smallest amplitude that there is.
    private static let halfWave: Int64 = 100

    /// A WAV file of this length in milliseconds: 16 bits, one channel.
    package static func wave(ms: Int64) -> [UInt8] {
        let samples = ms * rate / 1000
        let size = UInt32(samples * 2)
        var bytes = Array("RIFF".utf8) + littleEndian(36 + size) + Array("WAVEfmt ".utf8)
        bytes += littleEndian(UInt32(16)) + littleEndian(UInt16(1)) + littleEndian(UInt16(1))
        bytes += littleEndian(UInt32(rate)) + littleEndian(UInt32(rate * 2))
        bytes += littleEndian(UInt16(2)) + littleEndian(UInt16(16))
        bytes += Array("data".utf8) + littleEndian(size)
        for sample in 0..<samples {
            let isUp = sample / halfWave % 2 == 0
            bytes += littleEndian(UInt16(bitPattern: isUp ? 1 : -1))
        }
        return bytes
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func littleEndian(_ number: UInt16) -> [UInt8] {
        (0..<2).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
