/// Version of the daemon and its client, for `--version` and `hello`.
package let programVersion = "0.1.0"
/// Day on which this version was released, for the manual pages: the same pages at every build.
package let programDate = "2026-11-24"
