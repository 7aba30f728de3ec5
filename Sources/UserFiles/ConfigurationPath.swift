import Glibc
import TrackerCore

/// The place of the configuration file.
package enum ConfigurationPath {
    /// `$XDG_CONFIG_HOME/trackerd/config.toml`, else `~/.config/trackerd/config.toml`. As the XDG
    /// specification demands, a variable with a relative path is ignored.
    ///
    /// - Parameter environment: gives the value of a variable; `nil` for none.
    package static func usual<Failure>(
        _ environment: (String) throws(Failure) -> String?
    ) throws(Failure) -> String {
        if let folder = try BaseFolder.configuration.own(environment) {
            return folder + "/config.toml"
        }
        var home = ""
        if let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir {
            home = String(cString: folder)
        }
        return "\(home)/.config/trackerd/config.toml"
    }
}
