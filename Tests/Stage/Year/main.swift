// Makes a year of a desk worker who lifts: the real engine, on a state folder that trackerd opens, with a
// clock that is moved by hand.

import Glibc

let usage = """
    usage: made-up-year FOLDER [--days N] [--seed N] [--end SECONDS]

    FOLDER becomes a state folder; it must not be there yet. --days (365) is how long the year is, --end
    when it is over, in seconds since 1970 (now). The same days, seed (1) and end make the same year.
    """

var numbers: [String: Int64] = ["--days": 365, "--seed": 1, "--end": Int64(time(nil))]
var words = CommandLine.arguments.dropFirst()
guard let folder = words.popFirst(), !folder.hasPrefix("-") else { fail(usage, status: 64) }
while let option = words.popFirst() {
    let number = words.popFirst().flatMap { Int64($0) } ?? 0
    guard numbers[option] != nil, number > 0 else {
        fail(usage, status: 64)
    }
    numbers[option] = number
}
guard access(folder, F_OK) != 0 else { fail("\(folder) is there already", status: 1) }

do {
    let year = Year(
        days: numbers["--days"] ?? 0, endMs: (numbers["--end"] ?? 0) * 1000)
    let person = try Person(
        of: year, in: folder, seed: UInt64(numbers["--seed"] ?? 0), zone: HomeAndAway())
    try person.live { say($0) }
} catch {
    fail("\(error)", status: 1)
}

func say(_ text: String) {
    let line = text + "\n"
    _ = write(2, line, line.utf8.count)
}

func fail(_ text: String, status: Int32) -> Never {
    say(text)
    exit(status)
}
