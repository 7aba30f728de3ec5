import TrackerCore

extension Span: Shaped {
    static let shape = Shape.either([.integer, .text("25m")])
}

extension When: Shaped {
    static let shape = Shape.text("2026-03-01T09:30")
}

extension PeriodNotation: Shaped {
    static let shape = Shape.either([
        .word(ReportPeriod.Length.allCases.map(\.rawValue)), .text("last week"),
    ])
}

extension MomentText: Shaped where Text == String {
    static var shape: Shape { .moment }
}

extension JSONValue: Shaped {
    static let shape = Shape.any
}

extension OpenEnum: Shaped {
    static var shape: Shape { .text }
}

extension Removable: Shaped {
    static var shape: Shape { .either([ShapeProbe.shape(of: Value.self), .off]) }
}

extension FollowUps: Shaped {
    static let shape = Shape.either([.boolean, .integer, .text("15m"), .list(Span.shape)])
}

extension Grace: Shaped {
    static let shape = Shape.either([.integer, .text("15m"), .off])
}

extension BreakLength: Shaped {
    static let shape = Shape.either([.boolean, .integer, .text("15m")])
}

extension Plates: Shaped {
    static var shape: Shape {
        .list(.either([.number, ShapeProbe.shape(of: Settings.Plate.self)]))
    }
}

extension Schedule.Span: Shaped {
    static var shape: Shape { Span.shape }
}

extension Schedule.Words: Shaped {
    static var shape: Shape { .either([.text("mon-fri"), .list(.text("mon"))]) }
}

extension Schedule.Windows: Shaped {
    static var shape: Shape { .either([.text("09:00-17:00"), .map(.text("09:00-17:00"))]) }
}

extension Muscles: Shaped {
    static var shape: Shape {
        let muscles = Shape.list(.word(Muscle.allCases.map(\.rawValue)))
        return .object([.init("primary", muscles, isNeeded: true), .init("secondary", muscles)])
    }
}

extension AttemptCorrections: Shaped {
    static var shape: Shape { .list(ShapeProbe.shape(of: Attempt.self)) }
}

extension Atomic.Step: Shaped {
    static let shape = Shape.object([
        .init("method", .text("timer.start"), isNeeded: true), .init("params", .map(.any)),
    ])
}

extension TemplateExercises: Shaped {
    static var shape: Shape {
        let group = ShapeProbe.shape(of: GivenGroup.self).members ?? []
        let exercise: [Shape.Member] = [
            .init("exercise", .text("squats"), isNeeded: true), .init("rest", Span.shape),
            .init("superset", .text("A")), .init("note", .text("slowly")),
            .init("progression", ShapeProbe.shape(of: GivenProgression.self)),
        ]
        let groups = Shape.Member("groups", .list(.object(group)), isNeeded: true)
        return .list(.either([.object(exercise + [groups]), .object(exercise + group)]))
    }
}

extension ProgramPart: Shaped {
    static let name = "ProgramPart"
    /// Shape of a number of repetitions, which may be endless.
    static let repeatShape = Shape.either([.integer, .word([endless])])
    static let shape = Shape.reference(name)

    static var partShape: Shape {
        .either([
            ShapeProbe.shape(of: Interval.self),
            .object([
                .init("repeat", repeatShape, isNeeded: true),
                .init("intervals", .list(shape), isNeeded: true),
            ]),
        ])
    }
}

extension Intervals: Shaped {
    static let shape = Shape.list(.reference(part))
}
