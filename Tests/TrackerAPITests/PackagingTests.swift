import TestSupport
import Testing
import TrackerAPI

/// What the recipes of packages repeat of the program agrees with it.
@Suite struct PackagingTests {
    @Test(arguments: [
        ("config/debian/changelog", "trackerd (VERSION) "),
        ("config/rpm/trackerd.spec", "Version:        VERSION\n"),
        ("config/rpm/trackerd.spec", "> - VERSION-1\n"),
        ("config/arch/PKGBUILD", "\npkgver=VERSION\n"),
        ("config/nix/default.nix", "version = \"VERSION\";"),
    ])
    func everyRecipeHasTheVersion(path: String, line: String) {
        let text = File.text(Checkout.path(path))
        #expect(text.contains(line.replacing("VERSION", with: programVersion)), "\(path)")
    }

    /// The manual pages have the day of the release, not that of the build.
    @Test func theDateIsThatOfTheRelease() throws {
        let log = File.text(Checkout.path("config/debian/changelog"))
        let match = try #require(log.firstMatch(of: #/> +\w+, (\d+) (\w+) (\d+) /#))
        let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
        let month = try #require(months.firstIndex(of: match.2)) + 1
        let day = match.1.count < 2 ? "0\(match.1)" : String(match.1)
        #expect(programDate == "\(match.3)-\(month < 10 ? "0" : "")\(month)-\(day)")
        let spec = File.text(Checkout.path("config/rpm/trackerd.spec"))
        #expect(spec.contains(" \(match.2) \(day) \(match.3) The trackerd authors"))
    }

    /// Each package that is linked in is named with its version and its license.
    @Test func theNoticesNameWhatIsLinkedIn() throws {
        let notices = File.text(Checkout.path("config/licenses/NOTICES.md"))
        let manifest = File.text(Checkout.path("Package.swift"))
        let packages = manifest.matches(of: /url: "[^"]*\/([^\/"]+)", exact: "([^"]+)"/)
        #expect(packages.count >= 3)
        for package in packages {
            #expect(notices.contains("| \(package.1) \(package.2) |"), "\(package.1)")
        }
        for file in notices.matches(of: /[\w.-]+\.txt/) {
            #expect(File.exists(Checkout.path("config/licenses/\(file.0)")), "\(file.0)")
        }
        for name in File.names(in: Checkout.path("config/licenses")) where name.hasSuffix(".txt") {
            #expect(notices.contains(name), "\(name)")
        }
    }
}
