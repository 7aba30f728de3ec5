/// Milliseconds from which lateness is reported to a person; a shorter delay is the machine's own.
package let worthTellingMs: Int64 = 100
