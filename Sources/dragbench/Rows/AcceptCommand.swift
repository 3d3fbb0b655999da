internal import DragConnection
internal import Harness

extension Row {
  /// A cold process with a warm cache, from its start to its end; its output goes to /dev/null.
  static let acceptCommand = Row(
    name: "accept-command", title: "`dragctl accept`, 1 KiB, whole process"
  ) { bench in
    try BenchBus.run { bus in
      _ = try bus.start(.echo)
      _ = try bus.client.perform(try Offers.small())
      let desktop = try Desktop(bus.fixture)
      let variables = ["DBUS_SESSION_BUS_ADDRESS": bus.server.address]
      let file = try bus.fixture.folder.write("kibibyte", Offers.kibibyte)
      let count = 10
      let ours = Command([Built.dragctl, "accept"], environment: variables)
      var findings: [Finding] = []

      func compare(
        _ name: String, _ peer: Command?, _ wanted: Finding.Wanted, _ note: String? = nil
      ) throws {
        guard let peer else {
          return findings.append(.missing("beside \(name)", "\(name) is not installed"))
        }
        let measurement = try PairedMeasurement(rounds: bench.rounds) {
          try ours.milliseconds(of: count)
        } peer: {
          try peer.milliseconds(of: count)
        }
        findings.append(
          Finding(
            "beside \(name)", .milliseconds, measurement.comparison(), wanted: wanted, note: note)
        )
      }

      let wayland = desktop.wayland.map { ClipboardPeer.wayland($0, file) }
      let x = desktop.x.map { ClipboardPeer.x($0, file) }
      for peer in [wayland, x].compactMap(\.self) { _ = try peer.copy.time() }
      try compare("wl-paste", wayland?.paste(), .ratioAtMost(0.85))
      try compare("xclip -o", x?.paste(), .ratioAtMost(0.78))
      let call = [EchoService.name, "/", "org.dragd.Echo", "Fetch"]
      try compare(
        "busctl call",
        Command.exists("busctl")
          ? Command(
            ["busctl", "--address=\(bus.server.address)", "call"] + call + ["u", "1024"],
            environment: variables) : nil,
        .ratioAtMost(0.5), "which prints 1 KiB from an echo")
      try compare(
        "dbus-send",
        Command.exists("dbus-send")
          ? Command(
            [
              "dbus-send", "--session", "--print-reply", "--dest=\(EchoService.name)", "/",
              "org.dragd.Echo.Fetch", "uint32:1024",
            ], environment: variables) : nil,
        .ratioAtMost(1), "which prints 1 KiB from an echo")
      return findings
    }
  }
}

extension Command {
  /// The milliseconds of one run: the mean of `count` runs, one after the other.
  func milliseconds(of count: Int) throws -> Double {
    try mean(of: count, time) * 1_000
  }
}
