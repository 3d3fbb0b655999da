import CLinux
import DragSystem
import Foundation
import Harness
import Testing

/// Blocks the threads that wait for it, like a dead mount, until it is opened.
final class Gate: Sendable {
  private let reader: Int32
  private let writer: Int32

  init() throws { (reader, writer) = try rawPipe() }
  deinit {
    close(reader)
    close(writer)
  }

  func wait() {
    var byte: UInt8 = 0
    while read(reader, &byte, 1) < 0 {}
  }

  func open(for count: Int = 1) {
    let bytes = [UInt8](repeating: 0, count: count)
    write(writer, bytes, count)
  }
}

@Suite struct WorkerPoolTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  @Test func theResultComesBackOnTheLoopsThread() {
    let pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 1)
    let own = pthread_self()
    var answer: (Int, Bool)?
    pool.run(lane: "a") {
      pthread_equal(pthread_self(), own) == 0 ? 42 : 0
    } then: { result in
      answer = (result, pthread_equal(pthread_self(), own) != 0)
    }
    #expect(loop.turn { answer != nil })
    #expect(answer?.0 == 42)
    #expect(answer?.1 == true)
  }

  @Test func aResultCanBeADescriptor() {
    let pool = WorkerPool(remote: loop.remote, threads: 1, perLane: 1)
    var opened = false
    pool.run(lane: "a") {
      OwnedFileDescriptor(adopting: open("/dev/null", O_RDONLY | O_CLOEXEC))
    } then: { descriptor in
      opened = fcntl(descriptor.rawValue, F_GETFD) >= 0
    }
    #expect(loop.turn { opened })
  }

  @Test func aLaneWhoseJobsHangDoesNotStopAnother() throws {
    let pool = WorkerPool(remote: loop.remote, threads: 4, perLane: 2)
    let gate = try Gate()
    var freed = 0
    for _ in 0..<10 {
      pool.run(lane: "dead") {
        gate.wait()
      } then: {
        freed += 1
      }
    }
    var done = 0
    for _ in 0..<100 {
      pool.run(lane: "alive") {
        1
      } then: {
        done += $0
      }
    }
    #expect(loop.turn { done == 100 })
    #expect(freed == 0)
    #expect(pool.threadCount <= 4)
    gate.open(for: 10)
    #expect(loop.turn { freed == 10 })
  }

  @Test func aLaneGetsNoMoreThreadsThanItsShare() throws {
    let pool = WorkerPool(remote: loop.remote, threads: 8, perLane: 3)
    let gate = try Gate()
    let running = Collected<Int>()
    let done = Collected<Int>()
    for number in 0..<6 {
      pool.run(lane: "a") {
        running.append(number)
        gate.wait()
        done.append(number)
      }
    }
    #expect(loop.turn { running.count == 3 })
    gate.open()
    #expect(loop.turn { running.count == 4 && done.count == 1 })
    #expect(pool.threadCount == 3)
    gate.open(for: 5)
    #expect(loop.turn { done.count == 6 })
    #expect(running.count == 6)
  }

  @Test func `an application that hangs leaves threads to others and to the program itself`() throws
  {
    let pool = WorkerPool(remote: loop.remote, threads: 18, perLane: 4, reserved: 2)
    let gate = try Gate()
    let hanging = Collected<Int>()
    let peers = (1...20).map { ":1.\($0)" }
    for peer in peers {
      pool.charge(peer, to: "greedy")
      for _ in 0..<4 {
        pool.run(lane: .peer(peer)) {
          hanging.append(0)
          gate.wait()
        }
      }
    }
    // Unknown peers, and a pair of applications, have shares of their own.
    pool.charge(":2.1", to: "modest")
    for lane: Lane in [
      .peer(":3.1"), .peer(":2.1"), .lazy(from: ":1.1", to: ":2.1"), .refused(from: ":1.1"),
      .identity(of: ":1.1"), .state,
    ] {
      var isDone = false
      pool.run(lane: lane) {
        0
      } then: { _ in
        isDone = true
      }
      #expect(loop.turn { isDone }, "\(lane)")
    }
    // Only once it hangs is it known to have all that it gets.
    #expect(loop.turn { pool.isBlocked(.peer(":1.20")) })
    #expect(hanging.count == 2, "an eighth of sixteen")
    #expect(!pool.isBlocked(.peer(":2.1")) && !pool.isBlocked(.state))
    pool.recordDeparture(of: ":1.20")
    #expect(pool.isBlocked(.peer(":1.20")), "what hangs stays charged")
    gate.open(for: 80)
    #expect(loop.turn { hanging.count == 80 })
    #expect(loop.turn { !pool.isBlocked(.peer(":1.1")) })
  }

  /// Regression: a job for which the system had no thread waited for a later job of another lane.
  @Test func aJobGetsItsThreadOnceTheSystemHasOneAgain() async {
    await #expect(processExitsWith: .success) {
      // The superuser has no limit.
      if geteuid() == 0 { try #require(setuid(65_534) == 0) }
      let loop = try EventLoop()
      let pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 1)
      let resource = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
      var limit = rlimit()
      getrlimit(resource, &limit)
      let usual = limit.rlim_cur
      limit.rlim_cur = 0
      setrlimit(resource, &limit)
      var isDone = false
      pool.run(lane: "a") {
        0
      } then: { _ in
        isDone = true
      }
      loop.turn(timeout: 0)
      #expect(pool.threadCount == 0)
      limit.rlim_cur = usual
      setrlimit(resource, &limit)
      #expect(loop.turn { isDone })
    }
  }

  @Test func jobsOfALaneWithOneThreadRunInOrder() {
    let pool = WorkerPool(remote: loop.remote, threads: 4, perLane: 1)
    let seen = Collected<Int>()
    for number in 0..<1000 { pool.run(lane: "a") { seen.append(number) } }
    #expect(loop.turn { seen.count == 1000 })
    #expect(seen.all == Array(0..<1000))
  }

  @Test func manyLanesShareFewThreads() {
    let pool = WorkerPool(remote: loop.remote, threads: 3, perLane: 2)
    var sum = 0
    for lane in 0..<50 {
      for _ in 0..<20 {
        pool.run(lane: "\(lane)") {
          1
        } then: {
          sum += $0
        }
      }
    }
    #expect(loop.turn { sum == 1000 })
    #expect(pool.threadCount <= 3)
  }

  @Test func aPeersDescriptorIsClosedAtOnceByAJobOfItsLaneAndLaterForAnother() throws {
    // Only one job at a time uses it.
    final class Held: @unchecked Sendable {
      var descriptor: PeerDescriptor?
    }
    let pool = WorkerPool(remote: loop.remote, threads: 4, perLane: 1)
    let count: @Sendable () -> Int = {
      descriptors { $0.hasPrefix("/memfd:dropped-by-a-job") }.count
    }
    // Drops the peer's descriptor in a job of a lane, and returns how many are open afterwards.
    func openAfterDropping(in lane: Lane) throws -> Int? {
      let held = Held()
      held.descriptor = PeerDescriptor(
        try Memfd.create("dropped-by-a-job"), lane: "peer", pool: pool)
      var left: Int?
      pool.run(lane: lane) {
        held.descriptor = nil
        return count()
      } then: {
        left = $0
      }
      _ = loop.turn { left != nil }
      return left
    }
    #expect(try openAfterDropping(in: "peer") == 0)
    let gate = try Gate()
    pool.run(lane: "peer") { gate.wait() }
    #expect(try openAfterDropping(in: "other") == 1)
    gate.open()
    #expect(loop.turn { count() == 0 })
  }

  @Test func whatWaitsIsDoneAfterThePoolWasDropped() throws {
    let gate = try Gate()
    let done = Collected<Int>()
    do {
      let pool = WorkerPool(remote: loop.remote, threads: 1, perLane: 1)
      pool.run(lane: "a") { gate.wait() }
      for number in 0..<5 { pool.run(lane: "a") { done.append(number) } }
    }
    gate.open()
    #expect(loop.turn { done.count == 5 })
  }

  @Test func abandonedContinuationsDieOnTheLoopsThread() {
    final class Tracer {
      let died: (Bool) -> Void
      let own = pthread_self()
      init(_ died: @escaping (Bool) -> Void) { self.died = died }
      deinit { died(pthread_equal(pthread_self(), own) != 0) }
    }
    let pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 2)
    var deaths: [Bool] = []
    for _ in 0..<200 {
      let tracer = Tracer { deaths.append($0) }
      pool.run(lane: "a") {
      } then: {
        withExtendedLifetime(tracer) {}
      }
    }
    #expect(loop.turn { deaths.count == 200 })
    #expect(!deaths.contains(false))
  }

  @Test func aPeersDescriptorIsClosedOffTheLoopsThread() throws {
    let pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 1)
    let gate = try Gate()
    let (reader, writer) = try rawPipe()
    defer { close(reader) }
    // The lane hangs, so nothing else can close the descriptor.
    pool.run(lane: "peer") { gate.wait() }
    do {
      let held = PeerDescriptor(OwnedFileDescriptor(adopting: writer), lane: "peer", pool: pool)
      #expect(held.withDescriptor { $0.rawValue } == writer)
    }
    // A pipe whose last write end is closed is hung up.
    var poll = pollfd(fd: reader, events: 0, revents: 0)
    #expect(Foundation.poll(&poll, 1, 0) == 0)
    gate.open()
    #expect(Foundation.poll(&poll, 1, 30_000) == 1)
    #expect(Int32(poll.revents) & POLLHUP != 0)
  }

  @Test func aDescriptorDroppedByAJobIsClosedToo() throws {
    let pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 1)
    let (reader, writer) = try rawPipe()
    defer { close(reader) }
    do {
      let held = PeerDescriptor(OwnedFileDescriptor(adopting: writer), lane: "peer", pool: pool)
      pool.run(lane: "peer") { withExtendedLifetime(held) {} }
    }
    var poll = pollfd(fd: reader, events: 0, revents: 0)
    #expect(Foundation.poll(&poll, 1, 30_000) == 1)
  }
}
