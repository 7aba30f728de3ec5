import ArgumentParser

/// Reads counts from the command line.
enum CountArgument {
    static func read(_ text: String) throws -> Int64 {
        guard let count = Int64(text) else {
            throw ValidationError("give a whole number, 0 or more")
        }
        guard count >= 0 else {
            throw ValidationError("it can't be negative: give a whole number, 0 or more")
        }
        return count
    }
}
