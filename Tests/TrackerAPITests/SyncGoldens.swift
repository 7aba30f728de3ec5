import TrackerAPI
import TrackerCore

extension Golden {
    static let syncProblem = """
        {"kind":"missing","detail":"/media/stick/trackerd isn't there",\
        "since":"2026-03-01T09:30:00.000+01:00","since_ms":1772353800000}
        """
    /// Members of Sync, without braces.
    private static let syncMembers = """
        "state":"stopped","folder":"~/Sync/trackerd","writer":"d3v1ce000000","name":"laptop",\
        "problem":\(syncProblem),"unwritten":3,"unread":4096,\
        "held":{"reference":1,"version":2,"refused":3},"conflicts":2,"damaged":4,\
        "written_at":"2026-03-01T09:30:00.000+01:00","written_at_ms":1772353800000,\
        "merged_at":"2026-03-01T09:17:55.000+01:00","merged_at_ms":1772353075000,\
        "machines":[{"writer":"d3v1ce000000","name":"laptop","state":"here",\
        "changed_at":"2026-03-01T09:30:00.000+01:00","changed_at_ms":1772353800000,\
        "files":12,"bytes":1048576},\
        {"writer":"d3v1ce000001","name":"desktop","state":"present","files":0,"bytes":0}]
        """
    private static let barestSyncMembers = """
        "state":"off","unwritten":0,"unread":0,"held":{"reference":0,"version":0,"refused":0},\
        "conflicts":0,"damaged":0,"machines":[]
        """
    private static let wholeSync = "{\(syncMembers)}"
    private static let barestSync = "{\(barestSyncMembers)}"

    /// As `sync.conflicts` lists it.
    private static let lostEdit = """
        {"kind":"lost","seq":812,"entity":"log_entry","id":"e7aaaaaaaaaa","name":"Plank",\
        "part":"note","mine":{"note":"hard"},"theirs":{"note":null},\
        "names":[{"id":"p7aaaaaaaaaa","name":"Rows"}],"machine":"desktop",\
        "at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000}
        """
    private static let sharedName = """
        {"kind":"name","entity":"exercise","id":"p7aaaaaaaaaa","name":"Rows",\
        "others":["p9bbbbbbbbbb"]}
        """

    static let sync: [Golden] = [
        Golden(plain: SyncStatus(), responses: wholeSync, barestSync),
        Golden(
            all: Params(
                SyncEnable(folder: "/home/me/Sync/trackerd", name: "laptop", confirm: true),
                #"{"folder":"/home/me/Sync/trackerd","name":"laptop","confirm":true}"#),
            fewest: Params(
                SyncEnable(folder: "/home/me/Sync/trackerd"),
                #"{"folder":"/home/me/Sync/trackerd"}"#),
            responses: wholeSync),
        Golden(
            plain: SyncNow(),
            responses: "{\(syncMembers),\"written\":12,\"merged\":3}",
            "{\(barestSyncMembers),\"written\":0,\"merged\":0}"),
        Golden(plain: SyncLeave(), responses: barestSync),
        Golden(
            all: Params(
                SyncForget(machine: "desktop", confirm: true),
                #"{"machine":"desktop","confirm":true}"#),
            fewest: Params(SyncForget(machine: "desktop"), #"{"machine":"desktop"}"#),
            responses: wholeSync),
        Golden(
            all: Params(SyncConflicts(limit: 5), #"{"limit":5}"#),
            fewest: Params(SyncConflicts(), "{}"),
            responses: "{\"conflicts\":[\(lostEdit),\(sharedName)],\"more\":true}",
            #"{"conflicts":[]}"#),
        Golden(
            all: Params(SyncTake(seq: 812), #"{"seq":812}"#), responses: lostEdit),
        Golden(
            plain: SyncDigest(),
            responses: #"{"digest":"00ff","rows":412,"deleted":3}"#),
    ]
}
