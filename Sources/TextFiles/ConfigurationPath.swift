import Glibc

/// The place of the configuration file.
package enum ConfigurationPath {
    /// `$XDG_CONFIG_HOME/trackerd/config.toml`, else `~/.config/trackerd/config.toml`. As the XDG
    /// specification demands, a variable with a relative path is ignored.
    ///
    /// - Parameter environment: gives the value of a variable; `nil` for none.
    package static func usual<Failure>(
        _ environment: (String) throws(Failure) -> String?
    ) throws(Failure) -> String {
        if let base = try environment("XDG_CONFIG_HOME"), base.hasPrefix("/") {
            return "\(base)/trackerd/config.toml"
        }
        return "\(try home(environment))/.config/trackerd/config.toml"
    }

    private static func home<Failure>(
        _ environment: (String) throws(Failure) -> String?
    ) throws(Failure) -> String {
        if let home = try environment("HOME"), home.hasPrefix("/") { return home }
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "" }
        return String(cString: home)
    }
}
