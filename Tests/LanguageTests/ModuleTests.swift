import DragModel
import Foundation
import Harness
import Testing

/// The module `dragd` for Python.
@Suite struct ModuleTests {
  static let programs = ["photos.py", "table.py", "take.py", "take_async.py"]
  private static let folder = "\(Built.packageRoot)/Sources/Python"

  private static func tool(_ name: String, _ arguments: String...) -> [String] {
    ["/usr/bin/python3", Built.tool("python-module/\(name).py")] + arguments
  }

  @Test func theProgramsOfItsPageWork() throws {
    try PageSession.run { session in
      let place = try session.fixture.folder.makeFolder("place")
      let pictures = try session.fixture.folder.makeFolder("place/Pictures")
      let source = try session.startSource(PagePrograms.command(.module, "table.py"))
      let taken = try session.run(PagePrograms.command(.module, "take.py"), in: place)
      #expect(taken.output == "squares.csv\n", "\(taken.error)")
      let second = try session.run(PagePrograms.command(.module, "take_async.py"), in: place)
      #expect(second.output == "squares (1).csv\n", "\(second.error)")
      let table = FileManager.default.contents(atPath: "\(place)/squares.csv")
      #expect(table == Data(SquaresTests.table))
      #expect(try session.dragctl("accept").outputBytes == SquaresTests.table)

      _ = try session.start(PagePrograms.command(.module, "photos.py"), in: place)
      let picture = try session.fixture.folder.write("dot.png", text: "a picture")
      try eventually("there is a target") {
        try session.dragctl("targets").output.contains("Photos")
      }
      for operation in ["copy", "move"] {
        let dropped = try session.dragctl(
          "drop", picture, "--on", "Photos", "--operation", operation)
        #expect(dropped.exit == .success, "\(dropped.error)")
      }
      #expect(!FileManager.default.fileExists(atPath: picture))
      let there = try FileManager.default.contentsOfDirectory(atPath: pictures).sorted()
      #expect(there == ["dot (1).png", "dot.png"])

      source.kill()
      let nothing = try session.run(PagePrograms.command(.module, "take.py"), in: place)
      #expect(nothing.exit == .exited(1))
      #expect(nothing.error.contains("dragd._bus.Error: "), "\(nothing.error)")
    }
  }

  /// Regression: they waited for ever, for the connection told its end to a main loop that they do not have.
  @Test(arguments: ["table.py", "photos.py"])
  func itsProgramsEndWithTheBus(_ name: String) throws {
    try PageSession.run { session in
      let program = try session.start(PagePrograms.command(.module, name))
      try eventually("dragd has its offer or its target") {
        try ["list", "targets"].contains { try session.dragctl($0, "--json").output.contains("{") }
      }
      kill(session.bus.processIdentifier, SIGKILL)
      let result = try program.wait()
      #expect(result.error.contains("the connection to the session bus is lost"), "\(result.error)")
    }
  }

  @Test(arguments: [
    "content", "progress_and_cancel", "errors", "targets", "restart", "unrecorded",
  ])
  func itKeepsItsPromises(_ check: String) throws {
    try PageSession.run { session in
      let folder = try session.fixture.folder.makeFolder("checked")
      let result = try session.run(Self.tool("checks", check, folder))
      #expect(result.exit == .success, "\(result.error)")
    }
  }

  /// A step of these is followed by each one that is as many further; `make test` has every seventh.
  private static let strides = Extent.part(of: [7, 1]) { $0 == 7 }

  @Test(arguments: ["destination", "source", "dragd"], strides)
  func aMoveThatIsKilledAtAnyStepHappensOnceOrNotAtAll(_ victim: String, _ stride: Int) throws {
    try PageSession.run { session in
      let folder = try session.fixture.folder.makeFolder("moved")
      let result = try session.run(Self.tool("moves", victim, folder, "1", "\(stride)"))
      #expect(result.exit == .success, "\(result.output)\(result.error)")
      let steps = result.output.firstMatch(of: /\nsteps (\d+)\n$/).flatMap { Int($0.1) } ?? 0
      #expect(steps >= (victim == "source" ? 8 : 36), "\(result.output)")
    }
  }

  @Test(
    .enabled(if: Sandbox.unavailable == nil, "no private mounts here"),
    arguments: PrivateBus.Kind.allCases)
  func aProgramInAFlatpakHasEverySide(_ kind: PrivateBus.Kind) throws {
    try PageSession.run(kind) { session in
      let socket = session.fixture.folder.path("proxied")
      let proxy = [
        "xdg-dbus-proxy", session.bus.address, socket, "--filter", "--talk=org.dragd.Broker1",
      ]
      _ = try session.start(Sandbox.command() + proxy)
      try eventually("the proxy listens") { FileManager.default.fileExists(atPath: socket) }
      for check in [Self.tool("checks", "targets"), Self.tool("moves", "destination")] {
        let folder = try session.fixture.folder.makeFolder("in \(check[1].suffix(8))")
        let result = try session.run(
          Sandbox.command() + check + [folder] + (check.count == 3 ? ["90", "1"] : []),
          environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"])
        #expect(result.exit == .success, "\(result.output)\(result.error)")
      }
    }
  }

  @Test func itCleansNamesAsOtherProgramsDo() throws {
    let names = [
      "a.png", ".profile", "-rf", "a/b", "", " ", "\u{301}a", "a\u{202E}gpj.exe", "\u{200D}", "é",
      "\u{FEFF}a", "a\u{A0}b", "\u{E000}", "\u{378}", "\u{1FFFE}", "\u{E0041}",
      "☺\u{FE0F}", "\u{E0100}", "\u{180E}", "\u{180B}", "\u{2028}", "\u{85}", "\u{7F}",
      "\u{3164}", "\u{FFF0}",
      "\u{115F}x", "..", "a\nb", String(repeating: "ä", count: 200) + ".tar.gz",
      String(repeating: "a", count: 250) + " .png", String(repeating: "x.", count: 200),
      String(repeating: "\u{1F600}", count: 64) + String(repeating: "e", count: 20),
    ]
    let result = try Program.run(
      "/usr/bin/python3", [Built.tool("python-module/checks.py"), "names", "."],
      environment: ["PYTHONPATH": Self.folder, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"],
      input: .bytes(Array(names.joined(separator: "\0").utf8)))
    #expect(result.exit == .success, "\(result.error)")
    let cleaned = result.output.split(separator: "\0", omittingEmptySubsequences: false)
    for (name, own) in zip(names, cleaned) {
      let safe = FileName.safe(name) ?? ""
      #expect(Array(own.utf8) == Array(safe.utf8), "\(name.debugDescription)")
    }
    #expect(cleaned.count == names.count + 1)
  }

  @Test(.enabled(if: Extent.current != .usual, "it takes long"))
  func itIsTyped() throws {
    let folder = try TemporaryFolder("types")
    defer { folder.remove() }
    let result = try Program.run(
      "/usr/bin/mypy", ["--strict", "--cache-dir", folder.path, "dragd"],
      workingFolder: Self.folder, within: Timeout.long)
    #expect(result.exit == .success, "\(result.output)")
  }
}
