/// The version that `--version` and `hello` tell, of the daemon and its client alike.
package let programVersion = "0.1.0"
