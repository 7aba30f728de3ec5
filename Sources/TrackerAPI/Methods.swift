import TrackerCore

package enum Methods {
    /// All methods, in the order of PROTOCOL.md.
    package static let all: [Entry] = [
        methods(
            Hello.self,
            RPCDiscover.self,
            Status.self,
            EventsSubscribe.self,
            EventsList.self,
            JournalVerify.self),
        words(LiveWord.stop, .pause, .resume, .skip),
        methods(
            LiveNext.self,
            LiveExtend.self,
            LiveDone.self,
            LiveDismiss.self,
            JournalUndo.self,
            JournalRedo.self,
            JournalUndoable.self,
            BackupCreate.self,
            BackupList.self,
            BackupRestore.self,
            ConfigGet.self,
            ConfigReload.self,
            DaemonCheck.self,
            Atomic.self,
            TimerStart.self),
        words(TimerWord.pause, .resume, .cancel, .restart, .finish, .answer),
        methods(
            TimerEach.self,
            TimerExtend.self,
            TimerRename.self,
            TimerGet.self,
            TimerList.self,
            TimerClear.self,
            StopwatchStart.self),
        words(TimerWord.lap),
        methods(
            RestStart.self),
        words(RestWord.skip, .pause, .resume),
        methods(
            RestExtend.self,
            RestGet.self,
            ExerciseList.self,
            ExerciseCreate.self,
            ExerciseUpdate.self,
            ExerciseGet.self,
            ExerciseAlias.self,
            ExerciseArchive.self,
            ExerciseDelete.self,
            ExerciseMerge.self,
            LogAdd.self,
            LogUpdate.self,
            LogDelete.self,
            LogList.self,
            ReminderCreate.self,
            ReminderUpdate.self,
            ReminderGet.self,
            ReminderEnable.self,
            ReminderDisable.self,
            ReminderDelete.self,
            ReminderEach.self,
            ReminderFire.self,
            ReminderList.self,
            ReminderAnswer.self,
            ReminderUpcoming.self,
            OccurrenceList.self,
            DoNotDisturbSet.self,
            TrainingStart.self),
        words(TrainingWord.bail, .stop),
        methods(
            TrainingReps.self),
        words(TrainingWord.skipRest, .pause, .resume),
        methods(
            TrainingReset.self,
            TrainingUndo.self,
            TrainingUpdate.self,
            TrainingDelete.self,
            TrainingGet.self,
            TrainingList.self,
            PresetList.self,
            PresetSave.self,
            PresetDelete.self,
            ProgramCreate.self,
            ProgramUpdate.self,
            ProgramParse.self,
            ProgramList.self,
            ProgramGet.self,
            ProgramDuplicate.self,
            ProgramDelete.self,
            RunStart.self),
        words(RunWord.pause, .resume),
        methods(
            RunConfirm.self),
        words(RunWord.skip, .back),
        methods(
            RunJump.self,
            RunExtend.self),
        words(RunWord.stop),
        methods(
            RunGet.self,
            RunList.self,
            TemplateCreate.self,
            TemplateUpdate.self,
            TemplateGet.self,
            TemplateList.self,
            TemplateDelete.self,
            PlanCreate.self,
            PlanUpdate.self,
            PlanList.self,
            PlanGet.self,
            PlanNext.self,
            PlanDelete.self,
            WorkoutStart.self,
            WorkoutPropose.self,
            WorkoutAddExercise.self,
            WorkoutRemoveExercise.self,
            WorkoutReorder.self,
            WorkoutSwap.self,
            WorkoutMove.self,
            WorkoutNote.self,
            WorkoutUpdate.self,
            WorkoutFinish.self,
            WorkoutDiscard.self,
            WorkoutGet.self,
            WorkoutDelete.self,
            WorkoutList.self,
            SetLog.self,
            SetUpdate.self,
            SetDelete.self,
            SetNext.self,
            WeightLog.self,
            WeightList.self,
            WeightDelete.self,
            MeasurementLog.self,
            MeasurementList.self,
            MeasurementDelete.self,
            MaxLog.self,
            MaxList.self,
            MaxDelete.self,
            RecordList.self,
            ExerciseProgress.self,
            ExerciseHistory.self,
            VolumeList.self,
            CalendarMonth.self,
            OneRepMaxEstimate.self,
            PlatesCalculate.self,
            ReportGet.self,
            TimelineGet.self,
            ResponseGet.self,
            StreakGet.self,
            StreakPause.self,
            StreakResume.self,
            AchievementList.self,
            LevelGet.self,
            ChallengeList.self,
            ChallengeSwap.self,
            ProgressExplain.self,
            GoalAdd.self,
            GoalUpdate.self,
            GoalList.self,
            GoalGet.self,
            GoalDelete.self,
            SettingsGet.self,
            SettingsSet.self,
            ImportOpen.self,
            ImportAppend.self,
            ImportPreview.self,
            ImportCommit.self,
            ImportUndo.self,
            Export.self,
            SyncStatus.self,
            SyncEnable.self,
            SyncNow.self,
            SyncLeave.self,
            SyncForget.self,
            SyncConflicts.self,
            SyncTake.self,
            SyncDigest.self),
    ].flatMap(\.self)

    package static let byName: [String: Entry] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.method, $0) })

    package struct Entry: Sendable {
        package let method: String
        package let type: any Request.Type
        let parameters: any (Decodable & Sendable).Type
        /// Reads a request from its parameters, at a place in a document.
        let read: @Sendable (JSONDocument, _ place: Int) throws -> any Request

        package var effect: Effect { type.effect }
        package var isLong: Bool { type.isLong }

        fileprivate init<R: MethodRequest>(_ type: R.Type) {
            (method, self.type, parameters) = (R.method, type, type)
            read = { try JSONText.value(type, in: $0, at: $1) }
        }

        fileprivate init<Word: MoveWord>(_ word: Word) {
            (method, type, parameters) = (word.rawValue, Move<Word>.self, Word.Target.self)
            read = { Move(word, on: try JSONText.value(Word.Target.self, in: $0, at: $1)) }
        }
    }

    private static func methods(_ types: any MethodRequest.Type...) -> [Entry] {
        types.map { Entry($0) }
    }

    private static func words<Word: MoveWord>(_ words: Word...) -> [Entry] { words.map(Entry.init) }
}
