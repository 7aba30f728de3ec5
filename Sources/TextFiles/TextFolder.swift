import Glibc

/// A folder in which a person keeps one thing a file, such as `my-sprints.toml`.
package struct TextFolder {
    package struct File: Sendable {
        /// The file's name without its extension.
        package let slug: String
        package let path: String
        package let text: String

        package init(slug: String, path: String, text: String) {
            self.slug = slug
            self.path = path
            self.text = text
        }
    }

    package static let ending = ".toml"
    /// Most files, which is more than a person has; each is read at every start.
    private static let maximumFiles = 500

    package private(set) var files: [File] = []
    /// Slugs of files that can't be read.
    package private(set) var lost: [String] = []
    /// True for a folder that is there, but can't be read.
    package private(set) var isLost = false
    package private(set) var problems: [TextProblem] = []

    /// - Parameters:
    ///   - path: the folder, which needn't exist; `nil` for none.
    ///   - things: the things that it holds, in the plural, for problems.
    package init(_ path: String?, of things: String) {
        guard let path else { return }
        let names: [String]
        do throws(TextProblem) { names = try Self.names(in: path, of: things) } catch {
            isLost = true
            problems = [error]
            return
        }
        if names.count > Self.maximumFiles {
            problems.append(
                TextProblem(
                    file: path,
                    message:
                        "has more than \(Self.maximumFiles) \(things): the others are left out"))
        }
        for name in names.prefix(Self.maximumFiles) { take(name, in: path) }
    }

    /// The paths of the files that are read; empty for a folder that can't be read.
    package static func paths(in folder: String) -> [String] {
        let names = (try? names(in: folder, of: "")) ?? []
        return names.prefix(maximumFiles).map { "\(folder)/\($0)" }
    }

    /// The names of the files. A missing folder counts as empty.
    private static func names(
        in folder: String, of things: String
    ) throws(TextProblem) -> [String] {
        func unreadable(_ code: CInt) -> TextProblem {
            let reason = String(cString: strerror(code))
            return TextProblem(
                file: folder, message: "can't be read, so the \(things) stay as they are: \(reason)"
            )
        }
        guard let directory = opendir(folder) else {
            if errno != ENOENT { throw unreadable(errno) }
            return []
        }
        defer { closedir(directory) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw unreadable(errno) }
        return names.sorted()
    }

    private mutating func take(_ name: String, in folder: String) {
        let path = "\(folder)/\(name)"
        let slug = String(name.dropLast(Self.ending.count))
        do throws(TextProblem) {
            guard TextFile.isSlug(slug) else {
                throw TextProblem(
                    file: path,
                    message:
                        "the file's name may have a-z, 0-9 and - only, such as my-sprints.toml")
            }
            do throws(TextProblem) {
                let text = try TextFile.text(of: path, mustExist: true) ?? ""
                files.append(File(slug: slug, path: path, text: text))
            } catch {
                lost.append(slug)
                throw error
            }
        } catch {
            problems.append(error)
        }
    }
}
