// swift-tools-version: 6.2

import Foundation
import PackageDescription

let checked: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Not in release builds: a later compiler may warn of more.
  .treatAllWarnings(as: .error, .when(configuration: .debug)),
]

/// For the layers that touch no C.
let safe: [SwiftSetting] = checked + [.strictMemorySafety()]

/// For those that do: a newer system deprecates functions whose successors the oldest supported one lacks.
let strict: [SwiftSetting] =
  checked + [.treatWarning("DeprecatedDeclaration", as: .warning, .when(configuration: .debug))]

/// For modules whose functions tests call millions of times: optimised in debug builds too.
let quick: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A program that is started for every command spends half its time in the dynamic loader. `make`
/// has dragctl linked without one where libdbus comes as an archive too. libdbus uses two functions of
/// libsystemd, and only for servers that listen on what systemd hands them, which dragctl never is.
///
/// It is not position-independent, so it needs no relocation, which was a third of its page faults and
/// an eighth of its time. Only its own code is at a fixed address; stack, heap and mappings are not.
let withoutLoader: [LinkerSetting] =
  Context.environment["DRAGCTL_WITHOUT_LOADER"] == nil
  ? []
  : [
    .unsafeFlags([
      "-use-ld=lld", "-Xclang-linker", "-static", "-Xclang-linker", "-no-pie", "-Xlinker",
      "--defsym=sd_listen_fds=0", "-Xlinker", "--defsym=sd_is_socket=0",
    ])
  ]

/// Where libxml2 has its headers. pkg-config would link each program with the library, which is loaded when it is used.
let htmlHeaders: [SwiftSetting] = [
  .unsafeFlags(["/usr", "/usr/local"].flatMap { ["-Xcc", "-I\($0)/include/libxml2"] })
]

/// What every display's clipboard needs, what speaks on the bus, and what speaks the protocol.
let selections: [Target.Dependency] = ["DisplaySelections", "DragSystem", "DragModel"]
let bus: [Target.Dependency] = ["DBus", "DragSystem", "DragModel"]
let wire: [Target.Dependency] = ["DragProtocol"] + bus

/// Whether the fuzzer or the simulator is built (.make/build-fuzzer, .make/build-simulator).
let isFuzzer = Context.environment["DRAGD_FUZZER"] != nil
let isSimulator = Context.environment["DRAGD_SIMULATOR"] != nil

/// A program whose code the fuzzer and the simulator call too. Only tests can be linked with an executable, so there
/// it is a library.
func program(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String],
  linkerSettings: [LinkerSetting] = []
) -> Target {
  isFuzzer || isSimulator
    ? .target(
      name: name, dependencies: dependencies, exclude: exclude + ["Main.swift"],
      swiftSettings: safe)
    : .executableTarget(
      name: name, dependencies: dependencies, exclude: exclude, swiftSettings: safe,
      linkerSettings: linkerSettings)
}

/// The layers in dependency order: a target may only depend on what stands above it here.
let layers: [Target] = [
  .systemLibrary(name: "CLinux"),
  .systemLibrary(name: "CMainQueue"),
  .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
  .systemLibrary(name: "CMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
  .systemLibrary(name: "CHTML", providers: [.apt(["libxml2-dev"])]),
  .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CSandbox"),
  .systemLibrary(
    name: "CXCB", pkgConfig: "xcb-xfixes",
    providers: [.apt(["libxcb1-dev", "libxcb-xfixes0-dev", "libxcb-res0-dev"])]),
  .systemLibrary(name: "CPeers", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
  .systemLibrary(
    name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),

  .target(
    name: "Translations", dependencies: ["CLinux"], exclude: ["Languages"], swiftSettings: strict),
  .target(name: "DragModel", swiftSettings: safe + quick),
  .target(
    name: "CommandLineArguments", dependencies: ["DragSystem", "DragModel", "Translations"],
    swiftSettings: safe),
  .target(
    name: "DragSystem", dependencies: ["CLinux"],
    swiftSettings: strict + [.define("FAIL_POINTS", .when(configuration: .debug))]),
  .target(name: "ServiceLog", dependencies: ["DragSystem", "DragModel"], swiftSettings: safe),
  .target(name: "FolderArchive", dependencies: ["DragSystem", "DragModel"], swiftSettings: safe),
  .target(name: "DesktopTypes", dependencies: ["DragModel", "DragSystem"], swiftSettings: strict),
  .target(
    name: "BoardModel",
    dependencies: [
      "CExpat", "CHTML", "CICal", "CMark", "CSQLite", "CZlib", "DesktopTypes", "FolderArchive",
      "DragSystem", "DragModel", "Translations",
    ],
    swiftSettings: strict + htmlHeaders),
  .target(
    name: "PictureDecoding", dependencies: ["CLinux", "CSandbox", "DragSystem"],
    swiftSettings: strict),
  .target(name: "DBus", dependencies: ["CDBus", "DragSystem"], swiftSettings: strict),
  .target(name: "PeerIdentity", dependencies: bus, swiftSettings: safe),
  .target(name: "DragLine", dependencies: bus + ["CLinux"], swiftSettings: strict),
  .target(name: "DragProtocol", dependencies: ["DBus", "DragModel"], swiftSettings: safe),
  .target(name: "DragConnection", dependencies: wire, swiftSettings: safe),
  .target(
    name: "DragClient", dependencies: ["CMainQueue", "DesktopTypes", "DragConnection"] + wire,
    swiftSettings: safe),
  .target(name: "MessageBus", dependencies: ["DragSystem"], swiftSettings: strict + quick),
  // Apart, so that a program without Foundation stays small.
  .target(name: "DragClientFoundation", dependencies: ["DragClient"], swiftSettings: safe),
  .target(
    name: "DisplaySelections", dependencies: ["DragSystem", "DragModel"], swiftSettings: safe),
  .target(
    name: "WaylandSelections", dependencies: selections + ["CWayland"], swiftSettings: strict),
  .target(name: "XSelections", dependencies: selections + ["CXCB"], swiftSettings: strict),
  .target(name: "ClipboardModel", dependencies: ["DragModel"], swiftSettings: safe + quick),
  .target(name: "MutterSelections", dependencies: selections + ["DBus"], swiftSettings: safe),
  .target(
    name: "DragBroker",
    dependencies: ["DesktopTypes", "PeerIdentity", "ServiceLog"] + wire, swiftSettings: strict),
  .target(
    name: "DragClientTesting", dependencies: ["DragBroker", "DragClient", "MessageBus"],
    swiftSettings: safe),

  .executableTarget(
    name: "dragd",
    dependencies: [
      "CommandLineArguments", "DragBroker", "DragProtocol", "DragSystem", "DragModel",
      "Translations",
    ],
    exclude: ["MIME", "Manual"], swiftSettings: safe),
  program(
    "dragclip",
    wire + [
      "CommandLineArguments", "ClipboardModel", "DesktopTypes", "DisplaySelections",
      "MutterSelections", "WaylandSelections", "XSelections", "DragConnection", "PeerIdentity",
      "ServiceLog", "Translations",
    ],
    exclude: ["Manual"]),
  program(
    "dragctl",
    [
      "CommandLineArguments", "DesktopTypes", "DragConnection", "DragLine", "FolderArchive",
      "PeerIdentity", "Translations",
    ],
    exclude: ["Manual", "Completions"], linkerSettings: withoutLoader),
  // It uses the tests' Harness: private buses and processes.
  .executableTarget(
    name: "dragbench",
    dependencies: wire + [
      "CLinux", "CPeers", "CommandLineArguments", "DragConnection", "Harness", "Translations",
    ],
    exclude: ["Plots"], swiftSettings: strict),
]

/// The app needs GTK 4 and libadwaita; without them the rest is built.
let hasGTK = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share"].contains { folder in
  let architectures = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return ([""] + architectures).contains { architecture in
    ["gtk4", "libadwaita-1"].allSatisfy { name in
      FileManager.default.fileExists(atPath: "\(folder)/\(architecture)/pkgconfig/\(name).pc")
    }
  }
}

func testTarget(
  _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = strict
) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["Harness"], swiftSettings: settings)
}

/// The programs that most tests run.
let tested: [Target.Dependency] = ["dragd", "dragctl"]

let onMainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

let app: [Target] =
  hasGTK
  ? [
    .systemLibrary(
      name: "CGtk", pkgConfig: "libadwaita-1",
      providers: [.apt(["libgtk-4-dev", "libadwaita-1-dev"])]),
    .target(
      name: "GtkKit", dependencies: ["CGtk"], swiftSettings: onMainActor,
      linkerSettings: [.linkedLibrary("dispatch")]),
    .executableTarget(
      name: "dragboard",
      dependencies: wire + [
        "BoardModel", "CommandLineArguments", "DesktopTypes", "DragClient", "DragConnection",
        "PeerIdentity", "GtkKit", "PictureDecoding", "Translations",
      ],
      exclude: ["Completions", "Desktop", "Manual"], swiftSettings: onMainActor),
    .systemLibrary(
      name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    // It decodes for dragboard what strangers have sent.
    .executableTarget(
      name: "picturedecoder",
      dependencies: ["CLinux", "CPixbuf", "DragSystem", "PictureDecoding"], swiftSettings: strict),
    .executableTarget(
      name: "dragpick", dependencies: ["CLinux", "CPixbuf", "DragClient", "DragModel"],
      swiftSettings: strict),
    .executableTarget(
      name: "dragtext", dependencies: ["DragClient", "DragModel", "DragSystem", "GtkKit"],
      swiftSettings: onMainActor),
  ] : []

let appTests: [Target] =
  hasGTK
  ? [
    testTarget("GtkKitTests", ["CGtk", "GtkKit"]),
    testTarget("BoardShellTests", ["dragd", "dragctl", "dragboard", "picturedecoder"]),
    // A process that has given up what a decoder gives up, and tries what it can still do.
    .executableTarget(
      name: "sandboxprogram", dependencies: ["CLinux", "PictureDecoding"],
      path: "Tests/SandboxProgram", swiftSettings: strict),
    testTarget(
      "PictureDecodingTests",
      ["CLinux", "DragSystem", "PictureDecoding", "picturedecoder", "sandboxprogram"]),
    testTarget("ExampleTests", tested + ["DragModel", "dragpick", "dragtext"]),
    testTarget(
      "BoardTests",
      [
        "BoardModel", "CGtk", "dragboard", "dragclip", "dragd", "dragctl", "dragtext",
        "picturedecoder",
      ]),
  ] : []

/// The Swift programs that the documentation shows, built as their readers would.
let examples: [Target] = [
  "SquaresSource", "SquaresDestination", "NumbersSource", "NumbersDestination", "Inbox", "Outbox",
  "PhotoInbox", "PollLoop", "GLibLoop",
].map { name in
  .executableTarget(
    name: name, dependencies: ["CGIO", "DragClient", "DragClientFoundation"],
    path: "Tests/LanguagePrograms/\(name)",
    swiftSettings: [.treatAllWarnings(as: .error, .when(configuration: .debug))])
}

let tests: [Target] = [
  // What the tests share: private buses, processes, hostile file systems.
  .target(
    name: "Harness", dependencies: ["CLinux", "DBus", "DragSystem"], path: "Tests/Harness",
    swiftSettings: strict + quick),
  testTarget("HarnessTests", ["CLinux"]),
  .testTarget(
    name: "DragModelTests", dependencies: ["DragModel", "Harness"], resources: [.copy("Resources")],
    swiftSettings: strict + quick),
  testTarget("DragSystemTests", ["CLinux", "DragSystem"], strict + quick),
  testTarget("FolderArchiveTests", ["CLinux", "DragModel", "DragSystem", "FolderArchive"]),
  .target(
    name: "BusConversation", dependencies: ["DBus", "DragSystem"], path: "Tests/BusConversation",
    swiftSettings: strict),
  testTarget("DBusTests", ["BusConversation", "CLinux", "DBus", "DragSystem", "MessageBus"]),
  testTarget("PeerIdentityTests", bus + ["CLinux", "PeerIdentity"]),
  testTarget("DragProtocolTests", wire + ["CLinux"]),
  testTarget("DragConnectionTests", wire + ["DragConnection"]),
  testTarget("DragLineTests", ["CLinux", "DragLine", "DBus", "DragSystem"]),
  testTarget("WaylandSelectionsTests", selections + ["WaylandSelections"]),
  testTarget("MutterSelectionsTests", selections + ["MutterSelections", "DBus"]),
  testTarget(
    "ServiceTests",
    wire + [
      "CLinux", "DesktopTypes", "DragBroker", "DragConnection", "ServiceLog", "dragd",
    ]),
  testTarget(
    "ClipboardModelTests", ["ClipboardModel", "DesktopTypes", "DragModel"], strict + quick),
  // A program that copies.
  .executableTarget(
    name: "clipboardowner", dependencies: selections + ["WaylandSelections", "XSelections"],
    path: "Tests/ClipboardOwner", swiftSettings: strict),
  testTarget(
    "ClipboardTests",
    wire + tested + ["DragClient", "DragConnection", "dragclip", "clipboardowner"]),
  // For a program whose main loop is GLib's.
  .systemLibrary(name: "CGIO", path: "Tests/CGIO", pkgConfig: "gobject-2.0"),
  testTarget(
    "DragClientTests",
    wire + tested + ["CGIO", "CLinux", "DragClient", "DragClientFoundation", "DragConnection"]),
  testTarget("DragClientTestingTests", tested + ["DragClientFoundation", "DragClientTesting"]),
  testTarget(
    "DragctlTests",
    wire + tested + ["CommandLineArguments", "DragConnection", "Translations", "dragclip"]),
  testTarget(
    "LanguageTests", tested + ["CLinux", "DragModel"] + examples.map { .byName(name: $0.name) }),
  testTarget("InstallTests", tested + (hasGTK ? ["dragboard", "picturedecoder"] : [])),
  .testTarget(
    name: "CrashTests",
    dependencies: [
      "CLinux", "DragBroker", "DragModel", "DragSystem", "Harness", "dragd", "dragctl",
    ]
      + (hasGTK ? ["BoardModel", "dragboard"] : []),
    exclude: hasGTK ? [] : ["Boards"], swiftSettings: strict),
  // A process that changes a board, to be killed and to be one of several.
  .target(
    name: "BoardWalk", dependencies: ["BoardModel", "Harness"], path: "Tests/BoardWalk",
    swiftSettings: strict),
  .executableTarget(
    name: "boardwalker", dependencies: ["BoardModel", "BoardWalk"], path: "Tests/BoardWalker",
    swiftSettings: strict),
  .testTarget(
    name: "BoardModelTests",
    dependencies: ["BoardModel", "BoardWalk", "boardwalker", "DragModel", "Harness"],
    exclude: ["Fixtures"], swiftSettings: strict),
  // A program on an X server's selections, to be measured and to lose its server.
  .executableTarget(
    name: "selectionprogram", dependencies: selections + ["CLinux", "XSelections"],
    path: "Tests/SelectionProgram", swiftSettings: strict),
  testTarget("XSelectionsTests", selections + ["XSelections", "selectionprogram"]),
  testTarget("TranslationTests", ["Translations", "dragd", "dragctl"]),
  testTarget("LayeringTests", [], strict + quick),
]

/// What decodes is fuzzed by functions over bytes: for a moment in `make test`, for long in `make fuzz`.
let fuzzed: [Target.Dependency] =
  wire + [
    "CDBus", "CLinux", "BoardModel", "CommandLineArguments", "DragBroker", "DragConnection",
    "DragLine", "FolderArchive", "PictureDecoding", "Translations", "dragctl",
  ]

let fuzzing: [Target] =
  !isFuzzer
  ? [
    .testTarget(
      name: "FuzzTests", dependencies: fuzzed + ["Harness"], path: "Tests/Fuzz",
      exclude: ["CFuzzer", "Corpora", "Driver"], sources: ["Targets", "Tests"],
      swiftSettings: strict)
  ]
  : [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzzer", dependencies: fuzzed + ["CFuzzer"], path: "Tests/Fuzz",
      exclude: ["CFuzzer", "Corpora", "Tests"], sources: ["Targets", "Driver"],
      swiftSettings: strict),
  ]

/// The programs under a scheduler below libc; `-E` shows its functions to libdbus and to Swift's runtime too.
let simulation: [Target] = [
  .target(
    name: "CSimulation", path: "Tests/Simulation/CSimulation",
    cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])]),
  .target(
    name: "Simulation", dependencies: ["CLinux", "CSimulation", "MessageBus"],
    path: "Tests/Simulation/Simulation", swiftSettings: strict),
  .executableTarget(
    name: "simulator",
    dependencies: wire + [
      "BusConversation", "CLinux", "CommandLineArguments", "DisplaySelections", "DragBroker",
      "DragClient", "DragConnection", "ServiceLog", "Simulation", "dragclip", "dragctl",
    ],
    path: "Tests/Simulation/Simulator", swiftSettings: strict + [.unsafeFlags(["-Onone"])],
    linkerSettings: [.unsafeFlags(["-Xlinker", "-E"])]),
  .testTarget(
    name: "SimulationTests", dependencies: ["Harness"], path: "Tests/Simulation/Tests",
    swiftSettings: strict),
]

/// Whether another package depends on this one by version or branch, so that this is one of SwiftPM's checkouts. Then
/// it is the library alone, and SwiftPM asks for the flags of no other library than libdbus. A package that others
/// depend on by path looks to them as it does here.
let isDependency: Bool = {
  let folder = URL(filePath: Context.packageDirectory).deletingLastPathComponent()
  let clones = folder.deletingLastPathComponent().appending(path: "repositories")
  return folder.lastPathComponent == "checkouts"
    && FileManager.default.fileExists(atPath: clones.path)
}()

let library: Set = [
  "CLinux", "CMainQueue", "CDBus", "DragModel", "DragSystem", "DesktopTypes", "DBus",
  "DragProtocol", "DragConnection", "DragClient", "DragClientFoundation", "MessageBus",
  "PeerIdentity", "ServiceLog", "DragBroker", "DragClientTesting",
]

let libraries: [Product] = ["DragClient", "DragClientFoundation", "DragClientTesting"].map {
  .library(name: $0, targets: [$0])
}

let programs: [Product] =
  (["dragd", "dragctl", "dragclip", "dragbench"]
  + (hasGTK ? ["dragboard", "picturedecoder"] : [])).map { .executable(name: $0, targets: [$0]) }

let package = Package(
  name: "dragd",
  products: isFuzzer || isSimulator ? [] : isDependency ? libraries : programs + libraries,
  targets: isDependency
    ? layers.filter { library.contains($0.name) }
    : isSimulator
      ? layers + simulation + tests.filter { ["BusConversation", "Harness"].contains($0.name) }
      : layers + examples + app + tests + appTests + fuzzing,
  swiftLanguageModes: [.v6]
)
