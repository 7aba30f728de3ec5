import TrackerAPI

extension DistanceUnit {
    /// Unit with a name, in a text where `m` means minutes; `nil` for an unknown name.
    package init?(named name: some StringProtocol) {
        switch name {
        case "metre", "metres", "meter", "meters": self = .m
        case "km", "kilometre", "kilometres", "kilometer", "kilometers": self = .km
        case "mi", "mile", "miles": self = .mi
        default: return nil
        }
    }

    /// Distance in metres, rounded to millimetres because a product such as 1.005 x 1000 isn't exact.
    package func metres(_ number: Double) -> Double { (number * metres * 1000).rounded() / 1000 }
}
