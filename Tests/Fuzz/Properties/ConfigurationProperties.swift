import TrackerCore
import TrackerDaemon
import UserFiles

/// Any bytes are a configuration within its limits, or are refused with the place and the reason.
enum ConfigurationProperties {
    private static let file = "config.toml"

    @MainActor static func check(_ bytes: [UInt8]) throws {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let loaded: LoadedConfiguration
        do throws(TextProblem) {
            loaded = try ConfigurationFile.parse(bytes, file: file)
        } catch {
            try demand(!error.message.isEmpty, "a refusal without a word")
            try demand((1...lines).contains(error.line ?? 1), "\(error): of \(lines) lines")
            try demand("\(error)".hasPrefix(file), "\(error)")
            return
        }
        try checkValues(loaded.configuration)
        for warning in loaded.warnings {
            try demand((1...lines).contains(warning.line ?? 1), "\(warning): of \(lines) lines")
        }
        let again = try ConfigurationFile.parse(bytes, file: file)
        try demand(again == loaded, "read again it is another")
    }

    private static func checkValues(_ configuration: Configuration) throws {
        let limits = configuration.limits
        try demand((4096...67_108_864).contains(limits.lineBytes), "\(limits)")
        try demand((1...10_000).contains(limits.inFlight), "\(limits)")
        try demand((1...4096).contains(limits.connections), "\(limits)")
        try demand((100...600_000).contains(limits.firstLineMs), "\(limits)")
        try demand((65_536...1_073_741_824).contains(limits.unreadBytes), "\(limits)")
        let ringing = configuration.timers.ringing
        let spans = Ringing.spans
        try demand(spans.contains(ringing?.everyMs ?? spans.lowerBound), "\(configuration.timers)")
        try demand((1...100).contains(configuration.timers.ringAtMost), "\(configuration.timers)")
        try demand(configuration.rest.warnAtMs.allSatisfy { $0 > 0 }, "\(configuration.rest)")
        let usual = configuration.reminders
        try demand((try? Schedule(usual.schedule)) != nil, "\(usual)")
        let desktop = configuration.desktop
        try demand((10_000...86_400_000).contains(desktop.idleMs ?? 10_000), "\(desktop)")
        try demand(Set(desktop.keepAwake).count == desktop.keepAwake.count, "\(desktop)")
        for hook in configuration.hooks {
            try demand(!hook.on.isEmpty && hook.run.first?.isEmpty == false, "\(hook)")
            try demand((100...86_400_000).contains(hook.timeoutMs), "\(hook)")
        }
        // The form of the reply to `config.get`.
        let json = try JSONText.of(configuration)
        let decoded = try JSONText.value(Configuration.self, from: json)
        try demand(decoded == configuration, "\(json) is read as another")
        try demand(configuration.changedKeys(from: decoded).isEmpty, "nothing has changed")
    }
}
