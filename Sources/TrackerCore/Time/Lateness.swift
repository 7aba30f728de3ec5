/// Smallest lateness in milliseconds that is reported to a person; a shorter delay is the machine's own.
package let worthTellingMs: Int64 = 100
