import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
}
