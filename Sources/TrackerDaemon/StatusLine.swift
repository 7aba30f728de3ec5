import TrackerCore
import TrackerEngine

/// The line that `systemctl status` shows: what is running, what comes next, and what is wrong.
@MainActor func statusLine(_ engine: Engine, _ settings: Settings, at now: Moment) -> String {
    var parts: [String] = []
    if let why = engine.health.degradedBecause {
        parts.append("DEGRADED, read only (\(why))")
        if let remedy = engine.health.remedy { parts.append(remedy) }
    }
    parts.append(engine.summary(at: now))
    if let refusal = settings.refusal { parts.append("configuration refused: \(refusal)") }
    return parts.joined(separator: "; ")
}
