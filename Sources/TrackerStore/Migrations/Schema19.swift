/// Tables of the shared folder: its machines, and the files of each as they were last merged or written.
enum Schema19 {
    static let sql = """
        CREATE TABLE shared_machine (
            writer TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            state TEXT NOT NULL,
            is_backed_up INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE shared_file (
            writer TEXT NOT NULL,
            name TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            digest TEXT NOT NULL,
            lines INTEGER NOT NULL,
            damaged INTEGER NOT NULL,
            PRIMARY KEY (writer, name)
        ) WITHOUT ROWID;
        """
}
