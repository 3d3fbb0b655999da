internal import CPeers
internal import DragConnection
internal import DragProtocol
internal import Foundation
internal import Harness

extension Row {
  /// Moves and copies many small files, each way beside what does the same without dragd.
  static let manyFiles = Row(
    name: "many-files", title: "1,000 files of 1 KiB, moved and copied, whole processes"
  ) { bench in
    try BenchBus.run { bus in
      let files = try ManyFiles(bus)
      try files.startTarget()
      let rounds = bench.rounds(atMost: 5)
      let moved = try PairedMeasurement(
        rounds: rounds, ours: files.dropped(as: "move"), peers: [files.movedOneByOne])
      let taken = try PairedMeasurement(
        rounds: rounds, ours: files.acceptedToMove, peers: [files.movedOneByOne])
      let copied = try PairedMeasurement(
        rounds: rounds, ours: files.accepted, peers: [files.copied])
      let given = try PairedMeasurement(
        rounds: rounds, ours: files.dropped(as: "copy"), peers: [files.copied])
      let offered = try PairedMeasurement(
        rounds: rounds, ours: files.offered, peers: [files.copied])
      let unnamed = try ManyFiles(bus, ending: "")
      let looked = try PairedMeasurement(
        rounds: rounds, ours: unnamed.offered, peers: [unnamed.copied])
      func finding(_ title: String, _ measurement: PairedMeasurement, _ wanted: Double) -> Finding {
        Finding(
          title, .milliseconds, measurement.comparison().milliseconds, wanted: .ratioAtMost(wanted))
      }
      return [
        finding("`drop --operation move`, beside a loop in C that syncs each", moved, 0.5),
        finding("`accept --all --move`, beside the same", taken, 0.5),
        finding("`accept --all`, beside cp -r", copied, 2),
        finding("`drop`, beside cp -r", given, 2),
        finding("`offer`, beside cp -r", offered, 2),
        Finding(
          "`offer` of names that tell no type, beside cp -r", .milliseconds,
          looked.comparison().milliseconds, wanted: .nothing,
          note: "for each GIO tries all its rules for first bytes"),
      ]
    }
  }
}

/// The folders of the files, and what is done with them. Every work makes the files anew, and times the rest.
private struct ManyFiles {
  private static let count = 1_000
  private let bus: BenchBus
  /// Of the names. The desktop takes the type from the ending, where there is one.
  private let ending: String
  private var from: String { bus.fixture.folder.path("from") }
  private var to: String { bus.fixture.folder.path("to") }
  private var variables: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.server.address] }
  private var paths: [String] { (0..<Self.count).map { "\(from)/f\($0)\(ending)" } }

  init(_ bus: BenchBus, ending: String = ".jpg") throws {
    self.bus = bus
    self.ending = ending
    try make()
  }

  /// Starts the target of the drops.
  func startTarget() throws {
    let target = try bus.fixture.start(
      Built.dragctl, ["target", "Files", "--operations", "copy,move", "-o", to], on: bus.server)
    try target.waitForError("Files")
  }

  /// The files are on the disk: no work waits for the others' writes. Former ones are put aside: ext4 passes over
  /// inodes that it has just freed, which would take a part of the time.
  private func make() throws {
    let manager = FileManager.default
    let aside = bus.fixture.folder.path(UUID().uuidString)
    for folder in [from, to, aside] {
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try manager.moveItem(atPath: from, toPath: "\(aside)/from")
    try manager.createDirectory(atPath: from, withIntermediateDirectories: false)
    for name in try manager.contentsOfDirectory(atPath: to) {
      try manager.moveItem(atPath: "\(to)/\(name)", toPath: "\(aside)/\(name)")
    }
    for path in paths { _ = manager.createFile(atPath: path, contents: Data(count: 1_024)) }
    sync()
  }

  private func command(_ words: [String]) -> Command {
    Command([Built.dragctl] + words, environment: variables)
  }

  private func check(_ count: Int) throws {
    guard try FileManager.default.contentsOfDirectory(atPath: to).count == count else {
      throw BenchFailure("not all files have arrived")
    }
  }

  func dropped(as operation: String) -> PairedMeasurement.Work {
    return {
      try make()
      let time = try command(["drop", "--on", "Files", "--operation", operation] + paths).time()
      try check(Self.count)
      return time
    }
  }

  func acceptedToMove() throws -> Double {
    try make()
    let source = try bus.fixture.start(
      Built.dragctl, ["offer", "--operations", "move"] + paths, on: bus.server)
    let offer = try source.firstLine()
    let time = try command(["accept", offer, "--all", "--move", "-o", to]).time()
    try source.wait()
    try check(Self.count)
    return time
  }

  func accepted() throws -> Double {
    try make()
    _ = try command(["offer"] + paths).time()
    defer { withdraw() }
    let time = try command(["accept", "--all", "-o", to]).time()
    try check(Self.count)
    return time
  }

  func offered() throws -> Double {
    try make()
    defer { withdraw() }
    return try command(["offer"] + paths).time()
  }

  private func withdraw() {
    for offer in (try? bus.client.perform(.offers())) ?? [] {
      try? bus.client.perform(.withdraw(offer.id))
    }
  }

  func copied() throws -> Double {
    try make()
    return try Command(["cp", "-r", from, "\(to)/copy"]).time()
  }

  func movedOneByOne() throws -> Double {
    try make()
    return try seconds {
      guard peer_move_files(from, to, Int32(Self.count)) == 0 else {
        throw BenchFailure("the loop in C failed")
      }
    }
  }
}
