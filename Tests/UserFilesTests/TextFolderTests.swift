import Glibc
import TestSupport
import Testing
import UserFiles

struct TextFolderTests {
    @Test func aFileIsOneThing() throws {
        let folder = try TemporaryFolder()
        for name in ["b.toml", "a.toml", ".a.toml", "a.txt", "A.toml", ".toml"] {
            try File.write("x = 1", to: folder.file(name))
        }
        mkdir(folder.file("c.toml"), 0o700)
        try File.write("\0", to: folder.file("d.toml"))
        let read = TextFolder(folder.path, of: "things")
        #expect(
            read.files.map(\.slug) == ["a", "b"]
                && read.files.map(\.text).allSatisfy { $0 == "x = 1" })
        #expect(read.files.first?.path == folder.file("a.toml"))
        #expect(read.lost == ["c", "d"] && !read.isLost)
        #expect(
            read.problems.map(\.description) == [
                "\(folder.path)/A.toml: the file's name can have only a-z, 0-9 and -, as in "
                    + "my-sprints.toml",
                "\(folder.path)/c.toml: is a directory; it must be a text file",
                "\(folder.path)/d.toml:1: is not UTF-8 text; save the file as UTF-8",
            ])
        let paths = ["A", "a", "b", "c", "d"].map { folder.file("\($0).toml") }
        #expect(TextFolder.paths(in: folder.path) == paths)
    }

    @Test func whatIsNotThereIsFineAndWhatIsNoFolderIsNot() throws {
        let folder = try TemporaryFolder()
        for path in [nil, folder.file("none")] {
            let read = TextFolder(path, of: "things")
            #expect(read.files.isEmpty && read.problems.isEmpty && !read.isLost)
        }
        try File.write("", to: folder.file("file"))
        let read = TextFolder(folder.file("file"), of: "things")
        #expect(read.isLost && TextFolder.paths(in: folder.file("file")) == [])
        #expect(
            read.problems.map(\.message) == [
                "can't be read, so the things stay as they are: Not a directory"
            ])
    }

    @Test func thereIsALimit() throws {
        let folder = try TemporaryFolder()
        for number in 1...502 { try File.write("", to: folder.file("f\(number).toml")) }
        let read = TextFolder(folder.path, of: "things")
        #expect(read.files.count == 500 && TextFolder.paths(in: folder.path).count == 500)
        #expect(
            read.problems.map(\.description) == [
                "\(folder.path): has more than 500 things: the rest are left out"
            ])
    }
}
