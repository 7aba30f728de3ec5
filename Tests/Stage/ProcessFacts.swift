import Glibc
import TestSupport

/// The kernel's facts about a process.
package struct ProcessFacts: Sendable {
    package let pid: pid_t

    package init(_ pid: pid_t) { self.pid = pid }

    package var descriptors: Int { File.names(in: "/proc/\(pid)/fd").count }

    /// Processor time used so far, in seconds.
    package var processorSeconds: Double {
        let after = File.text("/proc/\(pid)/stat").split(separator: ")").last ?? ""
        let fields = after.split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// A line of `/proc/…/status` that is a number, such as `VmHWM` in KiB.
    package func status(_ name: String) -> Int? {
        for line in File.lines("/proc/\(pid)/status") where line.hasPrefix("\(name):") {
            return line.dropFirst(name.count + 1).split { " \t".contains($0) }.first.flatMap {
                Int($0)
            }
        }
        return nil
    }

    /// Number of processes of a program that have a variable, as `NAME=value`, in their environment.
    package static func count(of program: String, with variable: String) -> Int {
        pids(of: program, with: variable).count
    }

    /// Pids of the processes of a program that have a variable in their environment.
    package static func pids(of program: String, with variable: String) -> [pid_t] {
        let wanted = Array(variable.utf8)
        return File.names(in: "/proc").filter { pid in
            guard File.text("/proc/\(pid)/comm") == program + "\n",
                let environment = File.bytes("/proc/\(pid)/environ")
            else { return false }
            return environment.split(separator: 0).contains { $0.elementsEqual(wanted) }
        }.compactMap { pid_t($0) }
    }
}
