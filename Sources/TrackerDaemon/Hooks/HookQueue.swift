/// A first-in, first-out queue; taking the first element costs the same at any length.
nonisolated struct HookQueue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Puts an element back in front of all others.
    mutating func putBack(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    mutating func removeFirst() -> Element? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        elements[head] = nil
        head += 1
        // This happens so rarely that the average cost is constant.
        if head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }
}
