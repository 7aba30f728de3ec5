// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
]
/// Tests only call what is optimised.
let tests = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
/// The daemon has one thread; what runs there says so by being on the main actor.
let oneThread = strict + [.defaultIsolation(MainActor.self)]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let arguments = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "trackerd",
    products: [
        .executable(name: "trackerd", targets: ["trackerd"]),
        .executable(name: "trackerctl", targets: ["trackerctl"]),
    ],
    // Exactly these, since no list of what was resolved is kept beside.
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .target(name: "TrackerCore", swiftSettings: strict),
        .target(
            name: "TrackerAPI", dependencies: ["TrackerCore"],
            exclude: ["PROTOCOL.md", "Protocol"], swiftSettings: strict),
        .target(
            name: "TrackerStore", dependencies: ["TrackerCore", "CLinux", grdb, sqlite],
            swiftSettings: strict),
        .target(
            name: "TrackerEngine",
            dependencies: ["TrackerAPI", "TrackerCore", "TrackerStore", "TrainingLogs"],
            swiftSettings: strict),
        .target(name: "CSystemd", linkerSettings: [.linkedLibrary("systemd")]),
        .target(name: "Systemd", dependencies: ["CSystemd"], swiftSettings: oneThread),
        .target(
            name: "UserFiles", dependencies: ["TrackerAPI", "TrackerCore"], swiftSettings: strict),
        // For the daemon alone: trackerctl would pay for the TOML library with each start.
        .target(
            name: "TextFiles", dependencies: ["UserFiles", "TrackerAPI", "TrackerCore", toml],
            swiftSettings: strict),
        .target(name: "TrainingLogs", dependencies: ["TrackerCore"], swiftSettings: strict),
        .target(
            name: "TrackerDaemon",
            dependencies: [
                "TrackerEngine", "TrackerAPI", "TrackerStore", "TextFiles", "UserFiles", "Systemd",
            ],
            resources: [
                .embedInCode("Library/exercises.toml"),
                .embedInCode("Library/achievements.toml"),
                .embedInCode("Library/challenges.toml"),
                .embedInCode("Library/templates.toml"),
                .embedInCode("Library/programs/tabata.toml"),
                .embedInCode("Library/programs/seven-minute-circuit.toml"),
                .embedInCode("Library/programs/pomodoro.toml"),
                .embedInCode("Library/programs/stretch.toml"),
            ], swiftSettings: oneThread),
        .target(
            name: "TrackerClient", dependencies: ["TrackerAPI", "TrackerCore"],
            swiftSettings: strict),
        .target(
            name: "TrackerView", dependencies: ["TrackerAPI", "TrackerCore"],
            resources: [.embedInCode("Page/report.css")], swiftSettings: strict),
        .target(name: "CStubData"),
        .executableTarget(
            name: "trackerd",
            dependencies: [
                "CStubData", "TrackerDaemon", "TrackerAPI", "TrackerStore", "UserFiles", "Systemd",
                arguments,
            ],
            swiftSettings: strict),
        .target(name: "CLinux"),
        .executableTarget(
            name: "trackerctl",
            dependencies: [
                "TrackerClient", "TrackerView", "TrackerAPI", "TrackerCore", "UserFiles", "CLinux",
                arguments,
            ],
            swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["TrackerCore"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(
            name: "Stage", dependencies: ["TrackerAPI", "TestSupport"], path: "Tests/Stage",
            exclude: ["Year"], swiftSettings: strict),
        // The engine with its library, and a clock that is moved by hand.
        .target(
            name: "HandMoved",
            dependencies: [
                "TrackerDaemon", "TrackerEngine", "TrackerStore", "TrackerClient", "TrackerAPI",
                "TrackerCore", "TestSupport",
            ],
            path: "Tests/HandMoved", swiftSettings: strict),
        .executableTarget(
            name: "made-up-year",
            dependencies: ["HandMoved", "TrackerAPI", "TrackerCore", "Systemd", "TestSupport"],
            path: "Tests/Stage/Year", swiftSettings: oneThread),
        .target(name: "CDisk", path: "Tests/CDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "Rig", dependencies: ["TrackerStore", "TrackerCore", "CDisk", grdb, sqlite],
            path: "Tests/Rig", swiftSettings: strict),
        .executableTarget(
            name: "engine-process",
            dependencies: [
                "TrackerEngine", "TrackerStore", "TrackerAPI", "TrackerCore", "Rig", "TestSupport",
            ],
            path: "Tests/EngineProcess", swiftSettings: strict),
        .executableTarget(
            name: "sync-figures",
            dependencies: [
                "TrackerEngine", "TrackerStore", "TrackerAPI", "TrackerCore", "Stage",
            ],
            path: "Tests/SyncFigures", swiftSettings: strict),
        // What takes bytes from outside, and what it promises; libFuzzer's driver of it (`make fuzz`).
        .target(
            name: "Fuzz",
            dependencies: [
                "TrackerCore", "TrackerAPI", "TrackerStore", "TrackerEngine", "TrackerDaemon",
                "TextFiles", "UserFiles", "TrainingLogs", "TestSupport",
            ],
            path: "Tests/Fuzz/Properties", swiftSettings: strict),
        .executableTarget(name: "fuzz-driver", dependencies: ["Fuzz"], path: "Tests/Fuzz/Driver"),
        .testTarget(
            name: "FuzzTests", dependencies: ["Fuzz", "TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "TrackerCoreTests", dependencies: ["TrackerCore", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "UserFilesTests", dependencies: ["UserFiles", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "TextFilesTests", dependencies: ["TextFiles", "UserFiles", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "TrainingLogsTests",
            dependencies: ["TrainingLogs", "TrackerCore", "TestSupport"],
            exclude: ["Files"], swiftSettings: tests),
        .testTarget(
            name: "TrackerAPITests", dependencies: ["TrackerAPI", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "TrackerStoreTests",
            dependencies: ["TrackerStore", "TestSupport", grdb, sqlite],
            exclude: ["Fixtures"], swiftSettings: tests),
        .testTarget(
            name: "TrackerEngineTests",
            dependencies: ["TrackerEngine", "Rig", "TestSupport", grdb, sqlite],
            swiftSettings: tests),
        .testTarget(
            name: "SystemdTests", dependencies: ["CSystemd", "Systemd", "Stage", "TestSupport"],
            swiftSettings: oneThread),
        .testTarget(
            name: "TrackerDaemonTests",
            dependencies: [
                "TrackerDaemon", "TrackerClient", "TextFiles", "UserFiles", "trackerd",
                "made-up-year", "Stage", "TestSupport",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "TrackerViewTests", dependencies: ["TrackerView", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "trackerctlTests",
            dependencies: ["trackerctl", "TrackerView", "HandMoved", "TestSupport"],
            exclude: ["Transcripts"], swiftSettings: tests),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "TrackerEngine", "TrackerStore", "TrackerAPI", "TrackerCore", "engine-process",
                "Rig", "Stage", "TestSupport", grdb,
            ],
            swiftSettings: tests),
        .testTarget(
            name: "DiskTests",
            dependencies: [
                "TrackerEngine", "TrackerStore", "TrackerAPI", "Rig", "TestSupport", grdb,
            ], swiftSettings: tests),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TrackerAPI", "TrackerClient", "trackerd", "trackerctl", "Stage", "TestSupport",
            ],
            swiftSettings: tests),
    ]
)
