/// Version of the daemon and its client, for `--version` and `hello`.
package let programVersion = "0.1.0"
/// Release date of this version. The manual pages show it, so that every build gives the same pages.
package let programDate = "2026-11-24"
