import TrackerCore

/// Undoes the last step: the last attempt of the live session, or if none is live, the end of the last one,
/// which is open again.
package struct TrainingUndo: ChangeRequest, PlainRequest {
    package typealias Response = TrainingView
    package static let method = "training.undo"
    package init() {}
}

/// Corrects a session, live or over. Missing members stay as they are. The log entry of a completed session
/// changes with it.
package struct TrainingUpdate: ChangeRequest {
    package typealias Response = TrainingView
    package static let method = "training.update"

    /// Id, unique prefix of an id, or `last` for the session started last.
    package var training: String
    package var attempts: AttemptCorrections?
    /// Exercise; empty text removes it.
    package var exercise: String?

    package init(training: String, attempts: AttemptCorrections? = nil, exercise: String? = nil) {
        self.training = training
        self.attempts = attempts
        self.exercise = exercise
    }
}

/// Deletes a completed session with its log entry.
package struct TrainingDelete: ChangeRequest {
    package typealias Response = TrainingView
    package static let method = "training.delete"

    /// Id, unique prefix of an id, or `last` for the session started last.
    package let training: String
    package init(training: String) { self.training = training }
}

/// Attempts of a session that a request changes.
package struct AttemptCorrections: Codable, Sendable, Hashable {
    /// Change of one attempt: a new value, or its removal.
    package struct Attempt: Codable, Sendable, Hashable {
        package let id: String
        /// Amount in seconds or reps, depending on the mode.
        package let value: Double?
        package let remove: Bool?

        package init(id: String, value: Double? = nil, remove: Bool? = nil) {
            self.id = id
            self.value = value
            self.remove = remove
        }

        fileprivate enum CodingKeys: CodingKey { case id, value, remove }
    }

    package let attempts: [Attempt]

    package init(_ attempts: [Attempt]) { self.attempts = attempts }

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var attempts: [Attempt] = []
        while !list.isAtEnd {
            // Stopping the session may have added one.
            guard attempts.count <= Training.maximumAttempts else {
                throw Rejection(
                    .tooLarge,
                    """
                    \(field: "attempts") has more corrections than a session can have attempts: \
                    \(Training.maximumAttempts + 1)
                    """, field: "attempts")
            }
            let path = "attempts[\(attempts.count)]"
            let container = try list.object(
                keyedBy: Attempt.CodingKeys.self, at: path,
                such: "{\"id\": \"k3v9x2m4q7wd\", \"value\": 8}")
            attempts.append(try Attempt(container, at: path))
        }
        self.attempts = attempts
    }

    package func encode(to encoder: any Encoder) throws { try attempts.encode(to: encoder) }
}

extension AttemptCorrections.Attempt {
    fileprivate init(_ container: KeyedDecodingContainer<CodingKeys>, at path: String) throws {
        id = try container.needed(.id)
        value = try container.decodeIfPresent(Double.self, forKey: .value)
        remove = try container.decodeIfPresent(Bool.self, forKey: .remove)
        guard (value == nil) == (remove == true) else {
            throw Rejection.invalid(
                "\(path).value", "\(field: path) needs either a value or \"remove\":true")
        }
    }
}
