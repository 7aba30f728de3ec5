import TrackerCore

extension Schedule {
    /// The moments later than `afterMs` and up to `throughMs` in ascending order, at most `limit`.
    package func due(
        after afterMs: Int64, through throughMs: Int64, base baseMs: Int64? = nil, limit: Int,
        in zone: Zone
    ) -> [Int64] {
        var due: [Int64] = []
        var moments = moments(after: afterMs, base: baseMs, in: zone)
        while due.count < limit, let moment = moments.next(), moment <= throughMs {
            due.append(moment)
        }
        return due
    }
}
