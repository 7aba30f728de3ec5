/// What becomes of a pause that began because nobody was there, or the machine slept.
package enum AbsencePause: String, ColumnValue {
    /// It waits for the person's return.
    case awaitsReturn = "awaits_return"
    /// The person has returned and been asked whether to resume.
    case asked
}
