import DragSystem
import Foundation
import Testing

@Suite struct PipeTests {
  @Test func onlyTheNamedEndIsNonBlockingAndBothCloseOnExec() throws {
    func isNonBlocking(_ end: Int32) -> Bool {
      fcntl(end, F_GETFL) & O_NONBLOCK != 0
    }
    let plain = try Pipe()
    #expect(!isNonBlocking(plain.reader.rawValue))
    #expect(!isNonBlocking(plain.writer.rawValue))
    #expect(fcntl(plain.reader.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(plain.writer.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    let read = try Pipe(nonBlocking: .reader)
    #expect(isNonBlocking(read.reader.rawValue))
    #expect(!isNonBlocking(read.writer.rawValue))
    let write = try Pipe(nonBlocking: .writer)
    #expect(!isNonBlocking(write.reader.rawValue))
    #expect(isNonBlocking(write.writer.rawValue))
  }

  @Test func itHoldsWhatItIsAskedFor() throws {
    func capacity(_ bytes: UInt64?) throws -> Int32 {
      let pipe = try Pipe(capacity: Pipe.capacity(for: bytes))
      return fcntl(pipe.writer.rawValue, getPipeSize)
    }
    #expect(try capacity(1) == 65_536)
    #expect(try capacity(65_536) == 65_536)
    // A user with many pipes gets no large ones; such a pipe has the default size.
    let generous = try capacity(65_537)
    #expect(generous == 1 << 20 || geteuid() != 0)
    #expect(try capacity(nil) == generous)
  }

  /// F_GETPIPE_SZ (fcntl(2)).
  private let getPipeSize: Int32 = 1032

  @Test func theEndsCanPartWays() throws {
    let pipe = try Pipe()
    let reader = pipe.reader
    let writer = pipe.writer
    try writer.write(all: Array("hello".utf8))
    #expect(try reader.unreadBytes() == 5)
    try send(writer)
    #expect(try reader.readToEnd() == Array("hello world".utf8))

    func send(_ writer: consuming OwnedFileDescriptor) throws {
      try writer.write(all: Array(" world".utf8))
    }
  }

  @Test func aReopenedReaderSeesWhatIsUnreadAfterTheWriterHasGone() throws {
    let pipe = try Pipe(nonBlocking: .writer)
    let reader = pipe.reader
    let again: OwnedFileDescriptor
    do {
      let writer = pipe.writer
      try writer.write(all: [1, 2, 3])
      again = try writer.reopenPipeReader()
    }
    #expect(try again.unreadBytes() == 3)
    #expect(try reader.read(upTo: 2) == [1, 2])
    #expect(try again.unreadBytes() == 1)
    #expect(try reader.readToEnd() == [3])
    #expect(try again.unreadBytes() == 0)
  }

  @Test func aPipeWithoutTheWishedCapacityIsAPipeAllTheSame() throws {
    let pipe = try Pipe(capacity: 1 << 40)
    try pipe.writer.write(all: [7])
    #expect(try pipe.reader.read(upTo: 10) == [7])
  }

  @Test func readingToTheEndStopsAtTheLimit() throws {
    for (size, limit, fits) in [(10, 10, true), (11, 10, false), (0, 0, true), (1, 0, false)] {
      let pipe = try Pipe()
      let reader = pipe.reader
      try pipe.writer.write(all: [UInt8](repeating: 1, count: size))
      discard(pipe.writer)
      #expect(try (reader.readToEnd(limit: limit) != nil) == fits)
    }

    func discard(_ end: consuming OwnedFileDescriptor) {}
  }
}
