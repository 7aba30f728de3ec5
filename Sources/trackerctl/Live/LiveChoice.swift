import TrackerView

/// The choice of the live item that is shown large.
///
/// Keys act on the shown item. The item therefore changes only by a key, by its own end, and when an item
/// of at least the same weight begins; never because the order of the others changes.
struct LiveChoice {
    /// All live items, the most urgent first.
    private(set) var items: [LiveItem] = []
    /// The items that have ended, the newest first, each until a key is pressed, all until an item of at least the
    /// newest one's weight begins.
    private var outcomes: [LiveItem] = []
    private var chosen: String?
    /// Id of an item that has begun and is shown as soon as its figures are known; `nil` for none.
    private var coming: String?

    /// The item that has ended and is shown; `nil` for none.
    var outcome: LiveItem? { outcomes.first }

    /// The item that is shown large: the ended one, else the chosen one, else the most urgent; `nil` for
    /// none.
    var main: LiveItem? { outcome ?? items.first { $0.id == chosen } ?? items.first }

    /// Index of the shown item among the live ones; `nil` for an ended item.
    var place: Int? { outcome == nil ? items.firstIndex { $0.id == main?.id } : nil }

    /// The other live items, in order.
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

    /// - Returns: whether the ended item is shown large, which it isn't while another item of at least its
    ///   weight is live.
    mutating func end(_ item: LiveItem) -> Bool {
        if coming == item.id { coming = nil }
        let others = items.filter { $0.id != item.id && !$0.ends(with: item) }
        guard !others.contains(where: { $0.weight >= item.weight }) else { return false }
        outcomes = [item] + outcomes.filter { $0.id != item.id }
        return true
    }

    /// Removes the ended item that is shown.
    mutating func dismiss() { outcomes = Array(outcomes.dropFirst()) }

    /// Keeps the present item shown, since somebody is busy with it.
    mutating func pin() { chosen = main?.id }

    /// - Parameter count: the number of items to move on; negative to move back.
    mutating func move(by count: Int) {
        guard items.count > 1, let place else { return }
        chosen = items[(place + count + items.count) % items.count].id
    }
}
