/// The local day that something belongs to, as it was when that was written down: neither a journey nor
/// another `day_starts_at` moves it later.
package struct LocalDay: Sendable, Hashable {
    /// In days from 1970-01-01.
    package let number: Int
    /// The offset from UTC that the local clock had, in seconds east.
    package let offsetS: Int

    package init(number: Int, offsetS: Int) {
        self.number = number
        self.offsetS = offsetS
    }

    /// `2026-03-01`.
    package var text: String { Days.text(of: number) }
}
