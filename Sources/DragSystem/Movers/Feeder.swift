internal import CLinux

/// Writes held content into a destination's pipe by splice(2), from the beginning to a given size.
///
/// The file may be a peer's, on a dead mount: it is read on workers of its own lane only.
package final class Feeder {
  private let hauler: FeederHauler
  private let mover: Mover

  /// Begins at once. A file with fewer bytes than `size` is reported as short.
  package init(
    from file: PeerDescriptor, size: UInt64, to destination: consuming OwnedFileDescriptor,
    pool: WorkerPool, loop: EventLoop, report: @escaping (Movement) -> Void
  ) {
    let number = destination.rawValue
    hauler = FeederHauler(
      from: file, size: size, to: PipeOutlet(destination, lane: file.lane, pool: pool))
    mover = Mover(
      hauler, source: nil, destination: number, lane: file.lane, pool: pool, loop: loop,
      report: report)
    mover.start()
  }

  deinit {
    cancel()
  }

  /// Stops at once, without another report. The destination sees end of file.
  package func cancel() {
    mover.cancel()
  }

  /// After `ended`: whether the destination has still to read what was handed on. Never hangs.
  package var hasUnreadBytes: Bool {
    mover.isOver ? hauler.outlet.hasUnreadBytes : true
  }
}

/// Used by one worker at a time, and by the loop's thread once it is over.
final class FeederHauler: Hauler, @unchecked Sendable {
  private var file: PeerDescriptor?
  let outlet: PipeOutlet
  private let size: UInt64
  private(set) var total: UInt64 = 0
  /// Some file systems do not splice: then bytes go through here.
  private var buffer: [UInt8]?

  init(from file: PeerDescriptor, size: UInt64, to outlet: PipeOutlet) {
    self.file = file
    self.size = size
    self.outlet = outlet
  }

  func haul(_ shift: Shift) -> Pause {
    guard let file, let destination = outlet.rawValue else { return .cancelled }
    var moved: UInt64 = 0
    while !shift.isCancelled {
      if total == size { return .over(outlet.end(total: total)) }
      let ends = PipePoll.now(destination: destination)
      if ends.destinationIsGone { return .over(outlet.gone()) }
      guard ends.destinationHasRoom else {
        guard shift.awaits(.destination, destination: destination) else {
          return .waiting(for: .destination)
        }
        continue
      }
      switch file.withDescriptor({ move(from: $0.rawValue, to: destination) }) {
      case .moved(let count):
        total += UInt64(count)
        moved += UInt64(count)
        shift.moved(total)
        if moved >= Shift.budget, shift.isWanted { return .turnOver }
      case .end: return .over(.short(total: total))
      case .full: break
      case .destinationGone: return .over(outlet.gone())
      case .failed(let error): return .over(.failed(error))
      }
    }
    return .cancelled
  }

  private enum Step {
    case moved(Int)
    case end
    case full
    case destinationGone
    case failed(SystemError)
  }

  private func move(from file: Int32, to destination: Int32) -> Step {
    let wanted = Int(min(Shift.portion, size - total))
    if buffer == nil {
      var offset = Int64(total)
      let count = splice(
        file, &offset, destination, nil, wanted, UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
      guard count < 0, linux_errno() == EINVAL else { return step(count, "splice") }
      buffer = [UInt8](repeating: 0, count: 65_536)
    }
    return moveThroughBuffer(from: file, to: destination, wanted)
  }

  private func moveThroughBuffer(from file: Int32, to destination: Int32, _ wanted: Int) -> Step {
    guard var bytes = buffer.take() else { return .full }
    defer { buffer = bytes }
    return bytes.withUnsafeMutableBytes { bytes in
      let read = pread(file, bytes.baseAddress, min(wanted, bytes.count), Int(total))
      guard read > 0 else { return step(read, "pread") }
      return step(write(destination, bytes.baseAddress, read), "write")
    }
  }

  private func step(_ count: Int, _ call: String) -> Step {
    if count > 0 { return .moved(count) }
    if count == 0 { return .end }
    switch linux_errno() {
    case EAGAIN, EINTR: return .full
    case EPIPE: return .destinationGone
    default: return .failed(.last(call))
    }
  }

  func close() {
    file = nil
    outlet.close()
  }
}
