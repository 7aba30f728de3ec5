import TrackerCore

extension SharedFolder {
    /// Subfolder of a machine, as it was found.
    package struct Machine: Sendable {
        package let writer: String
        package let note: Result<MachineNote, Unread>
        package let files: [SharedFile.Name: FileMark]
        /// Number of files that aren't read, since there are too many or they are too large. It is at least 1 if not
        /// all names were read.
        package let leftOut: Int
        /// Number of entries with a file's name that aren't files of this user.
        package let skipped: Int

        /// Size of all files in bytes.
        package var bytes: Int64 { files.values.reduce(0) { $0 + $1.bytes } }

        /// Names of the files that are new or have another mark, in order.
        package func changed(since known: [SharedFile.Name: FileMark]) -> [SharedFile.Name] {
            files.filter { known[$0.key] != $0.value }.keys.sorted()
        }
    }

    /// All machines whose subfolders are in the folder.
    package struct Listing: Sendable {
        package let machines: [Machine]
        /// Number of further subfolders. It is at least 1 if not all names were read.
        package let leftOut: Int
        /// Entries with a subfolder's name that aren't folders of this user, or can't be read.
        package let skipped: Set<String>

        /// First problem with the folder's contents; `nil` if there is none.
        package var problem: Problem? {
            if leftOut > 0 {
                return Problem(
                    kind: .limits,
                    detail: "more than \(SharedFolder.maximumMachines) machines share the folder")
            }
            for machine in machines where machine.leftOut > 0 {
                return Problem(
                    kind: .limits,
                    detail: "\(machine.writer) has files that are too large, or more than"
                        + " \(SharedFolder.maximumFiles)")
            }
            for machine in machines {
                guard case .failure(let reason) = machine.note, reason.kind == .format else {
                    continue
                }
                return Problem(
                    kind: .format,
                    detail: "\(machine.writer)/\(MachineNote.fileName): \(reason)")
            }
            return nil
        }
    }

    /// File that was read, with the mark that it had before.
    package struct Content: Sendable {
        package let file: SharedFile
        package let mark: FileMark
        /// Digest of the content, as `SharedFolder.digest` has it.
        package let digest: String
    }

    /// Lists the machines with their notes and files. No log file is opened.
    ///
    /// - Parameter known: ids of machines that come first, so new subfolders can't push them out, however many.
    /// - Throws: `SharedFolderError` if the folder itself can't be read.
    package func list(first known: Set<String> = []) throws -> Listing {
        let folder = try OpenFolder(path)
        let (found, isWhole) = try folder.entries(limit: limits.names) { name -> String? in
            Identifier.isWhole(name) ? name : nil
        }
        let writers =
            found.filter { known.contains($0) }.sorted()
            + found.filter { !known.contains($0) }.sorted()
        var machines: [Machine] = []
        var leftOut = isWhole ? 0 : 1
        var skipped: Set<String> = []
        for (index, writer) in writers.enumerated() {
            guard machines.count < limits.machines else {
                leftOut += writers.count - index
                break
            }
            do {
                // A subfolder that is gone was removed meanwhile.
                guard let subfolder = try folder.folder(writer) else { continue }
                machines.append(try machine(writer, in: subfolder))
            } catch {
                skipped.insert(writer)
            }
        }
        return Listing(machines: machines, leftOut: leftOut, skipped: skipped)
    }

    /// Lists a single machine's subfolder.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `SharedFolderError` if the subfolder can't be read, or isn't a folder of this user.
    package func machine(_ writer: String) throws -> Machine? {
        guard let subfolder = try subfolder(of: writer) else { return nil }
        return try machine(writer, in: subfolder)
    }

    private func machine(_ writer: String, in subfolder: OpenFolder) throws -> Machine {
        let (names, isWhole) = try subfolder.entries(limit: limits.names) { name in
            SharedFile.Name(name)
        }
        var files: [SharedFile.Name: FileMark] = [:]
        var leftOut = isWhole ? 0 : 1
        var skipped = 0
        for name in names.sorted() {
            guard files.count < limits.files else {
                leftOut += 1
                continue
            }
            switch subfolder.mark(of: name.text, limit: SharedFile.maximumBytes) {
            case .success(let mark): files[name] = mark
            case .failure(.missing): break
            case .failure(.format): leftOut += 1
            case .failure: skipped += 1
            }
        }
        return Machine(
            writer: writer, note: Self.note(of: writer, in: subfolder), files: files,
            leftOut: leftOut, skipped: skipped)
    }

    private static func note(
        of writer: String, in subfolder: OpenFolder
    ) -> Result<MachineNote, Unread> {
        switch subfolder.content(of: MachineNote.fileName, limit: MachineNote.maximumBytes) {
        case .failure(let reason): return .failure(reason)
        case .success(let content):
            do throws(SharedFormatError) {
                return .success(try MachineNote(content.bytes, writer: writer))
            } catch {
                return .failure(.format(error))
            }
        }
    }

    /// Reads a file of a machine.
    package func read(_ name: SharedFile.Name, of writer: String) -> Result<Content, Unread> {
        let subfolder: OpenFolder
        do {
            guard let found = try self.subfolder(of: writer) else { return .failure(.missing) }
            subfolder = found
        } catch let error as SharedFolderError {
            return .failure(.failed(error))
        } catch {
            return .failure(.missing)
        }
        switch subfolder.content(of: name.text, limit: SharedFile.maximumBytes) {
        case .failure(let reason): return .failure(reason)
        case .success(let content):
            do throws(SharedFormatError) {
                let file = try SharedFile(content.bytes, name: name, writer: writer)
                return .success(
                    Content(
                        file: file, mark: content.mark, digest: Self.digest(of: content.bytes)))
            } catch {
                return .failure(.format(error))
            }
        }
    }
}
