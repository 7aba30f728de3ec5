extension Schedule {
    /// The members of a schedule as a client gave them; replies return them unchanged.
    ///
    /// A request has these members among its own, so it passes its decoder and encoder on to them.
    package struct Fields: Codable, Sendable, Hashable {
        /// The interval: milliseconds or a text.
        package var every: Span?
        /// Times of day.
        package var at: Words?
        /// The one time of a reminder for once: a date with a time of day, with or without an offset from UTC.
        package var once: String?
        /// Windows: the same for every active day, or each day's own.
        package var between: Windows?
        package var days: Words?
        package var anchor: Anchor?

        package init(
            every: Span? = nil, at: Words? = nil, once: String? = nil, between: Windows? = nil,
            days: Words? = nil, anchor: Anchor? = nil
        ) {
            self.every = every
            self.at = at
            self.once = once
            self.between = between
            self.days = days
            self.anchor = anchor
        }

        /// Whether all members are missing.
        package var isEmpty: Bool { self == Fields() }

        /// Maximum length of a member in bytes, since members are kept as they were given.
        private static let maximumLength = 4000

        func checkLengths() throws(Rejection) {
            let lengths = [
                ("every", every?.length), ("at", at?.length), ("between", between?.length),
                ("days", days?.length), ("once", once?.utf8.count),
            ]
            for (field, length) in lengths {
                guard let length, length > Self.maximumLength else { continue }
                throw Rejection(
                    .tooLarge,
                    "\(field: field) is too long: at most \(Self.maximumLength) characters",
                    field: field)
            }
        }
    }

    /// A span, such as `1800000` or `"30m"`.
    package enum Span: Codable, Sendable, Hashable {
        case ms(Int64)
        case text(String)
    }

    /// Words in one text or as a list, such as `"mon-fri"` or `["mon", "wed"]`.
    package enum Words: Codable, Sendable, Hashable {
        case text(String)
        case list([String])
    }

    /// Windows, such as `"09:00-17:00"` or `{"mon": "09:00-17:00", "sat": "10:00-12:00"}`.
    package enum Windows: Codable, Sendable, Hashable {
        package struct Day: Sendable, Hashable {
            package let name: String
            package let windows: String

            package init(_ name: String, _ windows: String) {
                self.name = name
                self.windows = windows
            }
        }

        case text(String)
        /// Days in the order in which they were given.
        case byDay([Day])
    }
}

/// Name of the member that is being read.
private func field(_ decoder: any Decoder) -> String {
    decoder.codingPath.fieldName ?? "schedule"
}

extension Schedule.Span {
    fileprivate var length: Int {
        switch self {
        case .ms: 0
        case .text(let text): text.utf8.count
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let ms = try? container.decode(Int64.self) {
            self = .ms(ms)
        } else {
            throw Schedule.unreadableSpan
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .ms(let ms): try ms.encode(to: encoder)
        case .text(let text): try text.encode(to: encoder)
        }
    }
}

extension Schedule.Words {
    fileprivate var length: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let words): words.reduce(0) { $0 + $1.utf8.count + 1 }
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([String].self) {
            self = .list(list)
        } else {
            let field = field(decoder)
            throw Rejection.invalid(
                field, "\(field: field) must be a list of strings, or one string with commas")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .list(let list): try list.encode(to: encoder)
        }
    }

    /// The words one by one.
    var parts: [Substring] {
        switch self {
        case .text(let text): text.split(separator: ",", omittingEmptySubsequences: false)
        case .list(let list): list.map { $0[...] }
        }
    }
}

extension Schedule.Windows {
    fileprivate var length: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .byDay(let days): days.reduce(0) { $0 + $1.name.utf8.count + $1.windows.utf8.count }
        }
    }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
            return
        }
        guard let object = try? decoder.container(keyedBy: AnyKey.self),
            let days = try? object.allKeys.map({
                Day($0.stringValue, try object.decode(String.self, forKey: $0))
            })
        else {
            throw Rejection.invalid(
                field(decoder),
                #"""
                \#(field: "between") must be a string such as "09:00-17:00", or one for each day: \#
                {"mon": "09:00-17:00", "sat": "10:00-12:00"}
                """#)
        }
        self = .byDay(days)
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .byDay(let days):
            var object = encoder.container(keyedBy: AnyKey.self)
            for day in days { try object.encode(day.windows, forKey: AnyKey(day.name)) }
        }
    }
}
