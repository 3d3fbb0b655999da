import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// GApplication and GTK serve actions on the bus, to any program that may call the process, also in a sandbox.
  @Suite(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"))
  struct ExportedActionTests {
    private static let path = "/org/dragd/Board"

    @Test func aSandboxedProgramStartsOnlyWhatTheDesktopFileDoes() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start([])
        let peer = try desktop.exports(of: app, expecting: [Self.path])
        let actions = try desktop.callFromSandbox(peer[0], Self.path, "org.gtk.Actions.List")
        let names = actions.output.split { !$0.isLetter && $0 != "-" }.map(String.init)
        #expect(names.sorted() == ["editor", "new-window", "remind", "shelf", "show-card"])
        for name in ["quit", "preferences", "about"] {
          try desktop.expectNoAction(name, of: peer[0], Self.path)
        }
        let open = try desktop.callFromSandbox(
          peer[0], Self.path, "org.freedesktop.Application.Open",
          ["['file:///etc/hostname']", "{}"])
        #expect(open.error.contains("NotSupported"), "\(open.error)")
        _ = try desktop.callFromSandbox(
          peer[0], Self.path, "org.gtk.Actions.Activate", ["new-window", "[]", "{}"])
        try eventually(within: Timeout.long, "there is a second window") {
          try desktop.display.windows(of: app.program.processIdentifier).count > 1
        }
        #expect(try desktop.display.windows(of: app.program.processIdentifier).count == 2)
        try app.expect(["To Do": ["one"]])
      }
    }

    /// Windows and processes without number would take all memory.
    @Test func aSandboxedProgramOpensOnlySoManyWindows() throws {
      try Desktop.run { desktop in
        let app = try desktop.start([])
        let peer = try desktop.exports(of: app, expecting: [Self.path])
        let script = """
          for name in new-window editor shelf; do
            for interface in org.gtk.Actions.Activate org.freedesktop.Application.ActivateAction; do
              for number in 1 2 3 4 5; do
                gdbus call --session --dest \(peer[0]) --object-path \(Self.path) \
                  --method $interface $name '[]' '{}'
              done
            done
          done
          """
        let command = Sandbox.command() + ["sh", "-c", script]
        let calls = try desktop.fixture.run(
          command[0], Array(command.dropFirst()), on: desktop.bus, within: Timeout.long)
        #expect(calls.exit == .success, "\(calls.error)")
        let process = app.program.processIdentifier
        try eventually(within: Timeout.long, "all windows are there") {
          try desktop.display.windows(of: process).count == 8
        }
        let children = try String(
          contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        // 8 editors, and the shelf.
        #expect((8...10).contains(children.split(separator: " ").count), "\(children)")
      }
    }

    @Test func aSandboxedProgramDoesNothingToTheShelf() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelf()
        _ = try desktop.drag("--text", "first words")
        try shelf.expectTiles(["first words"])
        try desktop.display.copy(Array("copied words".utf8), as: "text/plain;charset=utf-8")
        for peer in try desktop.exports(of: shelf, expecting: [Self.path]) {
          let actions = try desktop.callFromSandbox(peer, Self.path, "org.gtk.Actions.List")
          #expect(actions.output == "(@as [],)\n", "\(actions.error)")
          for name in ["empty", "paste", "quit"] {
            try desktop.expectNoAction(name, of: peer, Self.path)
          }
        }
        _ = try desktop.drag("--text", "second words")
        try shelf.expectTiles(["second words", "first words"])
      }
    }
  }
}

extension Desktop {
  /// The connections of an app at which it serves actions.
  fileprivate func exports(of app: App, expecting paths: [String]) throws -> [String] {
    let peers = try connections(of: app.program.processIdentifier).filter { peer in
      let served = try servedActions(of: peer)
      guard !served.isEmpty else { return false }
      guard served == paths else { throw HarnessFailure("actions are at \(served)") }
      return true
    }
    guard !peers.isEmpty else { throw HarnessFailure("no connection serves actions") }
    return peers
  }

  private func connections(of process: Int32) throws -> [String] {
    let names = try callBus("ListNames").split { ",'[]() \n".contains($0) }.map(String.init)
    return try names.filter { name in
      guard name.hasPrefix(":") else { return false }
      // A connection that has closed meanwhile has no process.
      let reply = try fixture.run(
        "/usr/bin/gdbus", Self.busCall("GetConnectionUnixProcessID") + [name], on: bus)
      return reply.output.contains("(uint32 \(process),)")
    }
  }

  private func callBus(_ member: String) throws -> String {
    try fixture.run("/usr/bin/gdbus", Self.busCall(member), on: bus).output
  }

  private static func busCall(_ member: String) -> [String] {
    [
      "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
      "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.\(member)",
    ]
  }

  /// The paths at which a connection has org.gtk.Actions.
  private func servedActions(of peer: String) throws -> [String] {
    // The shelf's own connection answers no introspection.
    let text = try fixture.run(
      "/usr/bin/gdbus",
      ["introspect", "--session", "--dest", peer, "--object-path", "/", "--recurse"], on: bus
    ).output
    var (path, found): (Substring, [String]) = ("", [])
    for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("node ") { path = line.dropFirst(5).prefix { $0 != " " } }
      if line.hasPrefix("interface org.gtk.Actions ") { found.append(String(path)) }
    }
    return found
  }

  fileprivate func callFromSandbox(
    _ peer: String, _ path: String, _ method: String, _ arguments: [String] = []
  ) throws -> Program.Result {
    let command =
      Sandbox.command() + [
        "gdbus", "call", "--session", "--dest", peer, "--object-path", path, "--method", method,
      ] + arguments
    return try fixture.run(command[0], Array(command.dropFirst()), on: bus)
  }

  fileprivate func expectNoAction(_ name: String, of peer: String, _ path: String) throws {
    let result = try callFromSandbox(
      peer, path, "org.gtk.Actions.Activate", [name, "[]", "{}"])
    #expect(result.error.contains("Unknown action"), "\(name): \(result.output)\(result.error)")
  }
}
