import TrackerCore

/// The style of a page, and the policy that allows a page this style and nothing else.
struct PageStyle {
    let text: String

    /// Content security policy (CSP level 3): nothing is loaded or run, and only this style is applied,
    /// identified by its hash.
    var policy: String {
        "default-src 'none'; style-src 'sha256-\(Base64.text(of: SHA256.digest(of: text)))'; "
            + "base-uri 'none'; form-action 'none'"
    }

    /// Style of reports. Its blue and orange also differ in lightness, so that colour-blind people can tell
    /// them apart.
    static let report = PageStyle(
        text: String(decoding: PackageResources.report_css, as: UTF8.self))
}
