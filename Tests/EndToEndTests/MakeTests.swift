import Glibc
import Stage
import TestSupport
import Testing

extension EndToEndTests {
    /// The words of the Makefile that a person types first. The stages have no Swift in their PATH, so
    /// nothing is compiled by mistake.
    @Suite struct Making {
        private func make(
            _ arguments: [String], _ stage: Stage, path: String? = nil
        ) throws -> Program.Result {
            try stage.result(
                ["make", "-C", Package.root] + arguments,
                environment: path.map { ["PATH": $0 + ":/usr/bin:/bin"] } ?? [:])
        }

        /// A folder with programs that do nothing but what is given.
        private func programs(_ scripts: [String: String], _ stage: Stage) throws -> String {
            let folder = stage.file("programs")
            try File.makeFolder(folder)
            for (name, script) in scripts {
                try File.write("#!/bin/sh\n\(script)\n", to: "\(folder)/\(name)", mode: 0o755)
            }
            return folder
        }

        @Test func aloneItBuilds() throws {
            try Stage.with { stage in
                let result = try make([], stage)
                #expect(result.ending != .exited(0))
                #expect(result.complaints.contains("There is no swift in PATH."))
                #expect(result.output.contains(".ci/packages") == false)
                let plan = try make(["--dry-run"], stage)
                #expect(plan.output.contains("--product trackerd "))
                #expect(!plan.output.contains("demo") && !plan.output.contains("packages"))
            }
        }

        @Test func checkIsTest() throws {
            try Stage.with { stage in
                let plans = try ["check", "test"].map { try make(["--dry-run", $0], stage).output }
                #expect(plans[0] == plans[1])
                #expect(plans[0].contains("swift build --build-tests"))
            }
        }

        @Test func anOldSwiftIsNamedBeforeAnythingIsCompiled() throws {
            try Stage.with { stage in
                let old = try programs(
                    ["swift": "echo 'Swift version 6.1.2 (swift-6.1.2-RELEASE)'"], stage)
                let result = try make(["build"], stage, path: old)
                #expect(result.ending == .exited(2))
                #expect(result.complaints.contains("This is Swift 6.1.2; trackerd needs 6.2"))
            }
        }

        /// The packages for what is missing are named as the system at hand calls them.
        @Test(arguments: [
            ("apt-get", "apt-get install --yes --no-install-recommends libsystemd-dev"),
            ("dnf", "dnf install systemd-devel glibc-static"),
            ("pacman", "pacman -S --needed systemd-libs glibc"),
        ])
        func whatIsMissingIsNamedBeforeAnythingIsCompiled(manager: String, line: String) throws {
            try Stage.with { stage in
                let calls = stage.file("calls")
                let folder = try programs(
                    [
                        "swift": """
                        echo "$@" >>\(calls)
                        echo 'Swift version 6.3 (swift-6.3-RELEASE)'
                        """,
                        // The one compiler that is there knows no header of systemd, and no static library.
                        "clang": """
                        case "$*" in
                            -print-file-name=libc.a) echo libc.a ;;
                            -print-file-name=*) echo /bin/sh ;;
                            *) ! grep --quiet systemd ;;
                        esac
                        """,
                        manager: "exit 9",
                    ], stage)
                // None of the system's own package managers is to be seen.
                let tools = "sh sed sort head dirname readlink grep id make".split(separator: " ")
                for name in tools {
                    #expect(symlink("/usr/bin/\(name)", "\(folder)/\(name)") == 0)
                }
                for name in ["python3", "git"] {
                    #expect(symlink("/usr/bin/true", "\(folder)/\(name)") == 0)
                }
                let result = try stage.result(
                    ["make", "-C", Package.root, "build"], environment: ["PATH": folder])
                #expect(result.ending == .exited(2))
                let missing = "Nothing was built. Missing: systemd/sd-bus.h, libc.a. As root, type:"
                #expect(result.complaints.contains(missing), "\(result.complaints)")
                #expect(result.complaints.contains("    \(line)"), "\(result.complaints)")
                #expect(File.lines(calls) == ["--version"])
            }
        }

        /// The tour has a daemon and data of its own.
        @Test func theTourLeavesNothingBehind() throws {
            try Stage.with { stage in
                let (home, temporary) = (stage.file("home"), stage.file("t"))
                for folder in [home, temporary] { try File.makeFolder(folder) }
                let result = try stage.result(
                    [Checkout.path(".ci/demo"), Built.trackerd, Built.trackerctl],
                    environment: ["HOME": home, "TMPDIR": temporary])
                #expect(result.ending == .exited(0), "\(result.complaints)")
                #expect(result.output.contains("$ trackerctl remind add move"))
                #expect(result.output.contains("$ trackerctl snooze 5m"))
                #expect(File.names(in: temporary) == [])
                #expect(File.names(in: home) == [])
            }
        }

        @Test func rootInstallsWhatIsBuiltAndBuildsNothing() throws {
            try Stage.with { stage in
                let root = stage.file("root")
                let arguments = [
                    "install", "DESTDIR=" + root, "PREFIX=/usr", "is_root=0",
                    "release=" + Package.folder(Built.trackerd),
                    "client=" + Package.folder(Built.trackerctl),
                ]
                for stamp in [stage.file("none"), "/etc/hostname"] {
                    // The second is older than the sources.
                    let result = try make(arguments + ["stamp=" + stamp], stage)
                    #expect(result.ending == .exited(2))
                    #expect(result.complaints.contains("\n    make\n    make install"))
                    #expect(result.complaints.contains("PREFIX=/usr"))
                    #expect(!File.exists(root))
                }
                try File.write("", to: stage.file("stamp"))
                let result = try make(arguments + ["stamp=" + stage.file("stamp")], stage)
                #expect(result.ending == .exited(0), "\(result.complaints)")
                #expect(File.exists(root + "/usr/bin/trackerd"))
            }
        }

        /// Whoever isn't root has it built, and what is asked for with it is done as ever.
        @Test(arguments: [["is_root=", "install"], ["is_root=0", "build", "install"]])
        func othersHaveItBuilt(goals: [String]) throws {
            try Stage.with { stage in
                let result = try make(goals + ["DESTDIR=" + stage.file("root")], stage)
                #expect(result.ending == .exited(2))
                #expect(result.complaints.contains("There is no swift in PATH."))
            }
        }

        @Test func aFolderThatCannotBeWrittenIsToldBeforeAnythingIsCompiled() throws {
            try Stage.with { stage in
                // Not even root may write there.
                let result = try make(["install", "PREFIX=/proc/self", "is_root="], stage)
                #expect(result.ending == .exited(2))
                #expect(result.complaints.contains("you may not write to /proc/self"))
                #expect(result.complaints.contains("    make install PREFIX=~/.local\n"))
                #expect(!result.complaints.contains("swift"))
            }
        }

        @Test(arguments: ["/opt/a b", "/opt/a&b", "/opt/a|b", "/opt/9%", "/opt/\"x\"", "/opt/a\\b"])
        func aPrefixThatUnitsCannotNameIsRefused(prefix: String) throws {
            try Stage.with { stage in
                let result = try make(
                    [
                        "-o", "build", "install", "DESTDIR=" + stage.file("root"),
                        "PREFIX=" + prefix,
                    ], stage)
                #expect(result.ending == .exited(2))
                #expect(result.complaints.contains("PREFIX is '\(prefix)'"))
                #expect(!File.exists(stage.file("root")))
            }
        }
    }
}
