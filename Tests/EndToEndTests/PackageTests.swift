import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// The installed files.
    @Suite struct Installation {
        private func files(_ folder: String, below path: String = "") -> [String] {
            File.names(in: folder + path).flatMap { name -> [String] in
                var status = stat()
                guard lstat("\(folder)\(path)/\(name)", &status) == 0 else { return [] }
                return status.st_mode & S_IFMT == S_IFDIR
                    ? files(folder, below: "\(path)/\(name)") : ["\(path)/\(name)"]
            }
        }

        @Test func installingHonoursItsFoldersAndUninstallingClearsThem() throws {
            try Stage.with { stage in
                let root = stage.file("root")
                try Package.make(["install", "DESTDIR=" + root, "PREFIX=/usr"], stage)
                let installed = files(root)
                for name in [
                    "/usr/bin/trackerd", "/usr/bin/trackerctl",
                    "/usr/lib/systemd/user/trackerd.service",
                    "/usr/lib/systemd/user/trackerd.socket",
                    "/usr/share/trackerd/config.toml",
                    "/usr/share/trackerd/library/exercises.toml",
                    "/usr/share/trackerd/library/achievements.toml",
                    "/usr/share/trackerd/library/challenges.toml",
                    "/usr/share/trackerd/library/programs/tabata.toml",
                    "/usr/share/doc/trackerd/openrpc.json", "/usr/share/doc/trackerd/PROTOCOL.md",
                    "/usr/share/doc/trackerd/README.md",
                    "/usr/share/doc/trackerd/config/README.md",
                    "/usr/share/doc/trackerd/config/doc/lifting.md",
                    "/usr/share/doc/trackerd/config/doc/several-machines.md",
                    "/usr/share/licenses/trackerd/LICENSE",
                    "/usr/share/trackerd/sounds/rest-warning.wav",
                    "/usr/share/applications/trackerd.desktop",
                    "/usr/share/icons/hicolor/scalable/apps/trackerd.svg",
                    "/usr/share/icons/hicolor/symbolic/apps/trackerd-symbolic.svg",
                    "/usr/share/man/man1/trackerd.1", "/usr/share/man/man1/trackerctl.1",
                    "/usr/share/man/man1/trackerctl-timer.1",
                    "/usr/share/man/man1/trackerctl-remind.1",
                ] {
                    #expect(installed.contains(name), "\(name)")
                }
                let service = File.text(root + "/usr/lib/systemd/user/trackerd.service")
                #expect(service.contains("\nExecStart=/usr/bin/trackerd\n"))
                for name in installed where !name.hasPrefix("/usr/bin/") {
                    // A licence of another's is told as it is.
                    guard !name.contains("/licenses/") else { continue }
                    #expect(!File.text(root + name).contains("/usr/local"), "\(name)")
                }
                try Package.make(["uninstall", "DESTDIR=" + root, "PREFIX=/usr"], stage)
                #expect(files(root) == [])
            }
        }

        @Test func whatTheTextsNameIsThere() throws {
            try Stage.with { stage in
                let prefix = stage.file("opt/tracker")
                try Package.install(into: prefix, stage)
                let service = File.text("\(prefix)/lib/systemd/user/trackerd.service")
                #expect(service.contains("\nExecStart=\(prefix)/bin/trackerd\n"))
                var status = stat()
                for (name, mode) in [
                    ("lib/systemd/user/trackerd.socket", 0o644),
                    ("share/trackerd/sounds/timer-finished.wav", 0o644),
                    ("share/trackerd/config.toml", 0o644),
                    ("share/trackerd/examples/menu.sh", 0o755),
                    ("share/trackerd/examples/speak.sh", 0o755),
                    ("share/trackerd/examples/sway.conf", 0o644),
                    ("share/trackerd/examples/sync-git.sh", 0o755),
                    ("share/trackerd/examples/trackerd-sync.timer", 0o644),
                    ("share/trackerd/examples/waybar.jsonc", 0o644),
                ] as [(String, mode_t)] {
                    #expect(stat("\(prefix)/\(name)", &status) == 0, "\(name)")
                    #expect(status.st_mode & 0o777 == mode, "\(name)")
                }
                let waybar = File.text("\(prefix)/share/trackerd/examples/waybar.jsonc")
                #expect(waybar.contains("exec \(prefix)/bin/trackerctl bar"))
                let carrier = File.text("\(prefix)/share/trackerd/examples/trackerd-sync.service")
                #expect(carrier.contains("\nExecStart=\(prefix)/bin/trackerctl sync now\n"))
            }
        }

        /// A folder below a person's own is where systemd, and the programs, look for what is theirs.
        @Test(arguments: ["~/.local", "HOME/.local", "HOME/.local/"])
        func forOnePersonAlone(prefix: String) throws {
            try Stage.with { stage in
                let home = stage.folder.path
                let prefix = prefix.replacing("HOME", with: home)
                let own = "\(home)/.local/share/trackerd"
                for folder in [".local", ".local/share", ".local/share/trackerd"] {
                    try File.makeFolder("\(home)/\(folder)")
                }
                try File.makeFolder(own + "/programs")
                let names = ["exercises.toml", "achievements.toml", "programs/tabata.toml"]
                for name in names { try File.write("# mine\n", to: "\(own)/\(name)") }
                try Package.make(["install", "PREFIX=" + prefix], stage)
                let units = "\(home)/.local/share/systemd/user"
                #expect(File.names(in: units) == ["trackerd.service", "trackerd.socket"])
                let service = File.text(units + "/trackerd.service")
                #expect(service.contains("\nExecStart=\(home)/.local/bin/trackerd\n"))
                let places = try stage.result(["systemd-analyze", "--user", "unit-paths"])
                #expect(places.output.contains(units + "\n"), "\(places.complaints)")
                try Package.make(["uninstall", "PREFIX=" + prefix], stage)
                let kept = files(home + "/.local").sorted()
                #expect(kept == names.map { "/share/trackerd/" + $0 }.sorted())
                for name in names { #expect(File.text("\(own)/\(name)") == "# mine\n") }
            }
        }

        /// A prefix where systemd doesn't look is told, with the command that makes up for it.
        @Test func unitsThatSystemdDoesNotFindAreTold() throws {
            try Stage.with { stage in
                let prefix = stage.file("opt")
                let output = try Package.make(["install", "PREFIX=" + prefix], stage)
                let folder = prefix + "/lib/systemd/user"
                #expect(output.contains("systemctl --user link \(folder)/trackerd.socket"))
                let packaged = try Package.make(
                    ["install", "PREFIX=/opt/x", "DESTDIR=" + stage.file("root")], stage)
                #expect(!packaged.contains("systemctl --user link /"))
            }
        }

        /// The names that headings have as targets of links.
        private func sections(of page: String) -> Set<String> {
            Set(
                page.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                    let words = line.drop { $0 == "#" || $0 == " " }.lowercased()
                    let kept = words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                    return kept.replacing(" ", with: "-")
                })
        }

        @Test func linksOfInstalledPagesLeadToWhatIsInstalled() throws {
            try Stage.with { stage in
                let root = stage.file("root")
                try Package.make(["install", "DESTDIR=" + root, "PREFIX=/usr"], stage)
                let pages = files(root).filter { $0.hasSuffix(".md") }
                #expect(pages.count >= 3)
                var links = 0
                for page in pages {
                    let text = File.text(root + page)
                    let folder = page.split(separator: "/").dropLast().joined(separator: "/")
                    for match in text.matches(of: #/\]\(([^)#]*)(?:#([^)]*))?\)/#)
                    where !match.1.contains("://") {
                        links += 1
                        let target = match.1.isEmpty ? root + page : "\(root)/\(folder)/\(match.1)"
                        #expect(File.exists(target), "\(page): \(match.0)")
                        guard let section = match.2, target.hasSuffix(".md") else { continue }
                        #expect(
                            sections(of: File.text(target)).contains(String(section)),
                            "\(page): \(match.0)")
                    }
                }
                #expect(links >= 20)
            }
        }

        @Test func theProgramsNeedNoSwiftRuntime() throws {
            try Stage.with { stage in
                try Package.install(into: stage.file("usr"), stage)
                for name in ["trackerd", "trackerctl"] {
                    let path = stage.file("usr/bin/\(name)")
                    let libraries = try stage.result(["ldd", path])
                    #expect(!libraries.output.contains("not found"), "\(libraries.output)")
                    // A plain `swift test` has only debug builds.
                    if getenv("TRACKERD") != nil {
                        #expect(!libraries.output.contains("swift"), "\(libraries.output)")
                        #expect(!libraries.output.contains("Foundation"), "\(libraries.output)")
                        // ICU's data alone are 34 MB.
                        #expect(try #require(File.bytes(path)).count < 50_000_000, "\(name)")
                    }
                    let version = try stage.result([path, "--version"])
                    #expect(version.ending == .exited(0), "\(version.complaints)")
                }
            }
        }

        @Test func theInstalledProgramsKnowTheZones() throws {
            try Stage.with { stage in
                try Package.install(into: stage.file("usr"), stage)
                let zone = ["TZ": "Asia/Kathmandu", "XDG_RUNTIME_DIR": stage.folder.path]
                let notify = try NotifySocket(path: stage.file("n"))
                let daemon = try stage.run(
                    [stage.file("usr/bin/trackerd")],
                    environment: zone.merging(["NOTIFY_SOCKET": notify.path]) { $1 })
                try wait(for: "readiness: \(daemon.complaints)") { notify.hasHeard("READY=1") }
                let status = try stage.result(
                    [stage.file("usr/bin/trackerctl"), "status", "--json"], environment: zone)
                let now = try JSONValue(text: status.output)["now"]?.string
                #expect(try #require(now).hasSuffix("+05:45"))
            }
        }

        @Test func desktopsKnowTheProgramAndItsIcon() throws {
            try Stage.with { stage in
                let prefix = stage.file("opt/tracker")
                try Package.install(into: prefix, stage)
                let entry = "\(prefix)/share/applications/trackerd.desktop"
                let result = try stage.result(["desktop-file-validate", entry])
                #expect(result.ending == .exited(0), "\(result.output)")
                #expect(result.output + result.complaints == "")
                let lines = File.lines(entry)
                #expect(lines.contains("Exec=\(prefix)/bin/trackerctl live"))
                #expect(lines.contains("Icon=trackerd"))
                for name in ["scalable/apps/trackerd.svg", "symbolic/apps/trackerd-symbolic.svg"] {
                    let icon = "\(prefix)/share/icons/hicolor/\(name)"
                    let parsing = "import sys, xml.dom.minidom as x; x.parse(sys.argv[1])"
                    let parsed = try stage.result(["python3", "-c", parsing, icon])
                    #expect(parsed.ending == .exited(0), "\(parsed.complaints)")
                }
            }
        }
    }
}
