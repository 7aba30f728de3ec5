/// Reason why a shared file can't be read as a whole.
package enum SharedFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is larger than a file of its kind can be.
    case tooLarge
    /// The file says that it has this format, which this version doesn't read.
    case otherFormat(Int64)
    /// The file doesn't begin with its header, or isn't what its name says.
    case damaged

    package var description: String {
        switch self {
        case .tooLarge: "the file is too large"
        case .otherFormat(let format):
            "the file has format \(format), but this version of trackerd reads format"
                + " \(SharedFile.format)"
        case .damaged: "the file is damaged"
        }
    }
}

/// File of shared rows. One machine writes it, the others read it.
///
/// The first line is the header, which names the format, the machine and the file's number. Each other line is the text
/// of a `SharedLine`.
package struct SharedFile: Sendable, Hashable {
    package static let format: Int64 = 1
    package static let maximumBytes = 1_048_576
    /// Size in bytes above which a file is final, so that the next rows go into the next file.
    package static let finalBytes = 65_536

    /// Lines after the header, without their newlines. `SharedLine` checks their hashes.
    package let lines: [String]
    /// Number of further lines that aren't UTF-8, or have no newline because the file was cut.
    package let damaged: Int

    /// File from its content.
    ///
    /// - Parameters:
    ///   - name: the file's name, whose number has to be the header's.
    ///   - writer: id of the machine whose subfolder has the file.
    package init(_ bytes: [UInt8], name: Name, writer: String) throws(SharedFormatError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
        var pieces = bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A line that was cut off may still be valid, so it never counts.
        let cut = pieces.removeLast()
        guard let header = pieces.first.flatMap({ String(validating: $0, as: UTF8.self) }) else {
            throw .damaged
        }
        try Self.check(header, Self.header(writer: writer, number: name.number))
        let texts = pieces.dropFirst().map { String(validating: $0, as: UTF8.self) }
        lines = texts.compactMap { $0 }
        damaged = texts.count - lines.count + (cut.isEmpty ? 0 : 1)
    }

    private static func header(writer: String, number: Int) -> String {
        SharedLine.signed(
            #"{"trackerd_sync":\#(format),"writer":"\#(writer)","file":\#(number)}"#)
    }

    private static func check(_ header: String, _ expected: String) throws(SharedFormatError) {
        guard header != expected else { return }
        guard let tab = header.lastIndex(of: "\t") else { throw .damaged }
        let object = String(header[..<tab])
        // A damaged header may name any format, so only one with the right hash is believed.
        guard SharedLine.signed(object) == header,
            let document = try? JSONDocument(Array(object.utf8)),
            let format = Self.format(of: document), format != Self.format
        else { throw .damaged }
        throw .otherFormat(format)
    }

    /// Format that a document names; `nil` if it names none.
    static func format(of document: JSONDocument) -> Int64? {
        document.member("trackerd_sync").flatMap { document.integer(at: $0) }
    }
}

extension SharedFile {
    /// Name of a file: `00000012.log`, or that of a conflict copy, which Syncthing makes if a file was changed on two
    /// machines: `00000012.sync-conflict-20260301-101112-ABCDEFG.log`.
    package struct Name: Sendable, Hashable, Comparable {
        /// Highest number of a file; the first one is 1.
        package static let maximumNumber = 99_999_999
        private static let digits = 8
        private static let suffix = ".log"
        private static let copyMark = ".sync-conflict-"

        package let text: String
        package let number: Int
        /// Whether the file is a conflict copy.
        package let isCopy: Bool

        /// Name of a machine's own file; `nil` for a number that no file can have.
        package init?(number: Int) {
            guard (1...Self.maximumNumber).contains(number) else { return nil }
            let digits = String(number)
            let zeros = String(repeating: "0", count: Self.digits - digits.utf8.count)
            text = zeros + digits + Self.suffix
            self.number = number
            isCopy = false
        }

        /// Name from its text; `nil` for the name of any other file.
        package init?(_ text: String) {
            // A name that isn't ASCII may already have been repaired: then no file has it.
            guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "/") }),
                text.utf8.prefix(Self.digits).allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(text.prefix(Self.digits)),
                (1...Self.maximumNumber).contains(number)
            else { return nil }
            let end = text.dropFirst(Self.digits)
            isCopy = end != Self.suffix
            self.number = number
            self.text = text
            guard !isCopy || (end.hasPrefix(Self.copyMark) && end.hasSuffix(Self.suffix)) else {
                return nil
            }
        }

        /// Own files come before conflict copies, so that copies can't push them out of a listing, however many.
        package static func < (left: Name, right: Name) -> Bool {
            (left.isCopy ? 1 : 0, left.number, left.text)
                < (right.isCopy ? 1 : 0, right.number, right.text)
        }
    }

    /// Content of a file that is being made.
    package struct Draft: Sendable {
        package private(set) var bytes: [UInt8]
        /// Number of lines, without the header.
        package private(set) var count = 0
        private let finalBytes: Int

        /// - Parameters:
        ///   - writer: the id of the machine that writes the file.
        ///   - name: the name that the file will have.
        ///   - finalBytes: size in bytes above which the file is final.
        package init(writer: String, name: Name, finalBytes: Int = SharedFile.finalBytes) {
            self.finalBytes = finalBytes
            bytes = Array(SharedFile.header(writer: writer, number: name.number).utf8)
            bytes.append(UInt8(ascii: "\n"))
        }

        /// Adds the text of a `SharedLine`.
        ///
        /// - Returns: whether it fits. If it doesn't, the content stays as it is.
        package mutating func add(_ line: String) -> Bool {
            guard bytes.count + line.utf8.count + 1 <= SharedFile.maximumBytes else { return false }
            bytes.append(contentsOf: line.utf8)
            bytes.append(UInt8(ascii: "\n"))
            count += 1
            return true
        }

        /// Whether the file is final once it has this content.
        package var isFinal: Bool { bytes.count > finalBytes }
    }
}
