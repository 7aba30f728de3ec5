import Glibc
import Testing

/// A file's permission bits.
func permissions(
    of path: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0, "\(path)", sourceLocation: sourceLocation)
    return status.st_mode & 0o777
}
