import CLinux
import DragSystem
import Foundation
import Testing

/// What transfer jobs need, and what they have reported.
final class MoverBench {
  let loop: EventLoop
  let pool: WorkerPool
  private(set) var reports: [JobReport] = []

  init(threads: Int = 8, perLane: Int = 2) throws {
    signal(SIGPIPE, SIG_IGN)
    loop = try EventLoop()
    pool = WorkerPool(remote: loop.remote, threads: threads, perLane: perLane)
  }

  func note(_ report: JobReport) { reports.append(report) }

  /// The report that ended it, if it has ended.
  var end: JobReport? {
    reports.last.flatMap { report in
      switch report {
      case .transferred, .waiting, .roomWanted: nil
      case .ended, .destinationClosed, .limitExceeded, .short, .changed, .failed: report
      }
    }
  }

  func turnUntilTheEnd() -> JobReport? {
    _ = loop.turn { end != nil }
    return end
  }

  var totals: [UInt64] {
    reports.compactMap { if case .transferred(let total) = $0 { total } else { nil } }
  }
}

/// A descriptor that a peer's thread uses, as a plain number.
func number(_ descriptor: consuming OwnedFileDescriptor) -> Int32 { descriptor.release() }

/// A stream that is the same everywhere, so that its checksum is known.
struct Stream {
  private static let block = pattern(1 << 16, seed: 7)

  /// Writes so many bytes on a thread of its own, then closes.
  static func send(_ count: Int, to writer: Int32, chunk: Int = 1 << 16, closes: Bool = true) {
    Thread.detachNewThread {
      var sent = 0
      while sent < count {
        let offset = sent % block.count
        let length = min(chunk, block.count - offset, count - sent)
        let result = block.withUnsafeBytes { write(writer, $0.baseAddress! + offset, length) }
        if result <= 0 { break }
        sent += result
      }
      if closes { close(writer) }
    }
  }

  /// Reads to the end on a thread of its own, and compares; the number of bytes, or -1 at a wrong one.
  static func receive(from reader: Int32, into result: Collected<Int>) {
    Thread.detachNewThread {
      var total = 0
      var isRight = true
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let offset = total % block.count
        let count = read(reader, &buffer, block.count - offset)
        if count <= 0 { break }
        isRight =
          isRight && block.withUnsafeBytes { memcmp(buffer, $0.baseAddress! + offset, count) == 0 }
        total += count
      }
      close(reader)
      result.append(isRight ? total : -1)
    }
  }

  static func bytes(_ count: Int) -> [UInt8] {
    // By blocks: a test's build goes slowly through single bytes.
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      block.withUnsafeBytes { block in
        while filled < count {
          let length = min(block.count, count - filled)
          memcpy(buffer.baseAddress! + filled, block.baseAddress!, length)
          filled += length
        }
      }
    }
  }
}

/// Splices from a socket into a pipe, as a source may; waits until there is something.
func holdPipe(from socket: Int32, to pipe: Int32) -> Int {
  splice(socket, nil, pipe, nil, 65_536, 0)
}

/// Whether that is the stream's beginning, and nothing else.
func holdsStream(_ content: Content?, _ size: Int) throws -> Bool {
  guard let bytes = try content?.reopenReadOnly().readToEnd() else { return false }
  return bytes.count == size && memcmp(bytes, Stream.bytes(size), size) == 0
}
