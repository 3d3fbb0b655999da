import Foundation
import Harness

/// Two boards with a store each: a window on a screen of its own, whose lists are drop targets, and `dragboard offer
/// --move --on`. The window and dragd run on from run to run unless they are killed.
final class BoardStage: CrashStage {
  static let target = "board/To Do"

  let stores: Stores
  let source: BoardPlace
  let destination: BoardPlace
  private let folder: TemporaryFolder
  private let bus: PrivateBus
  private let screen: Program
  private let display: String
  private(set) var window: Program?
  private var starts: [Role: Int] = [:]
  var runs = 0

  init() throws {
    folder = try TemporaryFolder("boards", inMemory: true)
    stores = Stores(root: folder.path("run"))
    try stores.make()
    for name in ["source", "destination"] { try folder.makeFolder(name) }
    (source, destination) = (
      BoardPlace(folder: folder.path("source")), BoardPlace(folder: folder.path("destination"))
    )
    try source.fill(["stays", "stays too"])
    try destination.fill(["was there", "was there too"])
    try folder.write("plan", text: "run='\(stores.root)'\nkills=''\n")
    let script = try folder.write("dragd", text: Stage.script(folder.path("plan")))
    bus = try PrivateBus(
      .dbusDaemon, services: [PrivateBus.Service("org.dragd.Broker1", ["/bin/sh", script])],
      environment: [
        "HOME": folder.path, "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
        "DRAGD_FAIL_AT": folder.path("fail-dragd"),
      ])
    screen = try Program(
      "/usr/bin/Xvfb",
      ["-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"])
    display = ":" + (try screen.firstLine())
  }

  func perform(_ plan: Plan) throws -> CrashRun.Outcome {
    try BoardRun(plan, on: self).perform()
  }

  func close() {
    window?.close()
    _ = stores.endDragds(within: Stage.limit)
    bus.close()
    screen.close()
    folder.remove()
  }

  func leave() throws -> [String] {
    try openWindow()
    var left: [String] = []
    if !stores.endDragds(within: Stage.limit) { left.append("dragd does not end") }
    left += try stores.ledger().map { "in the ledger: \($0)" }
    return left
  }

  // MARK: Processes

  private func environment(_ role: Role) -> [String: String] {
    let start = starts[role, default: 0]
    starts[role] = start + 1
    return [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path,
      "XDG_DATA_HOME": folder.path(role.rawValue), "XDG_RUNTIME_DIR": folder.path("run/runtime"),
      "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": folder.path("cache"),
      "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "DISPLAY": display, "GDK_BACKEND": "x11",
      "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none",
      "DRAGD_FAIL_AT": folder.path("fail-\(role.rawValue)"),
      "DRAGD_FAIL_COUNT": "\(stores.root)/steps/\(role.rawValue).\(start)",
    ]
  }

  /// Moves a card to the window's board, until the move ends or a process is killed.
  func move(_ card: String) throws -> Program.Result {
    try Program.run(
      "\(Built.folder)/dragboard", ["offer", "--move", card, "--on", Self.target],
      environment: environment(.source), within: Stage.limit)
  }

  /// Starts the window if it does not run, and waits until its lists are drop targets.
  func openWindow() throws {
    var targets = ""
    do {
      try eventually(within: Stage.limit) {
        if window?.isRunning != true {
          window?.close()
          window = try Program(
            "\(Built.folder)/dragboard", ["--new-instance"], environment: environment(.destination))
        }
        targets = try Program.run(
          Built.dragctl, ["targets"],
          environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": stores.root],
          within: Stage.limit
        ).output
        return targets.split(separator: "\n").count { $0.contains("board/") } == 3
      }
    } catch {
      throw HarnessFailure("the window has no targets: \(targets)\n\(window?.standardError ?? "")")
    }
  }

  // MARK: Kills

  /// Makes the processes of a role die at the fail point with that number from now on; 0 for none.
  func kill(_ role: Role, atPoint number: Int) throws {
    let file = "fail-\(role.rawValue)"
    if number > 0 {
      try folder.write(file, text: "\(number)")
    } else {
      try? FileManager.default.removeItem(atPath: folder.path(file))
    }
  }

  /// Whether a process of the role is still to be killed.
  func isToBeKilled(_ role: Role) -> Bool {
    FileManager.default.fileExists(atPath: folder.path("fail-\(role.rawValue)"))
  }

  /// The fail points that the processes of a role have passed so far.
  func points(_ role: Role) -> [String] {
    let count = role == .dragd ? stores.dragds.count : starts[role, default: 0]
    return (0..<count).flatMap { stores.steps(role, start: $0) }
  }
}
