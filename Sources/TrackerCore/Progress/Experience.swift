/// Experience points (XP) and levels. Points come from efforts, achievements and challenges, never from
/// opening or answering something, and are never deducted.
package enum Experience {
    /// The efforts of one day that earn points.
    package struct DayEfforts: Sendable, Hashable {
        /// Reps of log entries and sessions; sets count by their number instead.
        package var reps: Int64
        /// Seconds held in log entries and sessions.
        package var seconds: Int64
        /// Number of sets without warm-ups.
        package var sets: Int64
        package var hasEffort: Bool

        package init(reps: Int64 = 0, seconds: Int64 = 0, sets: Int64 = 0, hasEffort: Bool) {
            self.reps = reps
            self.seconds = seconds
            self.sets = sets
            self.hasEffort = hasEffort
        }
    }

    /// Points of a day: 10 for having an effort, and 2 for each 10 reps, each 30 seconds and each set, up to
    /// 20 of them.
    package static func points(of day: DayEfforts) -> Int64 {
        guard day.hasEffort else { return 0 }
        return 10 + 2 * min(20, day.reps / 10 + day.seconds / 30 + day.sets)
    }

    /// Points at which a level is reached, from level 1 on.
    package static func threshold(ofLevel level: Int64) -> Int64 { 25 * (level - 1) * (level + 2) }

    /// Level for a number of points.
    package static func level(ofPoints points: Int64) -> Int64 {
        // The solution of the quadratic threshold, in whole numbers.
        var level = Int64((Double(max(0, points)) / 25 + 2.25).squareRoot() - 0.5)
        while threshold(ofLevel: level) > points, level > 1 { level -= 1 }
        while threshold(ofLevel: level + 1) <= points { level += 1 }
        return level
    }
}
