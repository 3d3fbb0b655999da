/// The folders of Sources in dependency order, and what each may import: the layers that its arrows lead to, and
/// through them those below.
struct Layers {
  /// From the top down; an arrow may only lead to something further down.
  static let arrows: [(folder: String, to: [String])] = [
    (
      "dragboard",
      [
        "BoardModel", "CommandLineArguments", "DragClient", "PeerIdentity", "GtkKit",
        "PictureDecoding", "Translations",
      ]
    ),
    ("picturedecoder", ["PictureDecoding", "CPixbuf", "CLinux"]),
    ("PictureDecoding", ["DragSystem", "CLinux", "CSandbox"]),
    ("dragtext", ["DragClient", "GtkKit"]),
    ("dragpick", ["DragClient", "CPixbuf", "CLinux"]),
    (
      "dragctl",
      [
        "CommandLineArguments", "DesktopTypes", "DragConnection", "DragLine", "FolderArchive",
        "PeerIdentity", "Translations",
      ]
    ),
    (
      "dragclip",
      [
        "CommandLineArguments", "ClipboardModel", "DesktopTypes", "MutterSelections",
        "WaylandSelections", "XSelections", "DragConnection", "PeerIdentity", "ServiceLog",
        "Translations",
      ]
    ),
    ("dragbench", ["CommandLineArguments", "DragConnection", "CPeers", "CLinux", "Translations"]),
    ("dragd", ["CommandLineArguments", "DragBroker", "Translations"]),
    ("DragClientTesting", ["DragBroker", "DragClient", "MessageBus"]),
    (
      "DragBroker",
      [
        "DesktopTypes", "DragProtocol", "PeerIdentity", "ServiceLog", "DBus", "DragSystem",
        "DragModel",
      ]
    ),
    ("DragClientFoundation", ["DragClient"]),
    ("DragClient", ["DesktopTypes", "DragConnection", "CMainQueue"]),
    ("DragConnection", ["DragProtocol", "DBus", "DragSystem", "DragModel"]),
    ("MutterSelections", ["DisplaySelections", "DBus", "DragSystem", "DragModel"]),
    ("PeerIdentity", ["DBus", "DragSystem", "DragModel"]),
    ("DragLine", ["DBus", "DragSystem", "DragModel", "CLinux"]),
    ("DragProtocol", ["DBus", "DragModel"]),
    ("MessageBus", ["DragSystem"]),
    ("DBus", ["DragSystem", "CDBus"]),
    (
      "BoardModel",
      [
        "DesktopTypes", "FolderArchive", "DragSystem", "DragModel", "Translations", "CExpat",
        "CHTML", "CICal", "CMark", "CSQLite", "CZlib",
      ]
    ),
    ("DesktopTypes", ["DragSystem", "DragModel"]),
    ("ClipboardModel", ["DragModel"]),
    ("WaylandSelections", ["DisplaySelections", "DragSystem", "DragModel", "CWayland"]),
    ("XSelections", ["DisplaySelections", "DragSystem", "DragModel", "CXCB"]),
    ("DisplaySelections", ["DragSystem", "DragModel"]),
    ("ServiceLog", ["DragSystem", "DragModel"]),
    ("FolderArchive", ["DragSystem", "DragModel"]),
    ("CommandLineArguments", ["DragSystem", "DragModel", "Translations"]),
    ("DragSystem", ["CLinux"]),
    ("DragModel", []),
    ("Translations", ["CLinux"]),
    ("GtkKit", ["CGtk"]),
    ("CDBus", []), ("CExpat", []), ("CGtk", []), ("CHTML", []), ("CICal", []),
    ("CMainQueue", []), ("CMark", []),
    ("CPeers", []), ("CPixbuf", []), ("CSandbox", []),
    ("CSQLite", []), ("CZlib", []), ("CLinux", []),
    ("CWayland", []),
    ("CXCB", []),
  ]

  /// Header-only modules for C libraries: seen by the one layer that makes them Swift.
  static let cModules: Set = [
    "CDBus", "CExpat", "CGtk", "CHTML", "CICal", "CMainQueue", "CMark", "CPeers", "CPixbuf",
    "CSandbox", "CSQLite", "CZlib", "CLinux", "CWayland", "CXCB",
  ]

  /// Modules from outside the package that a layer may import beside the standard library.
  static let outside: [String: Set<String>] = [
    "dragboard": ["Foundation", "Observation", "Synchronization"],
    "BoardModel": ["Foundation", "Observation", "Synchronization"],
    "GtkKit": ["Synchronization"],
    "DragClient": ["Synchronization"],
    "DragClientFoundation": ["Foundation"],
    "DragClientTesting": ["Synchronization"],
    "DBus": ["Synchronization"],
    "DesktopTypes": ["Synchronization"],
    "dragclip": ["Synchronization"],
    "DragSystem": ["Synchronization"],
    "DragBroker": ["Synchronization"],
    "dragctl": ["Synchronization"],
    "dragbench": ["Foundation", "Harness"],
    "dragpick": ["Dispatch", "Foundation"],
  ]

  /// Where nothing uses Swift's concurrency (tasks, actors): all work is on the loop's thread, or on the workers of
  /// `DragSystem`, so that such a program starts in milliseconds.
  static let synchronous: Set = [
    "dragctl", "dragd", "DragBroker", "DragConnection", "DragLine", "DragProtocol",
    "PeerIdentity", "DBus", "DragSystem", "DisplaySelections", "DesktopTypes", "DragModel",
    "FolderArchive",
    "WaylandSelections", "XSelections", "ClipboardModel", "CommandLineArguments",
    "MessageBus", "MutterSelections", "PictureDecoding", "ServiceLog", "Translations", "dragclip",
    "picturedecoder",
  ]

  /// Where Sendable may be claimed without the compiler's proof.
  static let unchecked: Set = ["DBus", "DragSystem", "GtkKit"]

  /// Where a descriptor may be a bare number. DragClient shows one to main loops of other libraries; MessageBus passes
  /// those of messages on, also where the simulator closes them.
  static let numbered: Set = ["DBus", "DragClient", "DragSystem", "MessageBus"]

  /// Every module that a folder may import; nil for a folder that is no layer.
  static func allowedImports(in folder: String) -> Set<String>? {
    guard let direct = arrows.first(where: { $0.folder == folder })?.to else { return nil }
    var allowed = Set(direct)
    for layer in direct where !cModules.contains(layer) {
      allowed.formUnion((allowedImports(in: layer) ?? []).subtracting(cModules))
    }
    // Only those that the folder itself was given: what others import from outside stays theirs.
    for other in outside.values { allowed.subtract(other) }
    return allowed.union(outside[folder] ?? [])
  }
}
