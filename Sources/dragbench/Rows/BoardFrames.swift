internal import CLinux
internal import Harness

extension Row {
  /// Input comes faster than frames are due, so that every sixtieth of a second of scrolling has something to draw.
  static let board = Row(
    name: "board", title: "dragboard: its window, by the frame clock"
  ) { bench in
    try BenchBus.run { bus in
      let desktop = try Desktop(bus.fixture)
      guard let screen = desktop.x, Command.exists("xdotool"), access(Built.dragboard, X_OK) == 0
      else {
        return [.missing("all of it", "dragboard, Xvfb, xclip or xdotool is not there")]
      }
      let few = try bus.fill("few", cards: 300)
      let many = try bus.fill("many", cards: 10_000)
      return try starts(bench, bus, screen, few: few, many: many)
        + frames(bench, bus, screen, few: few, many: many)
    }
  }

  private static func starts(
    _ bench: Bench, _ bus: BenchBus, _ screen: [String: String], few: String, many: String
  ) throws -> [Finding] {
    var opening: [String: [Double]] = [:]
    func start(_ data: String) throws -> Double {
      let window = try BoardWindow(bus, screen: screen, data: data)
      defer { window.close() }
      opening[data, default: []].append(try window.opening().work)
      return window.start
    }
    func startEmpty() throws -> Double {
      let window = try BoardWindow.empty(bus, screen: screen)
      window.close()
      return window.start
    }
    let measurement = try PairedMeasurement(
      rounds: bench.rounds, ours: { try start(many) },
      peers: [{ try startEmpty() }, { try start(few) }])
    let note = "warm; drawn without a graphics card"
    return [
      Finding(
        "from the start to the first frame, 10,000 cards, beside an empty libadwaita window",
        .milliseconds, measurement.comparison(0), wanted: .ratioAtMost(1.1), note: note),
      Finding(
        "from the start to the first frame, 10,000 cards, beside 300", .milliseconds,
        measurement.comparison(1), wanted: .atMost(300), note: note),
      Finding(
        "10,000 cards, opened: work of a frame after the first, beside 300 cards", .milliseconds,
        Comparison(ours: Samples(opening[many] ?? []), peer: Samples(opening[few] ?? [])),
        wanted: .atMost(1_000.0 / 60), note: "all but one in a hundred take less"),
    ]
  }

  private static func frames(
    _ bench: Bench, _ bus: BenchBus, _ screen: [String: String], few: String, many: String
  ) throws -> [Finding] {
    var findings: [Finding] = []
    // A drag has nothing to draw while the place where the card would fall stays the same.
    for (title, gesture, alwaysDraws) in [
      ("scrolled", scroll, true), ("a card dragged over them", drag, false),
    ] {
      var work: [[Double]] = [[], []]
      var missing: [[Double]] = [[], []]
      for (index, data) in [few, many].enumerated() {
        let window = try BoardWindow(bus, screen: screen, data: data)
        defer { window.close() }
        try window.place()
        _ = try window.frames(while: gesture)
        for _ in 0..<bench.rounds {
          let frames = try window.frames(while: gesture)
          work[index].append(frames.work)
          missing[index].append(frames.missing)
        }
      }
      findings += [
        Finding(
          "10,000 cards, \(title): work of a frame, beside 300 cards", .milliseconds,
          Comparison(ours: Samples(work[1]), peer: Samples(work[0])),
          wanted: .atMost(1_000.0 / 60), note: "all but one in a hundred take less")
      ]
      guard alwaysDraws else { continue }
      findings.append(
        Finding(
          "10,000 cards, \(title): sixtieths of a second without a frame, in a hundred", .count,
          Comparison(ours: Samples(missing[1]), peer: Samples(missing[0])), wanted: .atMost(0)))
    }
    return findings
  }

  /// Scrolls the first list down and up again with the wheel.
  private static let scroll: [String] =
    ["mousemove", "160", "400"]
    + ["5", "4"].flatMap { ["click", "--repeat", "150", "--delay", "8", $0] }

  /// Drags the first card over the list, then cancels the drag.
  private static let drag: [String] = {
    var words = ["mousemove", "160", "160", "mousedown", "1"]
    for turn in 0..<2 {
      for step in 0..<150 {
        let y = 165 + (turn == 0 ? step : 150 - step) * 2
        words += ["mousemove", "\(160 + step % 7)", "\(y)", "sleep", "0.008"]
      }
    }
    return words + ["key", "Escape", "mouseup", "1"]
  }()
}

extension BenchBus {
  /// Creates a store whose first list has so many cards, and returns its XDG_DATA_HOME.
  fileprivate func fill(_ name: String, cards: Int) throws -> String {
    let data = try fixture.folder.makeFolder(name)
    _ = try fixture.folder.makeFolder("\(name)-notes")
    let files = try (0..<cards).map { number in
      try fixture.folder.write("\(name)-notes/\(number).txt", text: "Card \(number)\nA line more")
    }
    _ = try Command(
      [Built.dragboard, "add", "To Do"] + files, environment: ["XDG_DATA_HOME": data]
    ).time()
    return data
  }
}
