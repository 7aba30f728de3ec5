import ArgumentParser
import TrackerAPI
import TrackerView

/// The short form of 'train bail', for the key that is pressed when a hold ends early.
struct Bail: MethodCommand {
    static let methods = [TrainingBail.method]
    static let configuration = CommandConfiguration.leaf(
        "bail", abstract: "Give a hold up: it counts less the adjustment, and you rest.",
        discussion: "The same as 'trackerctl train bail'.")
    @OptionGroup(title: Options.title) var options: Options

    func request() -> TrainingMove { TrainingMove(.bail) }
}

/// The short form of 'train reset'.
struct Reset: ResetCommand {
    static let configuration = CommandConfiguration.leaf(
        "reset", abstract: "Throw the training away that is on: nothing of it stays.",
        discussion: "It asks first, unless --yes is given. The same as 'trackerctl train reset'.")

    @Flag(name: .shortAndLong, help: "Yes, all of it.")
    var yes = false

    @OptionGroup(title: Options.title) var options: Options
}
