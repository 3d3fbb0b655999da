internal import CLinux
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Harness

extension Row {
  /// Accepts held content into a new file: on the disk of the file that `cp` copies, and in memory.
  static let acceptFile = Row(
    name: "accept-file", title: "`dragctl accept -o FILE`, held content, whole process"
  ) { bench in
    try BenchBus.run { bus in
      let memory = try TemporaryFolder("dragbench", inMemory: true)
      defer { memory.remove() }
      let desktop = try Desktop(bus.fixture)
      var findings: [Finding] = []
      for size in [64 * BigFile.mebibyte, BigFile.gibibyte] {
        for (folder, place) in [(bus.fixture.folder, "disk"), (memory, "tmpfs")] {
          let file = try BigFile.make("original", size, in: folder)
          defer { unlink(file) }
          findings += try compare(
            file, to: folder.path("copy"), "\(BigFile.name(size)), \(place)",
            rounds: bench.rounds, on: bus, desktop)
        }
      }
      return findings
    }
  }

  private static func compare(
    _ file: String, to copy: String, _ title: String, rounds: Int, on bus: BenchBus,
    _ desktop: Desktop
  ) throws -> [Finding] {
    let variables = ["DBUS_SESSION_BUS_ADDRESS": bus.server.address]
    _ = try Command([Built.dragctl, "offer", file], environment: variables).time()
    defer {
      for offer in (try? bus.client.perform(.offers())) ?? [] {
        try? bus.client.perform(.withdraw(offer.id))
      }
    }
    func fresh(_ command: Command) -> PairedMeasurement.Work {
      return {
        unlink(copy)
        defer { unlink(copy) }
        return try command.milliseconds(of: 1)
      }
    }
    var peers: [(name: String, command: Command?, wanted: Double)] = [
      ("cp", Command(["cp", file, copy]), 1.25)
    ]
    let clipboards = [
      ("wl-paste", desktop.wayland.map { ClipboardPeer.wayland($0, file) }),
      ("xclip -o", desktop.x.map { ClipboardPeer.x($0, file) }),
    ]
    for (name, peer) in clipboards {
      _ = try peer?.copy.time()
      peers.append((name, peer?.paste(to: copy), 1))
    }
    let ours = Command([Built.dragctl, "accept", "-o", copy], environment: variables)
    // One after the other: otherwise the disk would still write xclip's bytes while cp is measured.
    return try peers.map { name, command, wanted in
      guard let command else {
        return .missing("\(title), beside \(name)", "\(name) is not installed")
      }
      let measurement = try PairedMeasurement(
        rounds: rounds, ours: fresh(ours), peer: fresh(command))
      return Finding(
        "\(title), beside \(name)", .milliseconds, measurement.comparison(),
        wanted: .ratioAtMost(wanted))
    }
  }
}
