internal import DragConnection
internal import Harness

extension Row {
  /// The time from the process's start to its end, when the file is on offer. The offer is withdrawn outside that time.
  static let offerCommand = Row(
    name: "offer-command", title: "`dragctl offer` of a file, whole process"
  ) { bench in
    try BenchBus.run { bus in
      let folder = bus.fixture.folder
      let small = try BigFile.make("small", BigFile.kibibyte, in: folder)
      let large = try BigFile.make("large", BigFile.gibibyte, in: folder)
      let desktop = try Desktop(bus.fixture)
      let variables = ["DBUS_SESSION_BUS_ADDRESS": bus.server.address]

      func offer(_ file: String) -> PairedMeasurement.Work {
        let command = Command([Built.dragctl, "offer", file], environment: variables)
        return {
          let took = try command.milliseconds(of: 1)
          for offer in try bus.client.perform(.offers()) {
            try bus.client.perform(.withdraw(offer.id))
          }
          return took
        }
      }

      let sizes = try PairedMeasurement(
        rounds: bench.rounds, ours: offer(large), peer: offer(small))
      var findings = [
        Finding(
          "1 GiB, beside 1 KiB", .milliseconds, sizes.comparison(), wanted: .ratioAtMost(1.2))
      ]
      for (file, size) in [(small, "1 KiB"), (large, "1 GiB")] {
        let peers = [
          ("wl-copy", desktop.wayland.map { ClipboardPeer.wayland($0, file) }),
          ("xclip -i", desktop.x.map { ClipboardPeer.x($0, file) }),
        ]
        for (name, peer) in peers {
          guard let peer else {
            findings.append(.missing("\(size), beside \(name)", "\(name) is not installed"))
            continue
          }
          let measurement = try PairedMeasurement(rounds: bench.rounds, ours: offer(file)) {
            try peer.copy.milliseconds(of: 1)
          }
          findings.append(
            Finding(
              "\(size), beside \(name)", .milliseconds, measurement.comparison(),
              wanted: .ratioAtMost(1)))
        }
      }
      return findings
    }
  }
}
