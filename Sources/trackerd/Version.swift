/// What `--version` and `hello` say.
let version = "0.1.0"
