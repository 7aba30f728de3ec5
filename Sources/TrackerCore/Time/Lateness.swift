/// From how many milliseconds on lateness is worth telling a person; below it is the machine's own.
package let worthTellingMs: Int64 = 100
