import DisplaySelections
import DragModel
import DragSystem
import Foundation
import Harness
import Synchronization
import Testing

@testable import WaylandSelections

// Foundation has these names too.
typealias Pipe = DragSystem.Pipe

/// A client of the compositor that uses `WaylandDisplay`, on a loop that the test runs.
final class WaylandClient {
  let loop: EventLoop
  let pool: WorkerPool
  let display: WaylandDisplay
  let seat: WaylandSeat
  private(set) var events: [SelectionEvent] = []
  private(set) var answerEnds: [AnswerEnd] = []
  /// Answers each request for a target that is here; others stay without an answer.
  var contents: [String: [UInt8]] = [:]

  /// - Parameter companion: another client, to share its loop.
  init(
    _ compositor: RunningCompositor, besides companion: WaylandClient? = nil,
    within milliseconds: Int = 30_000
  ) throws {
    loop = try companion?.loop ?? EventLoop()
    pool = companion?.pool ?? WorkerPool(remote: loop.remote, threads: 16, perLane: 1)
    display = try WaylandDisplay(
      named: compositor.socket, loop: loop, pool: pool, within: milliseconds)
    seat = try #require(display.seats.first)
    seat.onEvent = { [unowned self] event in
      events.append(event)
      if case .requested(_, let target, let id) = event, let bytes = contents[target] {
        answer(id, with: bytes)
      }
    }
    try #require(turn { present.count == seat.selections.count }, "the owners are announced")
  }

  deinit {
    display.close()
  }

  func answer(_ id: RequestID, with bytes: [UInt8], size: UInt64? = nil) {
    do {
      let file = try Memfd.create("content", containing: bytes)
      seat.answer(id, with: file, size: size) { [unowned self] in answerEnds.append($0) }
    } catch {
      Issue.record(error)
    }
  }

  /// The last announced owner of each selection.
  var present: [ClipboardSelection: OwnedSelection?] {
    var present: [ClipboardSelection: OwnedSelection?] = [:]
    for case .changed(let selection, let owned, _) in events { present[selection] = .some(owned) }
    return present
  }

  func owner(of selection: ClipboardSelection = .clipboard) -> OwnedSelection? {
    present[selection] ?? nil
  }

  var changes: [OwnedSelection?] {
    events.compactMap {
      if case .changed(.clipboard, let owned, _) = $0 { .some(owned) } else { nil }
    }
  }

  var requests: [RequestID] {
    events.compactMap { if case .requested(_, _, let id) = $0 { id } else { nil } }
  }

  var gone: String? {
    if case .gone(let reason) = events.last { reason } else { nil }
  }

  func forgetEvents() { events = [] }
  func forgetAnswers() { answerEnds = [] }

  /// Runs the loop until the condition holds; false when the limit passed first.
  func turn(until condition: () -> Bool) -> Bool { loop.turn(until: condition) }

  /// Owns the clipboard with these contents, and waits until the compositor announces it.
  func own(_ contents: [(String, [UInt8])], of selection: ClipboardSelection = .clipboard) throws {
    self.contents = Dictionary(contents) { first, _ in first }
    forgetEvents()
    seat.own(selection, targets: contents.map(\.0))
    try #require(turn { owner(of: selection)?.isOwn == true }, "\(selection) is owned")
  }

  /// Waits for the end of a program, while the loop runs.
  func result(of program: Program) throws -> Program.Result {
    try #require(turn { !program.isRunning }, "\(program.name) ends")
    return try program.wait()
  }

  /// A read that has started.
  final class Reading {
    fileprivate(set) var end: ReadEnd?
    fileprivate(set) var id: ReadID?
    fileprivate let bytes = Collected()

    /// Whether the pipe has ended.
    var hasEnded: Bool { bytes.hasEnded }
  }

  /// Starts a read; the bytes are collected on a thread of their own.
  func startRead(_ target: String, of selection: ClipboardSelection = .clipboard) throws -> Reading
  {
    let reading = Reading()
    let pipe = try Pipe()
    reading.bytes.collect(from: pipe.reader)
    reading.id = seat.read(target, of: selection, into: pipe.writer) { end in
      #expect(reading.id != nil && reading.end == nil)
      reading.end = end
    }
    return reading
  }

  /// Reads to the end.
  func read(_ target: String, of selection: ClipboardSelection = .clipboard) throws -> (
    ReadEnd, [UInt8]
  ) {
    let reading = try startRead(target, of: selection)
    try #require(turn { reading.end != nil && reading.bytes.hasEnded }, "“\(target)” is read")
    return (try #require(reading.end), reading.bytes.all)
  }
}

/// Bytes that a thread reads from a pipe.
final class Collected: Sendable {
  private let state = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))

  var all: [UInt8] { state.withLock { $0.bytes } }
  var hasEnded: Bool { state.withLock { $0.isOver } }

  fileprivate func collect(from pipe: consuming OwnedFileDescriptor) {
    let number = pipe.release()
    Thread.detachNewThread { [self] in
      let pipe = OwnedFileDescriptor(adopting: number)
      while let part = try? pipe.read(upTo: 1 << 20), !part.isEmpty {
        state.withLock { $0.bytes += part }
      }
      state.withLock { $0.isOver = true }
    }
  }
}

extension EventLoop {
  func turn(until condition: () -> Bool, limit seconds: Double = 60) -> Bool {
    let end = now + UInt64(seconds * 1_000_000)
    while !condition() {
      guard now < end else { return false }
      turn(timeout: 20)
    }
    return true
  }
}

/// Bytes that repeat only after a prime number of them, so that a piece in a wrong place is seen.
func pattern(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    // Fills by blocks: a debug build goes slowly through single bytes.
    while filled < count {
      let length = min(block.count, count - filled)
      memcpy(buffer.baseAddress! + filled, block, length)
      filled += length
    }
  }
}

private let block: [UInt8] = {
  var value: UInt64 = 1
  return (0..<65_521).map { _ in
    value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: value >> 56)
  }
}()
