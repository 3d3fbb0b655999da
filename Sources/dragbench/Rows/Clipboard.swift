internal import DragConnection
internal import Harness

extension Row {
  /// Pastes with the desktop's own tools as whole processes: content that dragclip serves, compared with content that
  /// the tool's own partner serves. Also compares dragctl with the tools.
  static let clipboard = Row(name: "clipboard", title: "The desktop's clipboard") { bench in
    try BenchBus.run { bus in
      var findings: [Finding] = []
      let ours = try Desktop(bus.fixture)
      let theirs = try Desktop(bus.fixture)
      let kinds:
        [(name: String, ours: [String: String]?, theirs: [String: String]?, most: Double)] = [
          ("wl-paste", ours.wayland, theirs.wayland, 1), ("xclip -o", ours.x, theirs.x, 1.3),
        ]
      for kind in kinds {
        guard let ours = kind.ours, let theirs = kind.theirs else {
          findings.append(.missing("beside \(kind.name)", "\(kind.name) is not installed"))
          continue
        }
        findings += try ClipboardComparison(bus, bench, kind.name, ours: ours, theirs: theirs)
          .findings(mostForOthers: kind.most)
      }
      return findings
    }
  }
}

/// Two displays of one kind: dragclip is on one of them.
private struct ClipboardComparison {
  let bus: BenchBus
  let bench: Bench
  let tool: String
  let ours: [String: String]
  let theirs: [String: String]

  init(
    _ bus: BenchBus, _ bench: Bench, _ tool: String, ours: [String: String],
    theirs: [String: String]
  ) {
    self.bus = bus
    self.bench = bench
    self.tool = tool
    self.ours = ours
    self.theirs = theirs
  }

  private var isWayland: Bool { ours["WAYLAND_DISPLAY"] != nil }

  private func peer(_ environment: [String: String], _ file: String) -> ClipboardPeer {
    isWayland ? .wayland(environment, file) : .x(environment, file)
  }

  func findings(mostForOthers: Double) throws -> [Finding] {
    let dragclip = try bus.fixture.start(
      Built.dragclip, ["--display", isWayland ? "wayland" : "x11"], on: bus.server,
      environment: ours
    )
    defer { dragclip.kill() }
    let variables = ["DBUS_SESSION_BUS_ADDRESS": bus.server.address]
    try eventually("dragclip is there") {
      (try? Command([Built.dragctl, "clipboard"], environment: variables).time()) != nil
    }
    var findings: [Finding] = []
    // 64 MiB on X11, where every byte passes through the server; a gibibyte by descriptor elsewhere.
    for size in [BigFile.kibibyte, isWayland ? BigFile.gibibyte : 64 * BigFile.mebibyte] {
      let file = try BigFile.make(
        "copied-\(tool.prefix(2))-\(size)", size, in: bus.fixture.folder)
      let name = BigFile.name(size)
      let count = size == BigFile.kibibyte ? 10 : 1
      let owner = try startOwner(of: file, isSmall: size == BigFile.kibibyte)
      _ = try Command(
        [Built.dragctl, "copy", "--type", ClipboardPeer.type], environment: variables,
        input: file
      ).time()
      let isSmall = size == BigFile.kibibyte
      findings.append(
        try finding(
          "\(name): \(tool) from dragclip, beside from \(owner)",
          isSmall ? mostForOthers : 1, count,
          ours: peer(ours, file).paste(), theirs: peer(theirs, file).paste()))
      guard isSmall else { continue }
      let paste = Command([Built.dragctl, "paste"], environment: variables)
      findings.append(
        try finding(
          "\(name): dragctl paste of what dragd holds, beside \(tool)", 1, count, ours: paste,
          theirs: peer(theirs, file).paste()))
      _ = try peer(ours, file).copy.time()
      findings.append(
        try finding(
          "\(name): dragctl paste of another program's copy, beside \(tool)", 1.3, count,
          ours: paste,
          theirs: peer(theirs, file).paste()))
      findings.append(try copying(file, variables, count))
    }
    return findings
  }

  /// Copies contents in turns: a copy of what is on the clipboard already is another matter.
  private func copying(
    _ file: String, _ variables: [String: String], _ count: Int
  ) throws -> Finding {
    let other = try bus.fixture.folder.write("other", [UInt8](repeating: 1, count: 1_024))
    let ours = [file, other].map {
      Command(
        [Built.dragctl, "copy", "--type", ClipboardPeer.type], environment: variables, input: $0)
    }
    let theirs = [file, other].map { peer(self.theirs, $0).copy }
    var turns = 0
    func next(_ commands: [Command]) throws -> Double {
      turns += 1
      return try commands[turns % 2].time()
    }
    let measurement = try PairedMeasurement(rounds: bench.rounds) {
      try mean(of: count) { try next(ours) }
    } peer: {
      try mean(of: count) { try next(theirs) }
    }
    return Finding(
      "1 KiB: dragctl copy, beside \(isWayland ? "wl-copy" : "xclip -i")", .milliseconds,
      measurement.comparison().milliseconds, wanted: .ratioAtMost(1.2))
  }

  /// Lets a program copy the file on the display without dragclip, and returns its name. For large content on
  /// X11 that is GTK, which programs copy with; xclip is as fast as the server allows.
  private func startOwner(of file: String, isSmall: Bool) throws -> String {
    guard !isWayland, !isSmall else {
      _ = try peer(theirs, file).copy.time()
      return "its own partner"
    }
    let owner = try bus.fixture.start(
      "/usr/bin/python3",
      [Built.tool("gtk-clipboard.py"), "3", "own", "\(ClipboardPeer.type)=\(file)"],
      environment: theirs.merging(["GDK_BACKEND": "x11"]) { $1 }, input: .pipe)
    try owner.waitForOutput("owns")
    return "GTK 3"
  }

  private func finding(
    _ title: String, _ most: Double, _ count: Int, ours: Command, theirs: Command
  ) throws -> Finding {
    let measurement = try PairedMeasurement(rounds: bench.rounds) {
      try ours.milliseconds(of: count)
    } peer: {
      try theirs.milliseconds(of: count)
    }
    return Finding(title, .milliseconds, measurement.comparison(), wanted: .ratioAtMost(most))
  }
}
