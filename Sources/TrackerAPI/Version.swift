/// Version of the daemon and its client, for `--version` and `hello`.
package let programVersion = "0.1.0"
