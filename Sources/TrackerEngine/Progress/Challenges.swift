import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Days of which targets of one's own are made.
    private static let targetDays = 28

    /// Offers the challenges of today and of this week, where there are none yet.
    func offerChallenges(_ progress: ProgressState, _ settings: Settings.Fields) throws {
        for kind in ChallengeDraw.Kind.allCases {
            guard try isAsked(kind, progress, settings) else { continue }
            let draw = draw(kind, on: progress.today)
            guard try transaction.challenge(key: draw.key) == nil,
                let challenge = try challenge(draw, progress, settings)
            else { continue }
            try append(
                .challengeOffered, subject: challenge.key, data: view(of: challenge, progress),
                [challenge])
        }
    }

    /// The challenges of today and of this week, the daily one first.
    func presentChallenges(_ progress: ProgressState) -> [Challenge] {
        progress.offered.filter {
            !$0.isSwappedAway && ($0.from...$0.to).contains(progress.today)
        }.sorted { $0.kind == .daily && $1.kind == .weekly }
    }

    /// Daily ones are for days on which something is asked for.
    private func isAsked(
        _ kind: ChallengeDraw.Kind, _ progress: ProgressState, _ settings: Settings.Fields
    ) throws -> Bool {
        guard kind == .daily, settings.activeDays.isActive(progress.today) else {
            return kind != .daily
        }
        return try !transaction.pauses(until: progress.today).contains {
            $0.contains(progress.today)
        }
    }

    private func draw(_ kind: ChallengeDraw.Kind, on day: Int, nonce: Int = 0) -> ChallengeDraw {
        switch kind {
        case .daily: ChallengeDraw(kind, period: Days.text(of: day), nonce: nonce)
        case .weekly: ChallengeDraw(kind, period: Week(of: day).text, nonce: nonce)
        }
    }

    /// The challenge of a draw; `nil` where no template fits the person.
    ///
    /// - Parameter swapped: the one that it is to replace.
    private func challenge(
        _ draw: ChallengeDraw, _ progress: ProgressState, _ settings: Settings.Fields,
        for swapped: Challenge? = nil
    ) throws -> Challenge? {
        let targets = try targets(draw.kind, progress, settings)
        let monday = Week(of: progress.today).monday
        let (from, to) =
            draw.kind == .daily ? (progress.today, progress.today) : (monday, monday + 6)
        let length = to - from + 1
        let former = try transaction.challenges(on: from - length...from - 1)
            .filter { $0.kind == draw.kind && $0.to == from - 1 && !$0.isSwappedAway }
        var eligible = Set(targets.keys)
        if let swapped { eligible.remove(swapped.template) }
        let id = draw.candidate(of: eligible, besides: Set(former.map(\.template)))
        guard let id, let target = targets[id],
            let template = progress.definitions.challenges.first(where: {
                $0.id == id && $0.kind == draw.kind
            })
        else { return nil }
        return Challenge(draw, template, target: target, from: from, to: to)
    }

    /// The templates that fit the person, by id, with their targets.
    private func targets(
        _ kind: ChallengeDraw.Kind, _ progress: ProgressState, _ settings: Settings.Fields
    ) throws -> [String: Int64] {
        let templates = progress.definitions.challenges.filter { $0.kind == kind }
        guard !templates.isEmpty else { return [:] }
        // Of the weeks before, whole ones.
        let days = Week(of: progress.today).monday - Self.targetDays...progress.today - 1
        let rows = try transaction.progressRows(on: days)
        var targets: [String: Int64] = [:]
        for template in templates {
            targets[template.id] =
                template.target
                ?? ownTarget(template, rows, progress.today, settings.activeDays)
        }
        return targets
    }

    /// A target from what the person did lately; `nil` where that was too little.
    private func ownTarget(
        _ template: ChallengeTemplate, _ rows: [Int: [ProgressRow]], _ today: Int,
        _ activeDays: ActiveDays
    ) -> Int64? {
        guard template.measured.measure != .doneDays else {
            let monday = Week(of: today).monday
            let weeks = (1...4).map { week in
                let days = monday - 7 * week..<monday - 7 * (week - 1)
                return Int64(days.count { rows[$0]?.contains(where: \.isEffort) ?? false })
            }
            let isNew = weeks.allSatisfy { $0 == 0 }
            let active = (monday..<monday + 7).count(where: activeDays.isActive)
            return max(1, ChallengeTarget.days(isNew ? [] : weeks, active: Int64(active)))
        }
        let lately = rows.keys.filter { $0 >= today - Self.targetDays }
        let sums = lately.sorted().compactMap { day -> Int64? in
            var value = MeasuredValue()
            for row in rows[day] ?? [] { value.add(row, toward: template.measured) }
            return value.value > 0 ? value.value : nil
        }
        return template.measured.measure == .seconds
            ? ChallengeTarget.seconds(sums) : ChallengeTarget.reps(sums)
    }

    func view(of challenge: Challenge, _ progress: ProgressState) -> ChallengeView {
        ChallengeView(
            challenge, value: progress.present.value(of: challenge), zone: zone)
    }
}

extension ChallengeList: Performable {
    func perform(in context: Context) throws -> Response {
        guard try context.transaction.settings().challenges else {
            return Response(challenges: [])
        }
        let progress = try context.progress()
        return Response(
            challenges: context.presentChallenges(progress).map { context.view(of: $0, progress) })
    }
}

extension ChallengeSwap: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let settings = try context.transaction.settings()
        guard settings.challenges else {
            throw Rejection.conflict("challenges are switched off", state: "off")
        }
        let progress = try context.progress()
        guard var present = context.presentChallenges(progress).first(where: { $0.kind == kind })
        else {
            throw Rejection.conflict("there is no \(kind) challenge now", state: "none")
        }
        guard present.completedMs == nil else {
            throw Rejection.conflict("this challenge is already completed", state: "completed")
        }
        guard !present.isSecond else {
            throw Rejection.conflict(
                "you already swapped this challenge: each can be swapped once", state: "swapped")
        }
        guard let next = try context.replacement(for: present, progress, settings) else {
            throw Rejection.conflict("there is no other challenge to swap in", state: "alone")
        }
        present.isSwappedAway = true
        // Efforts of the period so far count for the new one, too.
        return try context.append(
            .challengeSwapped, subject: next.key,
            data: context.view(of: next, try context.progress(adding: next, to: progress)),
            [present, next])
    }
}

extension Context {
    /// The challenge that takes the place of another one; `nil` where there is none.
    fileprivate func replacement(
        for challenge: Challenge, _ progress: ProgressState, _ settings: Settings.Fields
    ) throws -> Challenge? {
        let draw = draw(challenge.kind, on: progress.today, nonce: 1)
        return try self.challenge(draw, progress, settings, for: challenge)
    }

    /// Progress with a further challenge.
    fileprivate func progress(
        adding challenge: Challenge, to progress: ProgressState
    ) throws -> ProgressState {
        var fold = try fold(through: challenge.from - 1, progress.definitions)
        let rows = try transaction.progressRows(on: challenge.from...progress.today)
        for number in challenge.from...progress.today {
            fold.add(
                .init(number: number, rows: rows[number] ?? []), progress.definitions,
                offered: [challenge])
        }
        return ProgressState(
            today: progress.today, definitions: progress.definitions, closed: progress.closed,
            present: fold, state: progress.state, rows: progress.rows, offered: [challenge])
    }
}
