import TrackerDaemon

/// Any bytes from the desktop's servers, and any file of cookies, are taken without harm, and mean the same
/// in whichever pieces they come.
enum DesktopProperties {
    /// The input: what a Wayland compositor sends.
    static func checkWayland(_ bytes: [UInt8]) throws {
        var whole = WaylandIdleClient(idleMs: 180_000)
        var pieces = whole
        let answer = whole.take(bytes)
        var answers: [UInt8] = []
        for byte in bytes { answers += pieces.take([byte]) }
        try demand(whole.state == pieces.state, "\(whole.state) and \(pieces.state)")
        // What a compositor has broken off isn't answered any more.
        try demand(whole.state == .failed || answer == answers, "\(answer) and \(answers)")
        try demand(answer.count <= 200, "\(answer.count) bytes for one question")
        var after = whole
        if whole.state == .failed { try demand(after.take(bytes).isEmpty, "it goes on") }
    }

    /// The input: what an X server sends.
    static func checkX(_ bytes: [UInt8]) throws {
        var whole = XIdleClient(nil)
        var pieces = whole
        let answer = whole.take(bytes)
        var answers: [UInt8] = []
        for byte in bytes { answers += pieces.take([byte]) }
        try demand(whole.state == pieces.state, "\(whole.state) and \(pieces.state)")
        try demand(answer == answers, "\(answer) and \(answers)")
        try demand(answer.count <= 60, "\(answer.count) bytes for one question")
        if case .told(let ms) = whole.state {
            try demand((0...Int64(UInt32.max)).contains(ms), "\(ms) ms")
        }
    }

    /// The input: a file of cookies, for the display 0 of the machine `box`.
    static func checkCookies(_ bytes: [UInt8]) throws {
        guard let cookie = XCookie(bytes, display: "0", host: "box") else { return }
        try demand(cookie.data.count <= bytes.count, "more than there is")
        let hello = XIdleClient(cookie).hello
        try demand(hello.count % 4 == 0, "\(hello.count) bytes")
        try demand(cookie == XCookie(bytes, display: "0", host: "box"), "another one")
    }
}
