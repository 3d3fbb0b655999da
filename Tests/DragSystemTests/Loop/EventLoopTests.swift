import CLinux
import DragSystem
import Foundation
import Testing

@Suite struct EventLoopTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// Turns until the condition holds; false when the limit passed first.
  func turn(until condition: () -> Bool) -> Bool { loop.turn(until: condition) }

  @Test func theHandlerHearsThatAPipeIsReadable() throws {
    let (reader, writer) = try rawPipe()
    let end = OwnedFileDescriptor(adopting: reader)
    defer { close(writer) }
    var seen: [Readiness] = []
    let watch = try loop.watch(end, for: .readable) { seen.append($0) }
    loop.turn(timeout: 0)
    #expect(seen.isEmpty)
    write(writer, "x", 1)
    loop.turn(timeout: 1000)
    loop.turn(timeout: 1000)
    #expect(seen == [.readable, .readable])
    watch.cancel()
    loop.turn(timeout: 0)
    #expect(seen.count == 2)
  }

  @Test func anEdgeIsReportedOnce() throws {
    let (reader, writer) = try rawPipe()
    let end = OwnedFileDescriptor(adopting: reader)
    defer { close(writer) }
    var count = 0
    let watch = try loop.watch(end, for: [.readable, .edge]) { _ in count += 1 }
    write(writer, "x", 1)
    loop.turn(timeout: 1000)
    loop.turn(timeout: 0)
    #expect(count == 1)
    write(writer, "y", 1)
    loop.turn(timeout: 1000)
    #expect(count == 2)
    watch.cancel()
  }

  @Test func aHangupIsSilentUntilAOnceWatchIsRearmed() throws {
    let (reader, writer) = try rawPipe()
    let end = OwnedFileDescriptor(adopting: reader)
    var seen: [Readiness] = []
    let watch = try loop.watch(end, for: [.readable, .once]) { seen.append($0) }
    close(writer)
    loop.turn(timeout: 1000)
    loop.turn(timeout: 0)
    #expect(seen == [.hangup])
    watch.change(to: [.readable, .once])
    loop.turn(timeout: 1000)
    #expect(seen == [.hangup, .hangup])
    watch.cancel()
  }

  @Test func aCancelledWatchIsNotCalledFromTheBatchInHand() throws {
    let (oneReader, oneWriter) = try rawPipe()
    let (otherReader, otherWriter) = try rawPipe()
    defer { for end in [oneReader, oneWriter, otherReader, otherWriter] { close(end) } }
    var calls = 0
    var watches: [Watch] = []
    for reader in [oneReader, otherReader] {
      watches.append(
        try loop.watch(rawValue: reader, for: .readable) { _ in
          calls += 1
          for watch in watches { watch.cancel() }
        })
    }
    write(oneWriter, "x", 1)
    write(otherWriter, "x", 1)
    loop.turn(timeout: 1000)
    #expect(calls == 1)
  }

  @Test func aPlaceInTheBatchDoesNotPassToItsNextHolder() throws {
    let (oneReader, oneWriter) = try rawPipe()
    let (otherReader, otherWriter) = try rawPipe()
    let (quietReader, quietWriter) = try rawPipe()
    defer {
      for end in [oneReader, oneWriter, otherReader, otherWriter, quietReader, quietWriter] {
        close(end)
      }
    }
    var calls = 0
    var watches: [Watch] = []
    var newcomers: [Watch] = []
    for reader in [oneReader, otherReader] {
      watches.append(
        try loop.watch(rawValue: reader, for: .readable) { _ in
          for watch in watches { watch.cancel() }
          if newcomers.isEmpty {
            for _ in 0..<2 {
              let copy = dup(quietReader)
              if let watch = try? loop.watch(
                rawValue: copy, for: .readable, then: { _ in calls += 1 })
              {
                newcomers.append(watch)
              }
            }
          }
        })
    }
    write(oneWriter, "x", 1)
    write(otherWriter, "x", 1)
    loop.turn(timeout: 1000)
    #expect(newcomers.count == 2)
    #expect(calls == 0)
    for watch in newcomers {
      watch.cancel()
    }
  }

  @Test func aDroppedWatchEnds() throws {
    let (reader, writer) = try rawPipe()
    let end = OwnedFileDescriptor(adopting: reader)
    defer { close(writer) }
    var count = 0
    do {
      let watch = try loop.watch(end, for: .readable) { _ in count += 1 }
      #expect(watch.isActive)
    }
    write(writer, "x", 1)
    loop.turn(timeout: 0)
    #expect(count == 0)
  }

  @Test func aWatchThatItsHandlerDropsLeavesTheSetAtOnce() throws {
    let (reader, writer) = try rawPipe()
    defer {
      close(reader)
      close(writer)
    }
    // As when a worker gets the descriptor from the handler and closes it: the pipe's end stays open elsewhere.
    let number = dup(writer)
    var watch: Watch?
    watch = try loop.watch(rawValue: number, for: .writable) { _ in
      watch = nil
      close(number)
    }
    loop.turn(timeout: 1000)
    #expect(watch == nil)
    #expect(dup2(writer, number) == number)
    let next = try loop.watch(rawValue: number, for: .writable) { _ in }
    next.cancel()
    close(number)
  }

  @Test func aRegularFileCannotBeWatched() throws {
    let file = OwnedFileDescriptor(adopting: open("/proc/self/exe", O_RDONLY | O_CLOEXEC))
    #expect(throws: SystemError("epoll_ctl", errno: EPERM)) {
      _ = try loop.watch(file, for: .readable) { _ in }
    }
  }

  @Test func timersFireInOrderOfTheirTimes() {
    var fired: [Int] = []
    let start = loop.now
    for delay in [3000, 1000, 5000, 1000, 2000, 0] {
      loop.at(start + UInt64(delay)) { fired.append(delay) }
    }
    #expect(turn { fired.count == 6 })
    #expect(fired == [0, 1000, 1000, 2000, 3000, 5000])
  }

  @Test func timersOfOneTimeFireInTheOrderInWhichTheyWereSet() {
    var fired: [Int] = []
    for number in 0..<100 {
      loop.after(microseconds: 0) { fired.append(number) }
    }
    #expect(turn { fired.count == 100 })
    #expect(fired == Array(0..<100))
  }

  @Test func randomTimersFireSortedAndCancelledOnesNever() {
    var generator = SystemRandomNumberGenerator()
    var fired: [UInt64] = []
    var expected: [UInt64] = []
    var cancelled: [LoopTimer] = []
    let start = loop.now
    for _ in 0..<500 {
      let delay = UInt64.random(in: 0...20, using: &generator) * 1000
      let timer = loop.at(start + delay) { fired.append(delay) }
      if Bool.random(using: &generator) { cancelled.append(timer) } else { expected.append(delay) }
    }
    for timer in cancelled.shuffled(using: &generator) {
      timer.cancel()
      #expect(!timer.isPending)
    }
    var last = false
    loop.at(start + 25_000) { last = true }
    #expect(turn { last })
    #expect(fired == expected.sorted())
  }

  @Test func aTimerFiresNotBeforeItsTime() {
    let start = loop.now
    var end: UInt64 = 0
    loop.after(microseconds: 3_456) { end = loop.now }
    #expect(turn { end != 0 })
    #expect(end - start >= 3_456)
  }

  @Test func anEarlierTimerSetLaterFiresFirst() {
    var fired: [String] = []
    let late = loop.after(microseconds: 60_000_000) { fired.append("late") }
    loop.turn(timeout: 0)
    loop.after(microseconds: 1_000) { fired.append("early") }
    #expect(turn { !fired.isEmpty })
    #expect(fired == ["early"])
    late.cancel()
  }

  @Test func aTimerThatSetsItselfAnewLetsTheLoopGoOn() {
    var count = 0
    func again() {
      count += 1
      loop.after(microseconds: 0, then: again)
    }
    again()
    let start = count
    for _ in 0..<10 { loop.turn(timeout: 1000) }
    #expect(count > start)
    #expect(count <= 11)
  }

  @Test func nextRunsInOrderAndWorkThatItAddsWaitsForTheNextTurn() {
    var seen: [Int] = []
    loop.next {
      seen.append(1)
      loop.next { seen.append(3) }
    }
    loop.next { seen.append(2) }
    loop.turn(timeout: 1000)
    #expect(seen == [1, 2])
    loop.turn(timeout: 1000)
    #expect(seen == [1, 2, 3])
  }

  @Test func aPostFromAnotherThreadWakesASleepingLoop() {
    let remote = loop.remote
    let seen = Collected<Int>()
    Thread.detachNewThread {
      for number in 0..<1000 { remote.post { seen.append(number) } }
    }
    while seen.count < 1000 { loop.turn(timeout: 10_000) }
    #expect(seen.all == Array(0..<1000))
  }

  @Test func aPostWhileOthersRunIsNotLost() {
    let remote = loop.remote
    let seen = Collected<Int>()
    remote.post {
      seen.append(1)
      remote.post { seen.append(2) }
    }
    #expect(turn { seen.count == 2 })
  }

  @Test func anIdleLoopSleepsUntilTheLimit() {
    loop.after(microseconds: 3_600_000_000) {}
    let start = loop.now
    loop.turn(timeout: 0)
    loop.turn(timeout: 30)
    #expect(loop.now - start >= 30_000)
  }

  @Test func theDescriptorIsReadableExactlyWhenThereIsWork() throws {
    func isReadable() -> Bool {
      var poll = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
      return Foundation.poll(&poll, 1, 0) == 1
    }
    // The first turn takes nothing, but epoll has to look.
    loop.turn(timeout: 0)
    #expect(!isReadable())
    loop.next {}
    #expect(isReadable())
    loop.turn(timeout: 0)
    #expect(!isReadable())
    var fired = false
    loop.after(microseconds: 1_000) { fired = true }
    var poll = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(Foundation.poll(&poll, 1, 10_000) == 1)
    loop.turn(timeout: 0)
    #expect(fired)
    #expect(!isReadable())
    loop.remote.post {}
    #expect(isReadable())
    loop.next { loop.next {} }
    loop.turn(timeout: 0)
    #expect(isReadable())
    loop.turn(timeout: 0)
    loop.turn(timeout: 0)
    #expect(!isReadable())
  }

  @Test func runEndsWhenItIsStopped() {
    var turns = 0
    func count() {
      turns += 1
      if turns == 5 { loop.stop() } else { loop.next(count) }
    }
    loop.next(count)
    loop.run()
    #expect(turns == 5)
  }

  @Test func aLoopLeavesNoDescriptor() async {
    await #expect(processExitsWith: .success) {
      func count() -> Int { descriptors { $0.hasPrefix("anon_inode:") }.count }
      let before = count()
      for _ in 0..<20 {
        let loop = try EventLoop()
        loop.after(microseconds: 1_000_000) {}
        loop.turn(timeout: 0)
      }
      // Each has three; Dispatch may have opened some of its own.
      #expect(count() < before + 20)
    }
  }
}
