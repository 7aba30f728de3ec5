/// Which of the things that are live is shown in large, and when that may change.
///
/// Keys act on what is shown: it changes by a key, by the end of it, and by the beginning of what a person
/// is in the middle of no less; never by the order of the others.
struct LiveChoice {
    /// All that is live, the most urgent first.
    private(set) var items: [LiveItem] = []
    /// What has ended, until a key or something new that weighs as much.
    private(set) var outcome: LiveItem?
    private var chosen: String?
    /// What has begun and comes to the front as soon as its figures are known.
    private var coming: String?

    /// The one in large: what has ended, else what was chosen, else the most urgent.
    var main: LiveItem? { outcome ?? items.first { $0.id == chosen } ?? items.first }

    /// Of the one in large among all that is live; `nil` for what has ended.
    var place: Int? { outcome == nil ? items.firstIndex { $0.id == main?.id } : nil }

    /// The others, in their order.
    var others: [LiveItem] { items.filter { $0.id != main?.id } }

    mutating func read(_ items: [LiveItem]) {
        self.items = items
        guard let coming, items.contains(where: { $0.id == coming }) else { return }
        chosen = coming
        outcome = nil
        self.coming = nil
    }

    mutating func begin(_ item: LiveItem) {
        if item.weight >= main?.weight ?? 0 { coming = item.id }
    }

    /// - Returns: whether what has ended is shown in large: not where as much as that is still live.
    mutating func end(_ item: LiveItem) -> Bool {
        if coming == item.id { coming = nil }
        guard !items.contains(where: { $0.weight >= item.weight && $0.id != item.id }) else {
            return false
        }
        outcome = item
        return true
    }

    /// Lets go of what has ended.
    mutating func dismiss() { outcome = nil }

    /// What someone has to do with stays in large.
    mutating func pin() { chosen = main?.id }

    /// - Parameter count: to the next, or by less than 0 to the one before.
    mutating func move(by count: Int) {
        guard items.count > 1, let place else { return }
        chosen = items[(place + count + items.count) % items.count].id
    }
}
