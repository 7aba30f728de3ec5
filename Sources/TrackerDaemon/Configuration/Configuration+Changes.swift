import TrackerCore

extension Configuration {
    /// Keys in which this configuration differs from another, in the order of the documentation, such as
    /// `["limits.connections", "hooks"]`. Hooks count as one key.
    package nonisolated func changedKeys(from old: Configuration) -> [String] {
        let differences: [(key: String, differs: Bool)] = [
            ("limits.line_bytes", limits.lineBytes != old.limits.lineBytes),
            ("limits.in_flight", limits.inFlight != old.limits.inFlight),
            ("limits.connections", limits.connections != old.limits.connections),
            ("limits.first_line", limits.firstLineMs != old.limits.firstLineMs),
            ("limits.unread_bytes", limits.unreadBytes != old.limits.unreadBytes),
            ("timers.ring_again", timers.ringAgainMs != old.timers.ringAgainMs),
            ("timers.ring_at_most", timers.ringAtMost != old.timers.ringAtMost),
            ("rest.warn_at", rest.warnAtMs != old.rest.warnAtMs),
            ("training.ready", training.readyMs != old.training.readyMs),
            ("lifting.show_plates", lifting.showPlates != old.lifting.showPlates),
            ("reminders.every", reminders.everyMs != old.reminders.everyMs),
            ("reminders.between", reminders.between != old.reminders.between),
            ("reminders.days", reminders.days != old.reminders.days),
            ("notifications.enabled", notifications.enabled != old.notifications.enabled),
            ("notifications.stay", notifications.stay != old.notifications.stay),
            ("notifications.escalate", notifications.escalate != old.notifications.escalate),
            ("notifications.closing", notifications.closing != old.notifications.closing),
            ("sounds.enabled", sounds.enabled != old.sounds.enabled),
            ("sounds.volume", sounds.volume != old.sounds.volume),
            ("sounds.lead_in", sounds.leadInMs != old.sounds.leadInMs),
            ("sounds.files", sounds.files != old.sounds.files),
            ("desktop.idle", desktop.idleMs != old.desktop.idleMs),
            ("desktop.break", desktop.breakMs != old.desktop.breakMs),
            ("desktop.do_not_disturb", desktop.doNotDisturb != old.desktop.doNotDisturb),
            ("desktop.mako_modes", desktop.makoModes != old.desktop.makoModes),
            ("desktop.keep_awake", desktop.keepAwake != old.desktop.keepAwake),
            ("sync.after_write", sync.afterWrite != old.sync.afterWrite),
            ("hooks", hooks != old.hooks),
        ]
        return differences.filter(\.differs).map(\.key)
    }
}
