import Foundation
import Harness
import Testing

/// The page about sandboxes: its program, with the permissions of its manifest.
@Suite struct FlatpakTests {
  static let inbox = "PhotoInbox/main.swift"
  static let manifest = "org.example.PhotoInbox.json"

  private struct Manifest: Decodable {
    var id: String
    var command: String
    var permissions: [String]

    enum CodingKeys: String, CodingKey {
      case id, command
      case permissions = "finish-args"
    }
  }

  @Test(
    .enabled(if: Sandbox.unavailable == nil, "no private mounts here"),
    arguments: PrivateBus.Kind.allCases)
  func itsManifestLetsItBeDroppedOnto(_ kind: PrivateBus.Kind) throws {
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(Page.sandbox.program(Self.manifest).utf8))
    let names = manifest.permissions.filter { $0.hasPrefix("--talk-name=") }
      .map { "--talk=" + $0.dropFirst("--talk-name=".count) }
    #expect(Self.inbox.hasPrefix(manifest.command + "/"))
    try PageSession.run(kind) { session in
      let folder = try session.fixture.folder.makeFolder("Pictures")
      let socket = session.fixture.folder.path("proxied")
      let proxy = ["xdg-dbus-proxy", session.bus.address, socket, "--filter"] + names
      _ = try session.start(Sandbox.command(manifest.id) + proxy)
      try eventually("the proxy listens") { FileManager.default.fileExists(atPath: socket) }
      let program =
        Sandbox.command(manifest.id)
        + (try PagePrograms.command(.sandbox, Self.inbox)) + [folder]
      _ = try session.fixture.start(
        program[0], Array(program.dropFirst()), on: session.bus,
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"])
      try eventually("there is a target") {
        try session.dragctl("targets").output.contains("Photos")
      }
      let picture = try session.fixture.folder.write("dot.png", text: "a picture")
      for _ in 0..<2 {
        let dropped = try session.dragctl("drop", picture, "--type", "image/png", "--on", "Photos")
        #expect(dropped.exit == .success, "\(dropped.error)")
      }
      let there = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(there == ["dot (1).png", "dot.png"])
    }
  }
}
