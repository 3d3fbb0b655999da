internal import CLinux

/// Reads a pipe or a file in pieces, on the only thread of a program, which waits for other things too.
package struct StreamReader: ~Copyable {
  private let source: OwnedFileDescriptor
  package private(set) var byteCount: UInt64 = 0

  private static let bufferSize = 256 << 10

  package init(_ source: consuming OwnedFileDescriptor) {
    self.source = source
  }

  package enum Step: Hashable, Sendable {
    case bytes([UInt8])
    /// The source has no bytes yet.
    case waitForSource
    case ended
  }

  package mutating func step() throws(SystemError) -> Step {
    guard ProgramPoll.isReadable(source.rawValue) else { return .waitForSource }
    let bytes = try source.read(upTo: Self.bufferSize)
    byteCount += UInt64(bytes.count)
    return bytes.isEmpty ? .ended : .bytes(bytes)
  }

  /// Waits for bytes, or until the loop has work, at most that long (nil: for ever).
  package borrowing func wait(or loop: EventLoop?, milliseconds: Int?) {
    ProgramPoll.wait(for: source.rawValue, POLLIN, or: loop, milliseconds: milliseconds)
  }
}
