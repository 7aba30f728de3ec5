import ArgumentParser
import Foundation
import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct SyncCommandTests {
    @Test func aRelativeFolderIsMadeAbsolute() throws {
        let command = try SyncCommands.Setup.parse(["Sync/trackerd"])
        #expect(
            try command.request().folder
                == FileManager.default.currentDirectoryPath + "/Sync/trackerd")
        #expect(throws: ValidationError.self) { try SyncCommands.Setup.parse([""]).request() }
    }

    /// The daemon takes no path with dots, which a person types all the same.
    @Test func dotsAreResolved() throws {
        let here = FileManager.default.currentDirectoryPath
        let above = URL(fileURLWithPath: here).deletingLastPathComponent().path
        for (typed, folder) in [
            (".", here), ("./no-such-folder", "\(here)/no-such-folder"), ("..", above),
            ("/tmp/../no-such-folder", "/no-such-folder"),
        ] { #expect(try SyncCommands.Setup.parse([typed]).request().folder == folder) }
    }

    /// Whom it joins is in the question, and only a yes is sent on.
    @Test func theSetupAsksBeforeItJoins() throws {
        let refusal = Sample.error(
            "confirmation_required", "this log is merged with those of desktop and phone")
        let server = try FakeServer([
            [.read, .send(refusal)], [.read, .send(Sample.result(SyncSample.on()))],
        ])
        let command = try SyncCommands.Setup.parse(
            ["/mnt/trackerd", "--quiet", "--socket", server.path])
        var asked: [String] = []
        _ = try command.printed(
            Dialogue(canAsk: true) { question in
                asked.append(question)
                return "y"
            })
        #expect(asked == ["this log is merged with those of desktop and phone? [y/N] "])
        #expect(server.received.count == 2)
        #expect(server.received.first?.contains(#""confirm""#) == false)
        #expect(server.received.last?.contains(#""confirm":true"#) == true)
    }

    @Test(arguments: [true, false]) func withoutAYesNothingIsDone(_ canAsk: Bool) throws {
        let refusal = Sample.error("confirmation_required", "desktop was active today")
        let server = try FakeServer([[.read, .send(refusal)]])
        let command = try SyncCommands.Forget.parse(["desktop", "--socket", server.path])
        let error = #expect(throws: (any Error).self) {
            try command.printed(Dialogue(canAsk: canAsk) { _ in "" })
        }
        let failure = Failure(try #require(error))
        #expect(failure.status == ExitStatus.refused)
        #expect(canAsk || failure.hint == "to do it anyway, add --yes")
        #expect(server.received.count == 1)
    }

    @Test func anUnknownMachineLeadsToTheList() {
        let rejection = Rejection(.notFound, "no machine 'deskop'", field: "machine")
        let failure = Failure(ClientError.refused(WireError(rejection)))
        #expect(failure.hint == "'trackerctl sync' lists them all")
    }

    @Test func otherMachinesAreOffered() throws {
        let sync: SyncView = try Sample.read(
            SyncSample.on([SyncSample.laptop, SyncSample.desktop, SyncSample.phone]))
        #expect(
            SyncCommands.Forget.completions(for: sync.machines) == ["desktop", "d3v1ce000002"])
        let twins: SyncView = try Sample.read(
            SyncSample.on([
                SyncSample.laptop, SyncSample.laptop.replacing("here", with: "former"),
            ]))
        #expect(SyncCommands.Forget.completions(for: twins.machines) == ["d3v1ce000000"])
    }
}
