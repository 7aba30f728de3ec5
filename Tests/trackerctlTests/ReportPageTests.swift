import ArgumentParser
import Glibc
import TestSupport
import Testing

@testable import trackerctl

/// The writing and opening of a report's page.
@Suite struct ReportPageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ path: String) -> String? {
        File.bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func opener(_ script: String) throws -> Opener {
        try File.write("#!/bin/sh\n\(script)\n", to: folder.file("xdg-open"), mode: 0o700)
        return Opener(program: folder.file("xdg-open"), hasDisplay: true, patienceMs: 500)
    }

    private func options(_ arguments: String...) throws -> PageOptions {
        try PageOptions.parse(arguments)
    }

    @Test func forceNeedsAFile() {
        #expect(throws: (any Error).self) { try options("--force") }
        #expect(throws: (any Error).self) { try options("--open", "--force") }
    }

    /// The opener gets the whole path, and nothing of this program's terminal.
    @Test func theFileIsOpened() throws {
        let opener = try opener(
            "echo \"$@\" > $0.said; cut -d' ' -f6 /proc/$$/stat > $0.session; cat >> $0.said")
        let path = folder.file("page.html")
        _ = try options("--html", path, "--open").deliver("one", named: "x", by: opener)
        #expect(text(folder.file("xdg-open.said")) == "\(path)\n")
        let session = text(folder.file("xdg-open.session")).flatMap { text in
            CInt(text.filter(\.isNumber))
        }
        #expect(try #require(session) != getsid(0))
    }

    @Test func aNameWithoutAFolderIsMadeWhole() throws {
        let opener = try opener("echo \"$1\" > $0.said")
        try opener.open("-page.html")
        let said = try #require(text(folder.file("xdg-open.said")))
        #expect(said.hasPrefix("/") && said.hasSuffix("/-page.html\n"))
    }

    @Test func whatCannotBeOpenedIsSaid() throws {
        let path = folder.file("page.html")
        let failing = try opener("exit 3")
        let cases = [
            (
                Opener(program: nil, hasDisplay: true),
                "xdg-open isn't installed (package xdg-utils)"
            ),
            (Opener(program: "/bin/true", hasDisplay: false), "no display found"),
            (Opener(program: "/nowhere", hasDisplay: true), "/nowhere can't be started"),
            (failing, "\(folder.file("xdg-open")) failed"),
        ]
        for (opener, reason) in cases {
            let error = #expect(throws: Refusal.self) { try opener.open(path) }
            #expect(error?.message == "the page can't be opened: \(reason)")
            #expect(error?.hint == "it is in \(path)")
        }
    }

    /// A browser may be what xdg-open becomes.
    @Test func aProgramThatGoesOnIsLeftAlone() throws {
        let opener = try opener("sleep 2; echo done > $0.said")
        let program = try #require(try opener.open(folder.file("page.html")))
        #expect(text(folder.file("xdg-open.said")) == nil)
        // An ended process that nobody waits for would keep the tests' own from being noticed.
        var status: CInt = 0
        while waitpid(program, &status, 0) < 0, errno == EINTR {}
        #expect(text(folder.file("xdg-open.said")) == "done\n")
    }
}
