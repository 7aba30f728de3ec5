/// The method table.
package enum Methods {
    /// Every method, in the order of the documentation.
    package static let all: [any Request.Type] = [
        Hello.self,
        Status.self,
        EventsSubscribe.self,
        EventsList.self,
        JournalVerify.self,
        JournalUndo.self,
        BackupCreate.self,
        ConfigGet.self,
        ConfigReload.self,
        Atomic.self,
        TimerStart.self,
        TimerPause.self,
        TimerResume.self,
        TimerCancel.self,
        TimerRestart.self,
        TimerFinish.self,
        TimerExtend.self,
        TimerRename.self,
        TimerGet.self,
        TimerList.self,
        TimerClear.self,
        StopwatchStart.self,
        StopwatchLap.self,
        RestStart.self,
        RestSkip.self,
        RestPause.self,
        RestResume.self,
        RestExtend.self,
        RestGet.self,
        ExerciseList.self,
        ExerciseCreate.self,
        ExerciseUpdate.self,
        ExerciseGet.self,
        ExerciseArchive.self,
        ExerciseDelete.self,
        LogAdd.self,
        LogUpdate.self,
        LogDelete.self,
        LogList.self,
    ]

    package static let byName: [String: any Request.Type] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.method, $0) })
}
