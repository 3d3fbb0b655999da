import DBus
import DisplaySelections
import DragModel
import DragSystem
import Foundation
import Harness
import Synchronization
import Testing

@testable import MutterSelections

/// mutter on a bus of its own, the clipboard as this module sees it, and programs of both displays.
final class Desktop {
  let fixture: Fixture
  let bus: PrivateBus
  let mutter: Mutter
  let loop: EventLoop
  let pool: WorkerPool

  private init(_ fixture: Fixture) throws {
    self.fixture = fixture
    bus = try fixture.bus(.dbusDaemon)
    mutter = try Mutter(fixture, on: bus)
    loop = try EventLoop()
    pool = WorkerPool(remote: loop.remote, threads: 8, perLane: 2)
  }

  static func run(_ body: (Desktop) throws -> Void) throws {
    try Fixture.run { fixture in try body(Desktop(fixture)) }
  }

  /// What a clipboard program has: its connection hands every signal on.
  func clipboard(_ limits: MutterLimits = MutterLimits()) throws -> Clipboard {
    let connection = try Connection.open(address: bus.address)
    connection.attach(to: loop, workers: pool)
    return try Clipboard(self, connection, limits)
  }

  /// For owners whose first answer mutter may miss more than once on a busy machine.
  static var persistent: MutterLimits {
    var limits = MutterLimits()
    limits.readAttempts = 15
    return limits
  }

  func start(
    _ words: String..., input: Program.Input = .empty
  ) throws -> Program {
    try fixture.start(
      "/usr/bin/\(words[0])", Array(words.dropFirst()), on: bus, environment: mutter.environment,
      input: input)
  }

  /// Starts xclip, which owns the clipboard until it is told otherwise.
  func copy(_ bytes: some Collection<UInt8>, as target: String? = nil) throws -> Program {
    try fixture.start(
      "/usr/bin/xclip", ["-quiet", "-selection", "clipboard"] + (target.map { ["-t", $0] } ?? []),
      on: bus, environment: mutter.environment, input: .bytes(Array(bytes)))
  }

  /// An X11 program that pastes.
  func paste(_ target: String) throws -> Program {
    try start("xclip", "-selection", "clipboard", "-o", "-t", target)
  }

  /// Turns the loop until the condition holds.
  func turn(
    within limit: Duration = Timeout.usual, _ what: String = "something",
    sourceLocation: SourceLocation = #_sourceLocation, until condition: () throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
      try #require(
        ContinuousClock.now < deadline, "\(what) did not come", sourceLocation: sourceLocation)
      loop.turn(timeout: 20)
    }
  }

  /// Turns the loop until a program has ended.
  func result(of program: Program) throws -> Program.Result {
    try turn("the end of \(program.name)") { !program.isRunning }
    return try program.wait()
  }
}

/// What a program is told of the clipboard.
final class Clipboard {
  let display: MutterSelections
  let desktop: Desktop
  let connection: Connection
  private(set) var events: [SelectionEvent] = []
  /// What each request gets at once; without it requests wait.
  var onRequest: ((String, RequestID) -> Void)?

  init(_ desktop: Desktop, _ connection: Connection, _ limits: MutterLimits) throws {
    self.desktop = desktop
    self.connection = connection
    display = try MutterSelections(
      on: connection, loop: desktop.loop, pool: desktop.pool, within: 20_000, limits: limits)
    connection.onMessage = { [unowned self] in display.receive($0) }
    display.onEvent = { [unowned self] event in
      events.append(event)
      if case .requested(_, let target, let id) = event { onRequest?(target, id) }
    }
  }

  /// Turns the loop until an event has come that satisfies the condition, and returns the first such.
  @discardableResult
  func event(
    after count: Int = 0, _ what: String = "an event",
    sourceLocation: SourceLocation = #_sourceLocation, where isWanted: (SelectionEvent) -> Bool
  ) throws -> SelectionEvent {
    var found: SelectionEvent?
    try desktop.turn(what, sourceLocation: sourceLocation) {
      found = events.dropFirst(count).first(where: isWanted)
      return found != nil
    }
    return try #require(found)
  }

  /// Turns the loop until the last owner that was told satisfies the condition.
  @discardableResult
  func owner(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    where isWanted: (OwnedSelection?) -> Bool
  ) throws -> OwnedSelection? {
    var found: OwnedSelection?
    try desktop.turn(what, sourceLocation: sourceLocation) {
      guard let owner = owners.last, isWanted(owner) else { return false }
      found = owner
      return true
    }
    return found
  }

  /// Runs the loop until another program owns the clipboard with that target.
  func foreignOwner(
    of target: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try owner("an owner of \(target)", sourceLocation: sourceLocation) {
      $0?.isOwn == false && $0?.targets.contains(target) == true
    }
  }

  var owners: [OwnedSelection?] {
    events.compactMap {
      if case .changed(.clipboard, let owner, _) = $0 { .some(owner) } else { nil }
    }
  }

  var requestedTargets: [String] {
    events.compactMap { if case .requested(_, let target, _) = $0 { target } else { nil } }
  }

  /// Owns the clipboard, and turns the loop until it does.
  func own(_ targets: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    let count = events.count
    display.own(.clipboard, targets: targets)
    try event(after: count, "the ownership", sourceLocation: sourceLocation) {
      $0 == .changed(.clipboard, OwnedSelection(targets: targets, isOwn: true))
    }
  }

  /// Turns the loop until that target is requested.
  func request(
    for target: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RequestID {
    let event = try event("a request for \(target)", sourceLocation: sourceLocation) {
      if case .requested(_, target, _) = $0 { true } else { false }
    }
    guard case .requested(_, _, let id) = event else { throw HarnessFailure("no request") }
    return id
  }

  /// Begins to read into a pipe that a thread drains, unless it is to wait.
  func read(_ target: String, from selection: ClipboardSelection = .clipboard, drains: Bool = true)
    throws -> Reading
  {
    let pipe = try DragSystem.Pipe()
    let reading = Reading(desktop)
    var writer: Int32 = -1
    pipe.split(
      reader: { reading.reader = $0.release() }, writer: { writer = $0.release() })
    reading.id = display.read(
      target, of: selection, into: OwnedFileDescriptor(adopting: writer)
    ) { reading.ends.append($0) }
    #expect(reading.ends.isEmpty, "a read ended before it had begun")
    if drains { reading.drain() }
    return reading
  }
}

/// What a thread has read; nil until the end.
private final class Drained: Sendable {
  let bytes = Mutex<[UInt8]?>(nil)
}

/// A read of the clipboard, and what it gives.
final class Reading {
  private let desktop: Desktop
  var reader: Int32 = -1
  var id = ReadID(number: 0)
  var ends: [ReadEnd] = []
  private let drained = Drained()
  private var isDraining = false

  init(_ desktop: Desktop) {
    self.desktop = desktop
  }

  /// Reads to the end on a thread.
  func drain() {
    isDraining = true
    let file = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
    let drained = drained
    Thread.detachNewThread {
      let bytes = [UInt8]((try? file.readToEnd()) ?? Data())
      drained.bytes.withLock { $0 = bytes }
    }
  }

  deinit {
    if !isDraining { close(reader) }
  }

  /// Turns the loop until it has ended; gives how and what came.
  func result(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (end: ReadEnd, bytes: [UInt8]) {
    if !isDraining { drain() }
    try desktop.turn("the end of a read", sourceLocation: sourceLocation) { !ends.isEmpty }
    try desktop.turn("the end of a pipe", sourceLocation: sourceLocation) {
      drained.bytes.withLock { $0 != nil }
    }
    #expect(ends.count == 1, sourceLocation: sourceLocation)
    return (ends[0], drained.bytes.withLock { $0 ?? [] })
  }

  /// The reason of a failure.
  func failure(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    guard case .failed(let reason) = try result(sourceLocation: sourceLocation).end else {
      throw HarnessFailure("the read did not fail: \(ends)")
    }
    return reason
  }
}

/// Bytes without a pattern within 64 KiB; the length of what repeats is prime, so that no buffer's size is a multiple.
func pattern(_ count: Int) -> [UInt8] {
  var state: UInt32 = 2_463_534_242
  let part = (0..<65_521).map { _ in
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return UInt8(truncatingIfNeeded: state)
  }
  var bytes: [UInt8] = []
  while bytes.count < count { bytes += part.prefix(count - bytes.count) }
  return bytes
}

/// Compares without showing the difference, which would take minutes for megabytes.
func expectSame(
  _ bytes: [UInt8], _ expected: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) {
  let isSame = bytes == expected
  #expect(
    isSame, "\(bytes.count) bytes are not the \(expected.count) that are expected",
    sourceLocation: sourceLocation)
}
