import TrackerAPI

extension FocusView {
    /// Facts such as `1:40:00` and `4 rounds`.
    package var words: [String] { [CountText.of(seconds, "seconds"), counted(rounds, "round")] }
}
