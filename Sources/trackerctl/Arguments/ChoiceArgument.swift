import ArgumentParser

/// One of a few words, such as `kg` or `lb`.
package protocol ChoiceArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

// The parser's own implementations use reflection at every start.
extension ChoiceArgument {
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
    package var defaultValueDescription: String { rawValue }
}
