internal import DragConnection
internal import Harness

extension Row {
  /// A cold process with a warm cache, from its start to its end; nobody reads what it prints.
  static let acceptCommand = Row(
    name: "accept-command", title: "`dragctl accept`, 1 KiB, whole process"
  ) { bench in
    try Stage.run { stage in
      _ = try stage.start(.echo)
      _ = try stage.client.perform(try Offers.small())
      let desktop = try Desktop(stage.fixture)
      let bus = ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address]
      let file = try stage.fixture.folder.write("kibibyte", Offers.kibibyte)
      let count = 10
      let ours = Command([Built.dragctl, "accept"], environment: bus)
      var findings: [Finding] = []

      func compare(
        _ name: String, _ peer: Command?, _ wanted: Finding.Wanted, _ note: String? = nil
      ) throws {
        guard let peer else {
          return findings.append(.missing("beside \(name)", "\(name) is not installed"))
        }
        let contest = try Contest(rounds: bench.rounds) {
          try ours.milliseconds(of: count)
        } peer: {
          try peer.milliseconds(of: count)
        }
        findings.append(
          Finding("beside \(name)", .milliseconds, contest.comparison(), wanted: wanted, note: note)
        )
      }

      let wayland = desktop.wayland.map { ClipboardPeer.wayland($0, file) }
      let x = desktop.x.map { ClipboardPeer.x($0, file) }
      for peer in [wayland, x].compactMap(\.self) { _ = try peer.copy.time() }
      try compare("wl-paste", wayland?.paste(), .ratioAtMost(1))
      try compare("xclip -o", x?.paste(), .ratioAtMost(1))
      let call = [EchoService.name, "/", "org.dragd.Echo", "Fetch"]
      try compare(
        "busctl call",
        Command.exists("busctl")
          ? Command(
            ["busctl", "--address=\(stage.bus.address)", "call"] + call + ["u", "1024"],
            environment: bus) : nil,
        .ratioAtMost(1), "which prints 1 KiB from an echo")
      try compare(
        "dbus-send",
        Command.exists("dbus-send")
          ? Command(
            [
              "dbus-send", "--session", "--print-reply", "--dest=\(EchoService.name)", "/",
              "org.dragd.Echo.Fetch", "uint32:1024",
            ], environment: bus) : nil,
        .ratioAtMost(1.5), "which prints 1 KiB from an echo")
      return findings
    }
  }
}

extension Command {
  /// Milliseconds that one run takes, from `count` one after the other.
  func milliseconds(of count: Int) throws -> Double {
    try mean(of: count, time) * 1_000
  }
}
