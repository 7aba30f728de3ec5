import TrackerCore

/// A report on a day, week, month or year, compared with the one before.
package struct ReportGet: ReadRequest, LongRequest, ProgressRequest {
    package typealias Response = ReportView
    package static let method = "report.get"

    package typealias Period = ReportPeriod.Length

    package var period: PeriodNotation
    /// Any day of the period, which doesn't name one; `nil` for the current period.
    package var date: When?
    /// Time to report from: the report shows what was known then. `nil` for what is known now.
    package var asOf: When?

    package init(period: PeriodNotation, date: When? = nil, asOf: When? = nil) {
        self.period = period
        self.date = date
        self.asOf = asOf
    }
}

/// A report. Sections that are switched off or empty are missing.
package struct ReportView: Codable, Sendable, Hashable {
    package var period: String
    /// First day, such as `2026-03-02`.
    package var from: String
    /// Last day.
    package var to: String
    /// True if the period isn't over.
    package var running: Bool
    /// Number of the newest event included in the report.
    package var seq: Int64
    package var comparedWith: Comparison
    /// Totals by exercise, the one with the most efforts first.
    package var totals: [Total]
    /// Days of the period, up to today.
    package var days: [Day]
    /// First day of each part that totals are split into, up to today: days of a week or month, weeks of a
    /// year. Empty for a day.
    package var parts: [String]
    package var active: Active
    package var reminders: Responses
    package var hours: [Hour]
    package var streak: StreakPart?
    package var training: TrainingPart?
    package var strength: StrengthPart?
    /// Work in runs; `nil` if there were none.
    package var focus: FocusView?
    /// Achievements earned in the period; `nil` while achievements are switched off.
    package var achievements: [Earned]?
    package var challenges: [Challenge]?
    /// Goals with periods in the report's period; `nil` for none.
    package var goals: [Goal]?

    package init(
        period: String, from: String, to: String, running: Bool, seq: Int64,
        comparedWith: Comparison, totals: [Total] = [], days: [Day] = [], parts: [String] = [],
        active: Active, reminders: Responses = Responses(), hours: [Hour] = [],
        streak: StreakPart? = nil,
        training: TrainingPart? = nil, strength: StrengthPart? = nil, focus: FocusView? = nil,
        achievements: [Earned]? = nil, challenges: [Challenge]? = nil, goals: [Goal]? = nil
    ) {
        self.period = period
        self.from = from
        self.to = to
        self.running = running
        self.seq = seq
        self.comparedWith = comparedWith
        self.totals = totals
        self.days = days
        self.parts = parts
        self.active = active
        self.reminders = reminders
        self.hours = hours
        self.streak = streak
        self.training = training
        self.strength = strength
        self.focus = focus
        self.achievements = achievements
        self.challenges = challenges
        self.goals = goals
    }

    /// The period that a report is compared with.
    package struct Comparison: Codable, Sendable, Hashable {
        /// Start of the period: a date, or a time while the period is still running.
        @MomentText package var from: String
        /// End of the period: its last date, or while the period is still running, the time equally far into
        /// it.
        @MomentText package var to: String
        /// Last date of the whole previous period; `nil` unless the comparison is cut short.
        package var wholeTo: String?

        package init(from: String, to: String, wholeTo: String? = nil) {
            self.from = from
            self.to = to
            self.wholeTo = wholeTo
        }
    }

    /// Total of an exercise: log entries, and the reps or seconds of sets without warm-ups.
    package struct Total: Codable, Sendable, Hashable {
        package typealias Trend = ReportChange.Trend

        /// Id of the exercise.
        package var exercise: String
        package var name: String
        package var unit: String
        package var count: Int64
        /// Total of the previous period, cut at the same point.
        package var before: Int64
        /// Total of the whole previous period; `nil` unless the comparison is cut short.
        package var beforeWhole: Int64?
        /// Change in whole percent, halves rounded away from zero; `nil` if the previous total is 0.
        package var change: Int64?
        package var trend: OpenEnum<Trend>
        package var perDay: Double
        package var perActiveDay: Double
        /// Total for each of the report's `parts`.
        package var parts: [Int64]

        package init(
            exercise: String, name: String, unit: String, count: Int64, before: Int64,
            beforeWhole: Int64? = nil, change: Int64? = nil, trend: Trend, perDay: Double,
            perActiveDay: Double, parts: [Int64] = []
        ) {
            self.exercise = exercise
            self.name = name
            self.unit = unit
            self.count = count
            self.before = before
            self.beforeWhole = beforeWhole
            self.change = change
            self.trend = OpenEnum(trend)
            self.perDay = perDay
            self.perActiveDay = perActiveDay
            self.parts = parts
        }
    }

    package struct Day: Codable, Sendable, Hashable {
        package var day: String
        /// State of the day in the streak, set even while the streak is switched off.
        package var state: OpenEnum<Streak.State>
        package var efforts: Int64
        package var reps: Int64
        package var seconds: Int64
        /// Volume in the preferred unit.
        package var volume: Double
        /// Work in runs; `nil` if there were none.
        package var focus: FocusView?

        package init(
            day: String, state: Streak.State, efforts: Int64 = 0, reps: Int64 = 0,
            seconds: Int64 = 0, volume: Double = 0, focus: FocusView? = nil
        ) {
            self.day = day
            self.state = OpenEnum(state)
            self.efforts = efforts
            self.reps = reps
            self.seconds = seconds
            self.volume = volume
            self.focus = focus
        }
    }

    /// Number of active days up to today, and how many of them had an effort.
    package struct Active: Codable, Sendable, Hashable {
        package var done: Int
        package var of: Int

        package init(done: Int, of: Int) {
            self.done = done
            self.of = of
        }
    }

    /// Figures on answers to reminders. Answered, dismissed and ignored firings are decided.
    package struct Responses: Codable, Sendable, Hashable {
        package struct Before: Codable, Sendable, Hashable {
            package var answerRate: Double?
            /// Difference in percentage points; `nil` if either period has fewer than five decided firings.
            package var points: Int64?

            package init(answerRate: Double? = nil, points: Int64? = nil) {
                self.answerRate = answerRate
                self.points = points
            }
        }

        package var decided: Int
        package var answered: Int
        /// Number of the answers that came after the expiry; `nil` for none, and from older daemons.
        package var late: Int?
        package var dismissed: Int
        package var ignored: Int
        /// Number of firings left out of the rates, by reason.
        @SortedKeys package var notCounted: [String: Int]
        /// Number of firings that still wait for an answer.
        package var open: Int
        /// Share that was answered, from 0 to 1; `nil` if none was answered, dismissed or ignored.
        package var answerRate: Double?
        package var medianMs: Int64?
        package var p90Ms: Int64?
        /// Share of the answers that came after a follow-up, from 0 to 1; `nil` if there were no answers.
        package var rescued: Double?
        package var before: Before?

        package init(
            decided: Int = 0, answered: Int = 0, late: Int? = nil, dismissed: Int = 0,
            ignored: Int = 0, notCounted: [String: Int] = [:], open: Int = 0,
            answerRate: Double? = nil,
            medianMs: Int64? = nil, p90Ms: Int64? = nil, rescued: Double? = nil,
            before: Before? = nil
        ) {
            self.decided = decided
            self.answered = answered
            self.late = late
            self.dismissed = dismissed
            self.ignored = ignored
            self.notCounted = notCounted
            self.open = open
            self.answerRate = answerRate
            self.medianMs = medianMs
            self.p90Ms = p90Ms
            self.rescued = rescued
            self.before = before
        }
    }

    /// Decided firings in one hour of the day.
    package struct Hour: Codable, Sendable, Hashable {
        /// Hour of the day, 0 to 23.
        package var hour: Int
        package var answered: Int
        package var decided: Int

        package init(hour: Int, answered: Int, decided: Int) {
            self.hour = hour
            self.answered = answered
            self.decided = decided
        }
    }

    /// Streak at the end of the period, and the number of its days in each state.
    package struct StreakPart: Codable, Sendable, Hashable {
        package var length: Int
        package var best: Int
        package var tokens: Int
        package var done: Int
        package var frozen: Int
        package var missed: Int

        package init(length: Int, best: Int, tokens: Int, done: Int, frozen: Int, missed: Int) {
            self.length = length
            self.best = best
            self.tokens = tokens
            self.done = done
            self.frozen = frozen
            self.missed = missed
        }
    }

    /// Completed training sessions.
    package struct TrainingPart: Codable, Sendable, Hashable {
        package var sessions: Int
        /// Sessions that reached their target.
        package var reached: Int
        package var seconds: Int64
        package var reps: Int64

        package init(sessions: Int, reached: Int, seconds: Int64, reps: Int64) {
            self.sessions = sessions
            self.reached = reached
            self.seconds = seconds
            self.reps = reps
        }
    }

    package struct Earned: Codable, Sendable, Hashable {
        package var id: String
        package var tier: String
        package var name: String
        @MomentText package var earnedAt: String

        package init(id: String, tier: String, name: String, earnedAt: String) {
            self.id = id
            self.tier = tier
            self.name = name
            self.earnedAt = earnedAt
        }
    }

    package struct Challenge: Codable, Sendable, Hashable {
        package var kind: String
        package var text: String
        @MomentText package var completedAt: String?

        package init(kind: String, text: String, completedAt: String? = nil) {
            self.kind = kind
            self.text = text
            self.completedAt = completedAt
        }
    }

    /// Periods of a goal that end in the report's period, or are still running.
    package struct Goal: Codable, Sendable, Hashable {
        /// The goal, without its progress.
        package var goal: GoalView
        /// Number of periods that were met.
        package var met: Int
        /// Number of periods that were met or missed; a running one counts once it is met.
        package var of: Int
        /// Amount and target of the last period.
        package var value: Int64
        package var target: Int64

        package init(goal: GoalView, met: Int, of: Int, value: Int64, target: Int64) {
            self.goal = goal
            self.met = met
            self.of = of
            self.value = value
            self.target = target
        }
    }
}

/// Numbers by name, written in order of name so that equal values have equal texts.
@propertyWrapper
package struct SortedKeys: Codable, Sendable, Hashable {
    package var wrappedValue: [String: Int]

    package init(wrappedValue: [String: Int]) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        wrappedValue = try [String: Int](from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (name, number) in wrappedValue.sorted(by: { $0.key < $1.key }) {
            try container.encode(number, forKey: AnyKey(name))
        }
    }
}

/// Data of `report.ready`: the report whose notification is due.
package struct ReportReady: Codable, Sendable, Hashable {
    package var period: String
    package var from: String
    package var to: String
    /// Report in one line, such as `42 Push-ups, 3 of 5 active days`.
    package var text: String
    /// Suggestion shown with it; `nil` for none.
    package var suggestion: ResponseGet.Suggestion?

    package init(
        period: String, from: String, to: String, text: String,
        suggestion: ResponseGet.Suggestion? = nil
    ) {
        self.period = period
        self.from = from
        self.to = to
        self.text = text
        self.suggestion = suggestion
    }
}
