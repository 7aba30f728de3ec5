import ArgumentParser
import Foundation
import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct ExportCommandTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(folder.path)
    }

    private func export(_ arguments: [String], _ steps: [FakeServer.Step]) throws -> [String] {
        let server = try FakeServer([steps])
        try ExportCommand.parse(arguments + ["--quiet", "--socket", server.path]).run()
        return server.received
    }

    private static let pages: [FakeServer.Step] = [
        .read, .send(Sample.result(#"{"text":"a\r\n","cursor":"0/x"}"#)), .read,
        .send(Sample.result(#"{"text":"b\r\n"}"#, id: 2)),
    ]

    @Test(arguments: [
        ([], "all", "json"), (["--format", "csv"], "sets", "csv"),
        (["-f", "ics"], "workouts", "ics"), (["--output", "x/log.CSV"], "sets", "csv"),
        (["-o", "a.b/c", "-w", "log"], "log", "json"),
        (["-o", "x.json", "-f", "ics"], "workouts", "ics"),
    ])
    func whatIsAskedFor(_ arguments: [String], _ what: String, _ format: String) throws {
        let request = try ExportCommand.parse(arguments).request()
        #expect(request.what.rawValue == what && request.format.rawValue == format)
    }

    @Test func allPagesInOneFile() throws {
        try withFolder { folder in
            let path = folder + "/sets.csv"
            let lines = try export(["--output", path, "--from", "2026-01-01"], Self.pages)
            #expect(File.text(path) == "a\r\nb\r\n")
            #expect(File.names(in: folder) == ["sets.csv"])
            var facts = stat()
            #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
            #expect(lines.count == 2 && lines[0].contains(#""from":"2026-01-01""#))
            #expect(!lines[0].contains("cursor") && lines[1].contains(#""cursor":"0/x""#))
        }
    }

    @Test func anOlderFileStays() throws {
        try withFolder { folder in
            let path = folder + "/x.csv"
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            let refusal = #expect(throws: Refusal.self) { try export(["-o", path], Self.pages) }
            #expect(refusal?.hint == "to overwrite it, add --force")
            #expect(File.text(path) == "old")
            _ = try export(["-o", path, "--force"], Self.pages)
            #expect(File.text(path) == "a\r\nb\r\n")
            #expect(File.names(in: folder) == ["x.csv"])
        }
    }

    @Test func nothingIsLeftOfHalfAFile() throws {
        try withFolder { folder in
            let path = folder + "/x.csv"
            let half = Array(Self.pages.prefix(2)) + [.read, .send(Sample.error("storage"))]
            #expect(throws: (any Error).self) { try export(["-o", path], half) }
            #expect(File.names(in: folder).isEmpty)
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: (any Error).self) { try export(["-o", path, "--force"], half) }
            #expect(File.names(in: folder) == ["x.csv"] && File.text(path) == "old")
        }
    }

    /// Sends the first page, then the error that something was changed meanwhile.
    private static func overtaken(_ id: Int) -> [FakeServer.Step] {
        let changed = """
            {"jsonrpc":"2.0","id":\(id + 1),"error":{"code":-32002,"message":"changed since",\
            "data":{"kind":"conflict","state":"changed"}}}
            """
        return [
            .read, .send(Sample.result(#"{"text":"older\r\n","cursor":"0/x"}"#, id: id)), .read,
            .send(changed),
        ]
    }

    @Test func whatIsChangedMeanwhileIsWrittenAnew() throws {
        let whole: [FakeServer.Step] = [
            .read, .send(Sample.result(#"{"text":"a\r\n","cursor":"0/x"}"#, id: 5)), .read,
            .send(Sample.result(#"{"text":"b\r\n"}"#, id: 6)),
        ]
        try withFolder { folder in
            let path = folder + "/x.csv"
            let lines = try export(
                ["-o", path], Self.overtaken(1) + Self.overtaken(3) + whole)
            #expect(File.text(path) == "a\r\nb\r\n")
            #expect(lines.map { $0.contains("cursor") } == [false, true, false, true, false, true])
            let always = (0..<9).flatMap { Self.overtaken($0 * 2 + 1) }
            let error = #expect(throws: ClientError.self) {
                try export(["-o", folder + "/y.csv"], always)
            }
            #expect(error?.isOvertaken == true)
            #expect(File.names(in: folder) == ["x.csv"])
        }
        let piped = #expect(throws: Refusal.self) { try export([], Self.overtaken(1)) }
        #expect(piped?.message.hasPrefix("the export is incomplete") == true)
    }

    @Test func oneThatComesInTheMeantimeStays() throws {
        try withFolder { folder in
            let path = folder + "/x.json"
            let file = try NewFile(path, replacing: false)
            try file.write("new")
            try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Refusal.self) { try file.finish() }
            #expect(File.text(path) == "theirs")
        }
    }

    @Test(arguments: [EPERM, EOPNOTSUPP, ENOSYS]) func aFileSystemWithoutLinks(
        _ code: CInt
    ) throws {
        try withFolder { folder in
            func write() throws {
                let file = try NewFile(folder + "/x.json", replacing: false) { _, _ in
                    errno = code
                    return -1
                }
                try file.write("new")
                if File.exists(folder + "/y.json") {
                    try Data("theirs".utf8).write(to: URL(fileURLWithPath: folder + "/x.json"))
                }
                try file.finish()
            }
            try write()
            #expect(File.text(folder + "/x.json") == "new")
            #expect(File.names(in: folder) == ["x.json"])
            try FileManager.default.moveItem(
                atPath: folder + "/x.json", toPath: folder + "/y.json")
            #expect(throws: Refusal.self) { try write() }
            #expect(File.text(folder + "/x.json") == "theirs")
            #expect(File.names(in: folder) == ["x.json", "y.json"])
        }
    }

    @Test func foldersAndDevicesAreNoFiles() throws {
        try withFolder { folder in
            for path in [folder, "/dev/null", folder + "/none/x"] {
                let error = #expect(throws: (any Error).self) {
                    try NewFile(path, replacing: true)
                }
                #expect(error.map { Failure($0).status } == 64, "\(path)")
            }
            let left = File.names(in: folder)
            #expect(left.isEmpty)
        }
    }
}
