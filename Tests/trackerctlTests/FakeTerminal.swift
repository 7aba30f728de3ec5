@testable import TrackerView
@testable import trackerctl

/// The parts of a terminal that the painter uses: cells and a cursor.
struct FakeTerminal {
    let size: WindowSize
    /// The text of each cell; empty in the second column of a wide character.
    private var cells: [[String]]
    private var (row, column) = (0, 0)

    init(size: WindowSize) {
        self.size = size
        cells = Array(repeating: Array(repeating: "?", count: size.columns), count: size.rows)
    }

    var rows: [String] { cells.map { $0.joined() } }

    mutating func take(_ text: String) {
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "\u{1b}" else {
                put(character)
                continue
            }
            // The sequence without its final letter.
            let body = rest.dropFirst().prefix { !$0.isLetter }
            rest = rest.dropFirst(1 + body.count)
            obey(body, rest.popFirst())
        }
    }

    private mutating func obey(_ body: Substring, _ final: Character?) {
        switch final {
        case "H":
            let place = body.split(separator: ";").compactMap { Int($0) }
            (row, column) = (place[0] - 1, place[1] - 1)
        case "J": cells = cells.map { $0.map { _ in " " } }
        case "K": for place in column..<size.columns { cells[row][place] = " " }
        default: break
        }
    }

    private mutating func put(_ character: Character) {
        let width = String(character).displayWidth
        guard column + width <= size.columns else { return cells[row][0] = "too long" }
        cells[row][column] = String(character)
        if width == 2 { cells[row][column + 1] = "" }
        column += width
    }
}
