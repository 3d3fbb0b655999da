import CLinux
import DragSystem
import Foundation
import Harness
import Testing

@Suite struct PeerCopyTests {
  let bench: MoverBench

  init() throws { bench = try MoverBench() }

  private func turn(for microseconds: UInt64) {
    let end = bench.loop.now + microseconds
    _ = bench.loop.turn { bench.loop.now >= end }
  }

  /// Copies, and turns the loop until that has ended.
  private func end(
    of source: consuming OwnedFileDescriptor, size: UInt64? = nil,
    to destination: consuming OwnedFileDescriptor, stallLimit: UInt64 = 30_000_000,
    patience: UInt64 = 1_000
  ) -> PeerCopy.End? {
    var end: PeerCopy.End?
    let copy = PeerCopy(
      from: source, size: size, to: destination, stallLimit: stallLimit, patience: patience,
      lane: "a", pool: bench.pool, loop: bench.loop
    ) { end = $0 }
    _ = bench.loop.turn { end != nil }
    _ = consume copy
    return end
  }

  private func stream(_ size: Int) throws -> OwnedFileDescriptor {
    let pipe = try Pipe()
    Stream.send(size, to: number(pipe.writer))
    return pipe.reader
  }

  private func socketPair() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw Failed(call: "socketpair")
    }
    return (ends[0], ends[1])
  }

  @Test func aPipeAMemfdAndAFileArriveUnchangedInAPipe() throws {
    let size = 8 << 20
    for kind in 0..<3 {
      let pipe = try Pipe(capacity: 65_536)
      let received = Collected<Int>()
      Stream.receive(from: number(pipe.reader), into: received)
      let end =
        switch kind {
        case 0: end(of: try stream(size), to: pipe.writer)
        case 1:
          end(of: try Memfd.create("content", containing: Stream.bytes(size)), to: pipe.writer)
        default: end(of: try file(Stream.bytes(size)), to: pipe.writer)
        }
      #expect(end == .complete(bytes: UInt64(size)))
      #expect(bench.loop.turn { received.all == [size] })
    }
  }

  @Test func aPipeThatAppendsIsADestinationToo() throws {
    let size = 1 << 20
    for isInMemory in [true, false] {
      let pipe = try Pipe(capacity: 65_536)
      #expect(fcntl(pipe.writer.rawValue, F_SETFL, O_APPEND) == 0)
      let received = Collected<Int>()
      Stream.receive(from: number(pipe.reader), into: received)
      let source =
        isInMemory
        ? try Memfd.create("content", containing: Stream.bytes(size))
        : try file(Stream.bytes(size))
      #expect(end(of: source, to: pipe.writer) == .complete(bytes: UInt64(size)))
      #expect(bench.loop.turn { received.all == [size] })
    }
  }

  @Test func aSocketAndAFileAreDestinationsToo() throws {
    let size = 3 << 20
    let (socket, reader) = try socketPair()
    let received = Collected<Int>()
    Stream.receive(from: reader, into: received)
    #expect(
      end(of: try stream(size), to: OwnedFileDescriptor(adopting: socket))
        == .complete(bytes: UInt64(size)))
    #expect(bench.loop.turn { received.all == [size] })

    let target = try file([])
    let written = try target.duplicate()
    #expect(
      end(of: try Memfd.create("content", containing: Stream.bytes(size)), to: target)
        == .complete(bytes: UInt64(size)))
    #expect(try written.read(upTo: size + 1, at: 0) == Stream.bytes(size))
  }

  @Test func theDestinationStaysBlocking() throws {
    let pipe = try Pipe()
    let twin = try pipe.writer.duplicate()
    #expect(end(of: try stream(100), to: pipe.writer) == .complete(bytes: 100))
    #expect(fcntl(twin.rawValue, F_GETFL) & O_NONBLOCK == 0)
    _ = consume pipe.reader
  }

  @Test func whatTheContentHasBeyondItsSizeIsNotCopied() throws {
    let pipe = try Pipe()
    let content = try Memfd.create("content", containing: Stream.bytes(100))
    #expect(end(of: content, size: 60, to: pipe.writer) == .complete(bytes: 60))
    #expect(try pipe.reader.readToEnd() == Stream.bytes(60))
  }

  /// The end would tell a program that it has everything.
  @Test func contentThatEndsTooSoonIsShortAndHasAnEndLater() throws {
    let pipe = try Pipe()
    let reader = try pipe.reader.duplicate()
    let begin = ContinuousClock.now
    var end: PeerCopy.End?
    let copy = PeerCopy(
      from: try stream(100), size: 101, to: pipe.writer, stallLimit: 30_000_000,
      patience: 200_000, lane: "a", pool: bench.pool, loop: bench.loop
    ) { end = $0 }
    var polled = pollfd(fd: reader.rawValue, events: 0, revents: 0)
    #expect(bench.loop.turn { poll(&polled, 1, 0) == 1 })
    #expect(ContinuousClock.now - begin >= .milliseconds(200))
    #expect(bench.loop.turn { end == .short(bytes: 100) })
    #expect(try reader.readToEnd() == Stream.bytes(100))
    _ = consume copy
  }

  @Test func aDestinationThatLeavesEndsTheCopy() throws {
    let pipe = try Pipe()
    _ = consume pipe.reader
    #expect(end(of: try stream(100), to: pipe.writer) == .destinationClosed(bytes: 0))
    let (socket, reader) = try socketPair()
    close(reader)
    let end = end(of: try stream(100), to: OwnedFileDescriptor(adopting: socket))
    guard case .destinationClosed = end else {
      Issue.record("the socket's other end has gone")
      return
    }
  }

  @Test func aSideThatDoesNothingEndsTheCopyInTime() throws {
    let full = try Pipe(capacity: 4_096)
    // More than any pipe holds.
    let content = try Memfd.create("content", containing: Stream.bytes(2 << 20))
    guard
      case .stalled(.destination, let bytes) = end(
        of: content, to: full.writer, stallLimit: 100_000)
    else {
      Issue.record("the destination reads nothing")
      return
    }
    #expect(bytes < 2 << 20)
    // The reader sees the end, when it has read what came.
    #expect(try full.reader.readToEnd() == Stream.bytes(Int(bytes)))

    let empty = try Pipe()
    let pipe = try Pipe()
    #expect(
      end(of: empty.reader, to: pipe.writer, stallLimit: 100_000) == .stalled(.source, bytes: 0))
    #expect(try pipe.reader.readToEnd() == [])
    _ = consume empty.writer
  }

  @Test func aSlowSideIsWaitedForAsLongAsSomethingComes() throws {
    let source = try Pipe()
    let pipe = try Pipe()
    var end: PeerCopy.End?
    let copy = PeerCopy(
      from: source.reader, size: nil, to: pipe.writer, stallLimit: 300_000, lane: "a",
      pool: bench.pool, loop: bench.loop
    ) { end = $0 }
    // In all it runs longer than it may stall.
    for _ in 0..<8 {
      try source.writer.write(all: [1])
      turn(for: 100_000)
      #expect(end == nil)
    }
    _ = consume source.writer
    #expect(bench.loop.turn { end == .complete(bytes: 8) })
    _ = consume copy
    _ = consume pipe.reader
  }

  /// A file and /dev/null cannot be polled, and never close.
  @Test func aSlowSourceArrivesInAFileToo() throws {
    let target = try file([])
    let written = try target.duplicate()
    for destination in [target.release(), open("/dev/null", O_WRONLY | O_CLOEXEC)] {
      let source = try Pipe()
      var end: PeerCopy.End?
      let copy = PeerCopy(
        from: source.reader, size: nil, to: OwnedFileDescriptor(adopting: destination),
        stallLimit: 30_000_000, lane: "a", pool: bench.pool, loop: bench.loop
      ) { end = $0 }
      for byte in 0..<3 as Range<UInt8> {
        try source.writer.write(all: [byte])
        // Longer than a worker waits for a pipe.
        turn(for: 50_000)
        #expect(end == nil)
      }
      _ = consume source.writer
      #expect(bench.loop.turn { end == .complete(bytes: 3) })
      _ = consume copy
    }
    #expect(try written.read(upTo: 4, at: 0) == [0, 1, 2])
  }

  /// A socket reports that its other end has gone as a hang-up, and no error.
  @Test func aSocketThatClosesWhileTheSourceIsSilentEndsTheCopy() throws {
    let source = try Pipe()
    let (socket, reader) = try socketPair()
    close(reader)
    #expect(
      end(of: source.reader, to: OwnedFileDescriptor(adopting: socket), stallLimit: 600_000_000)
        == .destinationClosed(bytes: 0))
    _ = consume source.writer
  }

  @Test func eachPartyHasItsOwnLimit() throws {
    let limits: [(source: UInt64, destination: UInt64)] = [
      (600_000_000, 100_000), (100_000, 600_000_000),
    ]
    for limit in limits {
      let stopsDestination = limit.destination < limit.source
      let source = try Pipe()
      let pipe = try Pipe(capacity: 65_536)
      let content =
        stopsDestination
        ? try Memfd.create("content", containing: Stream.bytes(2 << 20)) : source.reader
      var end: PeerCopy.End?
      let copy = PeerCopy(
        from: content, size: nil, to: pipe.writer, stallLimit: limit.destination,
        sourceStallLimit: limit.source, lane: "a", pool: bench.pool, loop: bench.loop
      ) { end = $0 }
      _ = bench.loop.turn { end != nil }
      switch end {
      case .stalled(.destination, let bytes)?:
        #expect(stopsDestination)
        #expect((1..<(2 << 20)).contains(bytes))
      case .stalled(.source, bytes: 0)?: #expect(!stopsDestination)
      default: Issue.record("\(end.map(String.init(describing:)) ?? "nothing")")
      }
      _ = consume copy
      _ = consume pipe.reader
      _ = consume source.writer
    }
  }

  @Test func aSourceGetsLessTimeFromNowOn() throws {
    let source = try Pipe()
    let pipe = try Pipe()
    var end: PeerCopy.End?
    let copy = PeerCopy(
      from: source.reader, size: nil, to: pipe.writer, stallLimit: 600_000_000, lane: "a",
      pool: bench.pool, loop: bench.loop
    ) { end = $0 }
    bench.loop.turn(timeout: 0)
    copy.limitSource(to: 100_000)
    #expect(bench.loop.turn { end == .stalled(.source, bytes: 0) })
    #expect(try pipe.reader.readToEnd() == [])
    _ = consume source.writer
  }

  @Test func aCancelledCopyEndsWithoutAWord() throws {
    let source = try Pipe()
    let pipe = try Pipe()
    var end: PeerCopy.End?
    let copy = PeerCopy(
      from: source.reader, size: nil, to: pipe.writer, stallLimit: 30_000_000, lane: "a",
      pool: bench.pool, loop: bench.loop
    ) { end = $0 }
    bench.loop.turn(timeout: 0)
    copy.cancel()
    #expect(try pipe.reader.readToEnd() == [])
    #expect(end == nil)
    _ = consume source.writer
  }

  /// A file on a disk, unlike a memfd.
  private func file(_ bytes: [UInt8]) throws -> OwnedFileDescriptor {
    let path = "\(NSTemporaryDirectory())/dragsystem-\(UUID().uuidString)"
    let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw Failed(call: "open") }
    unlink(path)
    let file = OwnedFileDescriptor(adopting: number)
    try file.write(all: bytes)
    return file
  }
}
