import Stage
import TestSupport
import Testing

extension EndToEndTests {
    /// The installed manual pages, as man shows them.
    @Suite struct ManualPages {
        private func shown(_ page: String, _ stage: Stage) throws -> Program.Result {
            try stage.result(
                ["man", "--warnings", "--local-file", stage.file("usr/share/man/man1/\(page).1")],
                environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANROFFSEQ": ""])
        }

        @Test func allRenderWithoutWarnings() throws {
            try Stage.with { stage in
                try Package.install(into: stage.file("usr"), stage)
                let names = File.names(in: stage.file("usr/share/man/man1"))
                #expect(names.count > 60)
                for name in names {
                    let page = String(name.dropLast(2))
                    let result = try shown(page, stage)
                    #expect(result.ending == .exited(0), "\(name)")
                    #expect(result.complaints == "", "\(name)")
                    for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"] {
                        #expect(result.output.contains("\n\(heading)\n"), "\(name): \(heading)")
                    }
                    #expect(!result.output.contains("\\f"), "\(name)")
                    // The day of the release, whatever the day of the build.
                    #expect(result.output.contains("2026-11-24"), "\(name)")
                }
            }
        }

        /// `man trackerctl-remind` finds the page, and `apropos` both names.
        @Test func theIndexKnowsThePagesByAllOfTheirNames() throws {
            try Stage.with { stage in
                try Package.install(into: stage.file("usr"), stage)
                let manuals = ["MANPATH": stage.file("usr/share/man"), "LC_ALL": "C.UTF-8"]
                _ = try stage.result(["mandb", "--quiet", "--user-db"], environment: manuals)
                for name in ["timer", "reminder", "remind", "train", "done", "1rm"] {
                    let found = try stage.result(
                        ["man", "--where", "trackerctl-\(name)"], environment: manuals)
                    #expect(found.ending == .exited(0), "\(name)")
                    let index = try stage.result(
                        ["whatis", "trackerctl-\(name)"], environment: manuals)
                    #expect(index.output.contains(" - "), "\(name): \(index.complaints)")
                }
            }
        }
    }
}
