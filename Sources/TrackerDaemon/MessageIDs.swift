import Systemd

/// Message IDs in the system's journal; `journalctl --user MESSAGE_ID=…` finds the messages.
extension MessageID {
    static let started = MessageID("d3987be8726840bcbeb9b4be9412162c")
    static let stopped = MessageID("a172a3c195884031b722971eb56c93fa")
    static let event = MessageID("5f82a1b406e648deaf4eed0ffd76feaa")
    static let hookFailed = MessageID("a85c2eb228034da29018b2e28c44fcdd")
    static let configurationRefused = MessageID("9e8d1d3470ff436d80f7de4d052c0ef1")
    static let configurationReloaded = MessageID("34483301160547a79d705d1fb3964d3b")
    static let storage = MessageID("8813e3a3427e480994eadd331f097e06")
    static let socketRestored = MessageID("0e6c9a47f2ba4bd08f3d51c7e4a6b918")
    static let clockStepped = MessageID("3f5a26cbda5f4f1e8bbce8ca2ea49d94")
}
