import TrackerView

/// Chooses which live item is shown large.
///
/// Keys act on the shown item. So the item changes only on a key, when it ends, or when an item of at least
/// the same weight begins; never because the order of the others changes.
struct LiveChoice {
    /// All live items, the most urgent first.
    private(set) var items: [LiveItem] = []
    /// Items that have ended, the newest first. A key removes one; an item that begins removes all if it has
    /// at least the newest one's weight.
    private var outcomes: [LiveItem] = []
    private var chosen: String?
    /// Id of an item that has begun and will be shown as soon as its figures are known; `nil` for none.
    private var coming: String?

    /// The ended item that is shown; `nil` for none.
    var outcome: LiveItem? { outcomes.first }

    /// The item shown large: the ended one, otherwise the chosen one, otherwise the most urgent; `nil` for
    /// none.
    var main: LiveItem? { outcome ?? items.first { $0.id == chosen } ?? items.first }

    /// Index of the shown item among the live ones; `nil` for an ended item.
    var place: Int? { outcome == nil ? items.firstIndex { $0.id == main?.id } : nil }

    var others: [LiveItem] { items.filter { $0.id != main?.id } }

    mutating func read(_ items: [LiveItem]) {
        self.items = items
        guard let coming, items.contains(where: { $0.id == coming }) else { return }
        chosen = coming
        outcomes = []
        self.coming = nil
    }

    mutating func begin(_ item: LiveItem) {
        if item.weight >= main?.weight ?? 0 { coming = item.id }
    }

    /// - Returns: whether the ended item is shown large; it isn't while another item of at least its weight
    ///   is live.
    mutating func end(_ item: LiveItem) -> Bool {
        if coming == item.id { coming = nil }
        let others = items.filter { $0.id != item.id && !$0.ends(with: item) }
        guard !others.contains(where: { $0.weight >= item.weight }) else { return false }
        outcomes = [item] + outcomes.filter { $0.id != item.id }
        return true
    }

    /// Removes the ended item from the screen.
    mutating func dismiss() { outcomes = Array(outcomes.dropFirst()) }

    /// Keeps showing the current item, since somebody is using it.
    mutating func pin() { chosen = main?.id }

    /// - Parameter count: number of items to move by; negative to move back.
    mutating func move(by count: Int) {
        guard items.count > 1, let place else { return }
        chosen = items[(place + count + items.count) % items.count].id
    }
}
