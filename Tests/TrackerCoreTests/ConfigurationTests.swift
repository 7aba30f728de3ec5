import TestSupport
import Testing
import TrackerCore

struct ConfigurationTests {
    @Test func theDefaultsAreThoseOfTheDesign() throws {
        let configuration = Configuration()
        #expect(
            try json(configuration) == """
                {"limits":{"line_bytes":1048576,"in_flight":64,"connections":256,\
                "first_line_ms":5000,"unread_bytes":1048576},"timers":{"ring_at_most":5},\
                "rest":{"warn_at_ms":[3000]},\
                "training":{"ready_ms":0},"lifting":{"show_plates":false},\
                "reminders":{"every_ms":1800000,"between":"09:00-17:00","days":"mon-fri"},\
                "notifications":{"enabled":true,"stay":"until-answered",\
                "escalate":false,"closing":"nothing"},\
                "sounds":{"enabled":true,"volume":100,"files":{}},\
                "desktop":{"idle_ms":180000,"break_ms":300000,"do_not_disturb":true,\
                "mako_modes":["do-not-disturb","dnd"],"keep_awake":["training","run"]},\
                "sync":{"after_write":[]},\
                "hooks":[]}
                """)
        #expect(try reread(configuration) == configuration)
    }
}
