import Glibc
import TestSupport
import Testing
import TrackerAPI

@testable import TrackerView

@Suite struct PageFileTests {
    /// Writes the made-up pages into the folder that `PAGES` names, where `Tests/Pages/check` looks at them
    /// in a browser.
    @Test(.enabled(if: getenv("PAGES") != nil)) func pagesForABrowser() throws {
        let folder = String(cString: try #require(getenv("PAGES")))
        let lifts = try [
            ReportSamples.progress("Bench press", 38), ReportSamples.progress("Deadlift", 12),
        ]
        let hostile = "</title><script>alert(1)</script>\u{202e}\" onload='x'"
        let pages = [
            "year": try ReportPage.html(report: ReportSamples.year(), progress: lifts),
            "running": try ReportPage.html(report: ReportSamples.year(days: 70)),
            "month": try ReportPage.html(report: ReportSamples.month()),
            "week": try ReportPage.html(report: ReportSamples.week()),
            "day": try ReportPage.html(
                report: ReportSamples.day(), timeline: ReportSamples.timeline),
            "empty": try ReportPage.html(report: ReportSamples.empty()),
            "hostile": try ReportPage.html(report: ReportSamples.week(named: hostile)),
        ]
        for (name, html) in pages { try File.write(html, to: "\(folder)/\(name).html") }
    }
}
