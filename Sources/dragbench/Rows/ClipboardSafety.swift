internal import DragConnection
internal import DragProtocol
internal import DragSystem
internal import Harness

extension Row {
  /// How long a large picture takes, beyond the delay, to outlive the program that copied it.
  static let clipboardSafety = Row(
    name: "clipboard-safety", title: "A picture of 100 MiB, safe from the end of its owner"
  ) { bench in
    try BenchBus.run { bus in
      guard let ours = try Desktop(bus.fixture).wayland,
        let theirs = try Desktop(bus.fixture).wayland
      else { return [.missing("beside wl-paste and wl-copy", "wl-clipboard is not installed")] }
      return try PictureComparison(bus, ours: ours, theirs: theirs).findings(bench)
    }
  }
}

private struct PictureComparison {
  private static let size = 100 * BigFile.mebibyte
  private static let type = "image/png"
  /// How long after a copy dragclip reads ahead, in microseconds.
  private static let delay: UInt64 = 250_000

  private let bus: BenchBus
  private let theirs: [String: String]
  private let dragclip: Program
  private let copy: Command
  private let picture: String

  init(_ bus: BenchBus, ours: [String: String], theirs: [String: String]) throws {
    self.bus = bus
    self.theirs = theirs
    picture = try BigFile.make("picture", Self.size, in: bus.fixture.folder)
    dragclip = try bus.fixture.start(
      Built.dragclip, ["--display", "wayland"], on: bus.server, environment: ours)
    copy = Command(["wl-copy", "--type", Self.type], environment: ours, input: picture)
    let client = bus.client
    try eventually("dragclip is there") {
      (try? client.perform(.clipboardStatus().startingNothing(), timeout: 20_000)) != nil
    }
  }

  func findings(_ bench: Bench) throws -> [Finding] {
    _ = try Command(
      ["wl-copy", "--type", Self.type], environment: theirs, input: picture
    ).time()
    let file = bus.fixture.folder.path("kept")
    let again =
      "wl-paste --no-newline --type \(Self.type) > '\(file)'; "
      + "wl-copy --type \(Self.type) < '\(file)'"
    let peer = Command(["sh", "-c", again], environment: theirs)
    let measurement = try PairedMeasurement(rounds: bench.rounds(atMost: 5)) {
      try milliseconds()
    } peer: {
      try peer.time() * 1_000
    }
    let kept = try memory() / 1_024
    return [
      Finding(
        "until it is safe, beside wl-paste > f; wl-copy < f", .milliseconds,
        measurement.comparison(),
        wanted: .ratioAtMost(1), note: "without the quarter of a second that dragclip waits"),
      Finding(
        "what dragclip and dragd keep of it", .kibibytes, ours: Samples([Double(kept)]),
        wanted: .atMost(Double(Self.size) / 1_024 * 1.05),
        note: "files in memory, each counted once; the history had room for one"),
    ]
  }

  /// The milliseconds from a copy until the history has it.
  private func milliseconds() throws -> Double {
    // The history keeps 256 MiB: another copy of this size must not be counted.
    for entry in try history() {
      try bus.client.perform(.forgetClipboard(entry.offer), timeout: 20_000)
    }
    let began = Clock.realtime
    _ = try copy.time()
    let entry = try eventually("the picture is safe") {
      try history().first { $0.copied >= began && $0.size == UInt64(Self.size) }
    }
    return Double(Clock.realtime - entry.copied - Self.delay) / 1_000
  }

  private func history() throws -> [HistoryEntry] {
    try bus.client.perform(.clipboardHistory(), timeout: 20_000)
  }

  /// The bytes of the files in memory that dragclip and dragd have open.
  private func memory() throws -> Int {
    try MemoryFiles.bytes(of: [dragclip, bus.dragd].map(\.processIdentifier))
  }
}
