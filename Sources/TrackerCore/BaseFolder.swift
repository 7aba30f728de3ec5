/// A base folder of a person's files, from the XDG base directory specification.
package enum BaseFolder: String {
    case configuration = "XDG_CONFIG_HOME"
    case data = "XDG_DATA_HOME"
    case state = "XDG_STATE_HOME"
    case cache = "XDG_CACHE_HOME"
    case runtime = "XDG_RUNTIME_DIR"

    /// The folder in the person's home where the variable isn't set; `nil` for none.
    private var usual: String? {
        switch self {
        case .configuration: ".config"
        case .data: ".local/share"
        case .state: ".local/state"
        case .cache: ".cache"
        case .runtime: nil
        }
    }

    /// Path of the folder; `nil` where no variable names it. As the specification demands, a variable with a
    /// relative path is ignored.
    ///
    /// - Parameter environment: gives the value of a variable; `nil` for none.
    package func path<Failure>(
        _ environment: (String) throws(Failure) -> String?
    ) throws(Failure) -> String? {
        if let path = try environment(rawValue), path.hasPrefix("/") { return path }
        guard let usual, let home = try environment("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/\(usual)"
    }

    /// Path of trackerd's folder in it; `nil` where no variable names one.
    package func own<Failure>(
        _ environment: (String) throws(Failure) -> String?
    ) throws(Failure) -> String? {
        guard let path = try path(environment) else { return nil }
        return path + "/trackerd"
    }
}
