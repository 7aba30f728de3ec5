import Glibc

/// Folder of a person's own files, one thing in each, such as `my-sprints.toml`.
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
    ///   - things: plural noun for what the files hold, for problems.
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
                    message: "has more than \(Self.maximumFiles) \(things): the rest are left out"))
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
        do throws(FolderNames.Unreadable) {
            return try FolderNames.read(folder) { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
                .sorted()
        } catch {
            if error.code == ENOENT { return [] }
            let reason = String(cString: strerror(error.code))
            throw TextProblem(
                file: folder, message: "can't be read, so the \(things) stay as they are: \(reason)"
            )
        }
    }

    private mutating func take(_ name: String, in folder: String) {
        let path = "\(folder)/\(name)"
        let slug = String(name.dropLast(Self.ending.count))
        do throws(TextProblem) {
            guard TextFile.isSlug(slug) else {
                throw TextProblem(
                    file: path,
                    message: "the file's name can have only a-z, 0-9 and -, as in my-sprints.toml")
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
