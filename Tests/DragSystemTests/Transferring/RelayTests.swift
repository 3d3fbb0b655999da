import CLinux
import DragSystem
import Foundation
import Harness
import Testing

/// Two pipes with a relay between them, and the ends that the peers have.
final class RelayedPipes {
  let relay: Relay
  let writer: Int32
  let reader: Int32

  init(_ bench: MoverBench, limit: UInt64? = nil, capacity: Int = 1 << 20, lane: Lane = "a>b")
    throws
  {
    let source = try Pipe(nonBlocking: .reader, capacity: capacity)
    let destination = try Pipe(nonBlocking: .writer, capacity: capacity)
    writer = number(source.writer)
    reader = number(destination.reader)
    relay = Relay(
      from: source.reader, to: destination.writer, limit: limit, lane: lane, pool: bench.pool,
      loop: bench.loop, report: bench.note)
  }
}

@Suite struct RelayTests {
  let bench: MoverBench

  init() throws { bench = try MoverBench() }

  @Test func aStreamArrivesWholeAndUnchanged() throws {
    let size = 64 << 20
    let pipes = try RelayedPipes(bench)
    let received = Collected<Int>()
    Stream.receive(from: pipes.reader, into: received)
    Stream.send(size, to: pipes.writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    #expect(bench.loop.turn { received.count == 1 })
    #expect(received.all == [size])
    #expect(bench.totals == bench.totals.sorted())
    #expect(bench.totals.last == UInt64(size))
    #expect(!pipes.relay.hasUnreadBytes)
  }

  @Test func aSmallPipeCarriesAllTheSame() throws {
    let size = 3 << 20
    let pipes = try RelayedPipes(bench, capacity: 4096)
    let received = Collected<Int>()
    Stream.receive(from: pipes.reader, into: received)
    Stream.send(size, to: pipes.writer, chunk: 1000)
    #expect(bench.turnUntilTheEnd() == .ended(total: UInt64(size)))
    #expect(bench.loop.turn { received.all == [size] })
  }

  @Test func anEmptyStreamEnds() throws {
    let pipes = try RelayedPipes(bench)
    close(pipes.writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: 0))
    #expect(bench.reports == [.ended(total: 0)])
    close(pipes.reader)
  }

  @Test func theDestinationHasReadEverythingOnlyWhenItHas() throws {
    let pipes = try RelayedPipes(bench)
    write(pipes.writer, "hello", 5)
    close(pipes.writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: 5))
    #expect(pipes.relay.hasUnreadBytes)
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(read(pipes.reader, &buffer, 4) == 4)
    #expect(pipes.relay.hasUnreadBytes)
    #expect(read(pipes.reader, &buffer, 10) == 1)
    #expect(!pipes.relay.hasUnreadBytes)
    #expect(read(pipes.reader, &buffer, 10) == 0)
    close(pipes.reader)
  }

  @Test func theFirstBytesAreReportedAtOnce() throws {
    let pipes = try RelayedPipes(bench)
    bench.loop.turn(timeout: 0)
    #expect(bench.reports.isEmpty)
    write(pipes.writer, "hello", 5)
    #expect(bench.loop.turn { bench.totals == [5] })
    pipes.relay.cancel()
    close(pipes.writer)
    close(pipes.reader)
  }

  @Test func whoIsWaitedForIsReportedWhenItChanges() throws {
    let pipes = try RelayedPipes(bench, capacity: 65_536)
    #expect(pipes.relay.waitingFor == .source)
    Stream.send(1 << 20, to: pipes.writer, closes: false)
    #expect(bench.loop.turn { pipes.relay.waitingFor == .destination })
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    _ = fcntl(pipes.reader, F_SETFL, O_NONBLOCK)
    var total = 0
    #expect(
      bench.loop.turn {
        total += max(read(pipes.reader, &buffer, buffer.count), 0)
        return total == 1 << 20
      })
    #expect(bench.loop.turn { pipes.relay.waitingFor == .source })
    let waits = bench.reports.compactMap { report -> JobReport.Side? in
      if case .waiting(let side) = report { side } else { nil }
    }
    #expect(waits.first == .destination)
    #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 != $1 })
    pipes.relay.cancel()
    close(pipes.writer)
    close(pipes.reader)
  }

  @Test func aDestinationThatClosesEarlyIsReported() throws {
    let pipes = try RelayedPipes(bench)
    Stream.send(8 << 20, to: pipes.writer)
    #expect(bench.loop.turn { !bench.totals.isEmpty })
    var buffer = [UInt8](repeating: 0, count: 1000)
    #expect(read(pipes.reader, &buffer, 1000) > 0)
    close(pipes.reader)
    guard case .destinationClosed(let unread) = bench.turnUntilTheEnd() else {
      Issue.record("\(String(describing: bench.end))")
      return
    }
    #expect(unread > 0)
  }

  @Test func aDestinationThatClosesWhileNothingIsSentIsReported() throws {
    let pipes = try RelayedPipes(bench)
    bench.loop.turn(timeout: 0)
    close(pipes.reader)
    #expect(bench.turnUntilTheEnd() == .destinationClosed(unread: 0))
    close(pipes.writer)
  }

  @Test func aSourceOverItsLimitIsStoppedThere() throws {
    let pipes = try RelayedPipes(bench, limit: 100_000)
    let received = Collected<Int>()
    Stream.receive(from: pipes.reader, into: received)
    Stream.send(100_001, to: pipes.writer)
    #expect(bench.turnUntilTheEnd() == .limitExceeded)
    #expect(bench.loop.turn { received.all == [100_000] })
  }

  @Test func aSourceAtItsLimitIsFine() throws {
    let pipes = try RelayedPipes(bench, limit: 100_000)
    let received = Collected<Int>()
    Stream.receive(from: pipes.reader, into: received)
    Stream.send(100_000, to: pipes.writer)
    #expect(bench.turnUntilTheEnd() == .ended(total: 100_000))
    #expect(bench.loop.turn { received.all == [100_000] })
  }

  @Test func aCancelledRelayClosesBothEndsAndIsSilent() throws {
    let pipes = try RelayedPipes(bench)
    write(pipes.writer, "x", 1)
    #expect(bench.loop.turn { bench.totals == [1] })
    pipes.relay.cancel()
    let count = bench.reports.count
    var ends = [
      pollfd(fd: pipes.writer, events: 0, revents: 0),
      pollfd(fd: pipes.reader, events: 0, revents: 0),
    ]
    #expect(
      bench.loop.turn {
        poll(&ends, 2, 0) == 2 && Int32(ends[0].revents) == POLLERR
          && Int32(ends[1].revents) == POLLHUP
      })
    #expect(bench.reports.count == count)
    close(pipes.writer)
    close(pipes.reader)
  }

  @Test func aHandlerMayCancelItsRelay() throws {
    let loop = bench.loop
    let source = try Pipe()
    let destination = try Pipe()
    let writer = number(source.writer)
    let reader = number(destination.reader)
    var relay: Relay?
    var reports = 0
    relay = Relay(
      from: source.reader, to: destination.writer, lane: "a", pool: bench.pool, loop: loop
    ) { _ in
      reports += 1
      relay?.cancel()
      relay = nil
    }
    Stream.send(4 << 20, to: writer)
    var end = pollfd(fd: reader, events: 0, revents: 0)
    #expect(loop.turn { poll(&end, 1, 0) == 1 })
    #expect(reports == 1)
    close(reader)
  }

  @Test func oneSlowReaderAmongFiftyHarmsNobody() throws {
    let size = 2 << 20
    let received = Collected<Int>()
    var pipes: [RelayedPipes] = []
    var ended = 0
    for index in 0...50 {
      let pair = try RelayedPipes(bench, capacity: 65_536, lane: "\(index)")
      pipes.append(pair)
      Stream.send(size, to: pair.writer)
      if index > 0 { Stream.receive(from: pair.reader, into: received) }
    }
    #expect(
      bench.loop.turn {
        ended = bench.reports.count { $0 == .ended(total: UInt64(size)) }
        return ended == 50 && received.count == 50
      })
    #expect(Set(received.all) == [size])
    #expect(!pipes[0].relay.isOver)
    // The slow one goes on as if nothing had happened.
    Stream.receive(from: pipes[0].reader, into: received)
    #expect(bench.loop.turn { received.count == 51 })
    #expect(received.all.last == size)
  }

  @Test func aPeerThatHoldsAPipesLockHarmsItsOwnLaneOnly() throws {
    // A splice from a socket without data holds the lock of the pipe it would write to.
    var sockets: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    let stuck = try RelayedPipes(bench, lane: "stuck")
    let began = Collected<Int>()
    let returned = Collected<Int>()
    let from = sockets[0]
    let to = stuck.writer
    Thread.detachNewThread {
      began.append(1)
      returned.append(holdPipe(from: from, to: to))
    }
    #expect(bench.loop.turn { began.count == 1 })
    let other = try RelayedPipes(bench, lane: "free")
    let received = Collected<Int>()
    Stream.receive(from: other.reader, into: received)
    Stream.send(1 << 20, to: other.writer)
    #expect(bench.loop.turn { received.all == [1 << 20] })
    let start = bench.loop.now
    stuck.relay.cancel()
    bench.loop.turn(timeout: 0)
    #expect(bench.loop.now - start < 1_000_000)
    #expect(returned.count == 0)
    write(sockets[1], "x", 1)
    #expect(bench.loop.turn { returned.count == 1 })
    for end in sockets + [stuck.writer, stuck.reader] { close(end) }
  }

  @Test func noDescriptorIsLeftAfterAnyEnd() async {
    await #expect(processExitsWith: .success) {
      let bench = try MoverBench()
      // The threads of the pool and of the tests open nothing; the first round is a warm-up.
      for round in 0..<2 {
        let before = openDescriptors()
        for way in 0..<6 {
          var pipes: RelayedPipes? = try RelayedPipes(bench, limit: 1000)
          let (writer, reader) = (pipes!.writer, pipes!.reader)
          switch way {
          case 0:
            close(writer)
            bench.loop.turn(timeout: 20)
            close(reader)
          case 1:
            close(reader)
            bench.loop.turn(timeout: 20)
            close(writer)
          case 2:
            pipes?.relay.cancel()
            close(writer)
            close(reader)
          case 3:
            Stream.send(2000, to: writer)
            close(reader)
          case 4:
            write(writer, "x", 1)
            bench.loop.turn(timeout: 20)
            pipes?.relay.cancel()
            close(writer)
            close(reader)
          default:
            close(writer)
            close(reader)
          }
          bench.loop.turn(timeout: 20)
          pipes = nil
        }
        if !bench.loop.turn(until: { openDescriptors() == before }) {
          Issue.record("round \(round): \(before) became \(openDescriptors())")
        }
      }
    }
  }
}
