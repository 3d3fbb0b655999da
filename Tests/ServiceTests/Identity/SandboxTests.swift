import Harness
import Testing

/// What dragd believes of a program that says in its sandbox which application it is.
@Suite(.enabled(if: Sandbox.bubbleUnavailable == nil, "no nested sandboxes here"))
struct SandboxTests {
  private let content = [
    Item(data("a/all", "x"), data("a/app", "x").visible(to: "app"))
  ]

  /// A file as Flatpak's, which names an application.
  private func info(_ application: String, in service: Service) throws -> String {
    try service.fixture.folder.write(
      application, text: "[Application]\nname=\(application)\n")
  }

  @Test(arguments: eitherBus())
  func `programs that a sandbox outside of any other one names are of one application`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let sandbox = try Sandbox.bubble(try info("org.example.Honest", in: service))
      let (source, own) = (try service.peer(sandbox), try service.peer(sandbox + ["env"]))
      let deeper = try service.peer(
        ["bwrap", "--unshare-pid"] + sandbox.dropFirst())
      let offer = try source.offer(content)
      #expect(try service.observer.items(of: offer)[0][1].array.count == 1)
      #expect(try own.items(of: offer)[0][1].array.count == 2)
      #expect(try deeper.items(of: offer)[0][1].array.count == 2)
    }
  }

  @Test(arguments: eitherBus())
  func `a program in a sandbox cannot name another application`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let honest = try Sandbox.bubble(try info("org.example.Honest", in: service))
      let evil = try Sandbox.bubble(try info("org.example.Evil", in: service))
      let bare = try Sandbox.bubble(nil)
      let offer = try service.peer(honest).offer(content)
      let file = "printf '[Application]\\nname=org.example.Honest\\n' > /.flatpak-info; exec \"$@\""
      let processes = ["--proc", "/proc"]
      let forged: [[String]] = [
        evil + honest, bare + honest,
        bare + ["bwrap", "--unshare-pid"] + honest.dropFirst() + processes,
        ["bwrap", "--unshare-pid"] + bare.dropFirst() + processes + honest,
        bare + ["/bin/sh", "-c", file, "sh"],
      ]
      for (index, wrapper) in forged.enumerated() {
        let peer = try service.peer(wrapper)
        #expect(try peer.items(of: offer)[0][1].array.count == 1, "forgery \(index)")
        try expectFailure("AccessDenied", saying: "sandbox") { try peer.openMoves() }
      }
    }
  }
}
