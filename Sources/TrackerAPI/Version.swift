/// What `--version` and `hello` say, of the daemon and its client alike.
package let programVersion = "0.1.0"
