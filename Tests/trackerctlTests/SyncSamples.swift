/// Samples of sync as it comes over the wire.
enum SyncSample {
    static let off = """
        {"state":"off","unwritten":0,"unread":0,"held":{"reference":0,"version":0,"refused":0},\
        "conflicts":0,"damaged":0,"machines":[]}
        """

    static let laptop = """
        {"writer":"d3v1ce000000","name":"laptop","state":"here",\
        "changed_at":"2026-03-01T09:30:00.000+01:00","files":3,"bytes":1550000}
        """
    static let desktop = """
        {"writer":"d3v1ce000001","name":"desktop","state":"present",\
        "changed_at":"2026-02-28T18:00:00.000+01:00","files":12,"bytes":48200}
        """
    static let phone = """
        {"writer":"d3v1ce000002","name":"phone\\u001b[31m","state":"left","files":1,"bytes":512}
        """

    static func on(
        _ machines: [String] = [laptop, desktop], state: String = "on", unwritten: Int = 0,
        unread: Int = 0, held: (Int, Int, Int) = (0, 0, 0), conflicts: Int = 0, damaged: Int = 0,
        more: String = ""
    ) -> String {
        """
        {"state":"\(state)","folder":"~/Sync/trackerd","writer":"d3v1ce000000","name":"laptop",\
        "unwritten":\(unwritten),"unread":\(unread),\
        "held":{"reference":\(held.0),"version":\(held.1),"refused":\(held.2)},\
        "conflicts":\(conflicts),"damaged":\(damaged),\
        "written_at":"2026-03-01T09:30:00.000+01:00","merged_at":"2026-03-01T09:17:55.000+01:00",\
        \(more)"machines":[\(machines.joined(separator: ","))]}
        """
    }

    static let problem = """
        {"kind":"missing","detail":"/media/stick/trackerd isn't there",\
        "since":"2026-02-28T18:00:00.000+01:00"}
        """

    static let lostNote = """
        {"kind":"lost","seq":812,"entity":"log_entry","id":"e7aaaaaaaaaa","name":"Plank",\
        "part":"note","mine":{"note":"hard"},"theirs":{"note":null},"machine":"desktop",\
        "at":"2026-03-01T09:30:00.000+01:00"}
        """
    static let lostRest = """
        {"kind":"lost","seq":97,"entity":"preset","id":"p1","name":"long plank","part":"*",\
        "mine":{"rest_ms":90000,"target":120,"created_ms":1772353800000},\
        "theirs":{"rest_ms":60000,"target":120,"created_ms":1772353800001},"machine":"desktop",\
        "at":"2026-02-28T18:00:00.000+01:00"}
        """
    static let sharedName = """
        {"kind":"name","entity":"exercise","id":"p7aaaaaaaaaa","name":"Rows",\
        "others":["p9bbbbbbbbbb"]}
        """
    static let conflicts = "{\"conflicts\":[\(lostNote),\(lostRest),\(sharedName)]}"
}
