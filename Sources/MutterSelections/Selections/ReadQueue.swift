internal import DBus
internal import DisplaySelections
internal import DragSystem

/// Reads of the clipboard, one after another: mutter refuses a second read until the first one's pipe is closed.
final class ReadQueue {
  private struct Read {
    let id: ReadID
    let target: String
    let pipe: DescriptorBox
    let ended: (ReadEnd) -> Void
    /// How many pipes mutter has given for it.
    var attempts = 0
  }

  /// The step of the first read in the queue.
  private enum Step {
    case idle
    /// mutter has not replied to SelectionRead yet.
    case asking(PendingCall)
    /// mutter has not noticed yet that the pipe of the read before is closed.
    case pausing(LoopTimer)
    /// The owner has not given its first byte yet. Nothing was read, so mutter can be asked again.
    case waiting(FirstByte)
    /// `isReplaced`: the owner has lost the clipboard, or was killed, and may leave the pipe without an end.
    case copying(PeerCopy, isReplaced: Bool)

    func cancel() {
      switch self {
      case .idle: break
      case .asking(let call): call.cancel()
      case .pausing(let timer): timer.cancel()
      case .waiting(let wait): wait.cancel()
      case .copying(let copy, _): copy.cancel()
      }
    }
  }

  private struct FirstByte {
    let source: DescriptorBox
    let watch: Watch
    var timer: LoopTimer
    /// The owner has lost the clipboard or was killed: mutter would ask the next owner.
    var isReplaced = false

    func cancel() {
      watch.cancel()
      timer.cancel()
    }
  }

  /// The pause between two attempts to begin, in microseconds; each pause is twice as long as the one before.
  private static let firstPause: UInt64 = 2_000
  private static let longestPause: UInt64 = 512_000

  private let session: MutterSession
  private let bus: Connection
  private let loop: EventLoop
  private let pool: WorkerPool
  private let limits: MutterLimits
  private var queue: [Read] = []
  private var step = Step.idle
  private var last: UInt64 = 0
  private var isClosed = false

  init(
    _ session: MutterSession, on bus: Connection, loop: EventLoop, pool: WorkerPool,
    limits: MutterLimits
  ) {
    self.session = session
    self.bus = bus
    self.loop = loop
    self.pool = pool
    self.limits = limits
  }

  func add(
    _ target: String, into pipe: consuming OwnedFileDescriptor, ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    guard queue.count < limits.reads else {
      return fail("\(queue.count) reads wait for mutter already", pipe, ended)
    }
    let id = nextID()
    let pipe = DescriptorBox(pipe, lane: lane(of: id), pool: pool)
    queue.append(Read(id: id, target: target, pipe: pipe, ended: ended))
    if queue.count == 1 { loop.next { [weak self] in self?.startFirst() } }
    return id
  }

  /// Fails a read that cannot even wait, in the loop's next turn.
  func fail(
    _ reason: String, _ pipe: consuming OwnedFileDescriptor, _ ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    let id = nextID()
    pool.close(pipe, lane: lane(of: id))
    loop.next { [weak self] in
      if self?.isClosed == false { ended(.failed(reason)) }
    }
    return id
  }

  func cancel(_ id: ReadID) {
    end(id, .cancelled)
  }

  /// The clipboard has another owner: reads that have not begun would read the new owner's content.
  func ownerChanged() {
    // Many owners finish a read after they have lost the clipboard. If one was killed, mutter never ends the pipe.
    switch step {
    case .copying(let copy, let isReplaced):
      if !isReplaced {
        copy.limitSource(to: limits.replacedOwner)
        step = .copying(copy, isReplaced: true)
      }
    case .waiting(var wait):
      if !wait.isReplaced {
        wait.isReplaced = true
        wait.timer.cancel()
        wait.timer = limitFirstByte(to: limits.replacedOwner)
        step = .waiting(wait)
      }
    case .idle, .asking, .pausing: return endForNewOwner(queue[...])
    }
    endForNewOwner(queue.dropFirst())
  }

  private func endForNewOwner(_ ending: ArraySlice<Read>) {
    for read in ending { end(read.id, .failed("the clipboard has another owner now")) }
  }

  /// Fails every read.
  func fail(_ reason: String) {
    for read in queue { end(read.id, .failed(reason)) }
  }

  /// Ends every read without calling `ended`.
  func close() {
    isClosed = true
    step.cancel()
    step = .idle
    queue = []
  }

  private func nextID() -> ReadID {
    last += 1
    return ReadID(number: last)
  }

  private func lane(of id: ReadID) -> Lane { .mutterRead(id.number) }

  private func end(_ id: ReadID, _ how: ReadEnd) {
    guard let index = queue.firstIndex(where: { $0.id == id }) else { return }
    let read = queue.remove(at: index)
    if index == 0 {
      step.cancel()
      step = .idle
      loop.next { [weak self] in self?.startFirst() }
    }
    read.ended(how)
  }

  // MARK: The first read

  private func startFirst() {
    guard case .idle = step, let read = queue.first else { return }
    ask(read, pause: Self.firstPause)
  }

  private func ask(_ read: Read, pause: UInt64) {
    do throws(BusError) {
      let message = try session.read(read.target)
      step = .asking(
        bus.call(message, timeout: limits.replyMilliseconds) { [weak self] result in
          self?.answered(read, result, pause: pause)
        })
    } catch {
      end(read.id, .failed("mutter cannot be asked for “\(read.target)”: \(error.message)"))
    }
  }

  private func answered(_ read: Read, _ result: Result<Message, BusError>, pause: UInt64) {
    switch result {
    case .success(let reply): waitForFirstByte(of: read, reply)
    case .failure(let error)
    where error.name == BusError.Name.limitsExceeded && pause <= Self.longestPause:
      let timer = loop.after(microseconds: pause) { [weak self] in
        self?.ask(read, pause: 2 * pause)
      }
      step = .pausing(timer)
    case .failure(let error):
      end(read.id, .failed("mutter does not give “\(read.target)”: \(error.message)"))
    }
  }

  private func waitForFirstByte(of read: Read, _ reply: Message) {
    var reader = reply.read()
    do {
      let source = try reader.descriptor()
      // The end of the file wakes it too.
      let watch = try loop.watch(source, for: .readable) { [weak self] _ in self?.copyFirst() }
      queue[0].attempts += 1
      step = .waiting(
        FirstByte(
          source: DescriptorBox(source, lane: lane(of: read.id), pool: pool), watch: watch,
          timer: limitFirstByte(to: limits.firstByte)))
    } catch {
      end(read.id, .failed("the read of “\(read.target)” cannot begin: \(error)"))
    }
  }

  private func limitFirstByte(to limit: UInt64) -> LoopTimer {
    loop.after(microseconds: limit) { [weak self] in self?.firstByteMissing(limit) }
  }

  private func firstByteMissing(_ limit: UInt64) {
    guard case .waiting(let wait) = step, let read = queue.first else { return }
    wait.cancel()
    guard wait.isReplaced || read.attempts >= limits.readAttempts else {
      // Closes the pipe. If mutter does not notice that in time, it refuses, and `answered` asks again.
      step = .idle
      return ask(read, pause: Self.firstPause)
    }
    end(read.id, .failed("the owner gave nothing for \(limit / 1_000) ms"))
  }

  private func copyFirst() {
    guard case .waiting(let wait) = step, let read = queue.first else { return }
    wait.cancel()
    guard let source = wait.source.remove(), let destination = read.pipe.remove() else { return }
    let id = read.id
    let isReplaced = wait.isReplaced
    let copy = PeerCopy(
      from: source, size: nil, to: destination, stallLimit: limits.destinationStall,
      sourceStallLimit: isReplaced ? limits.replacedOwner : limits.sourceStall, lane: lane(of: id),
      pool: pool, loop: loop
    ) { [weak self] in self?.copied(id, $0) }
    step = .copying(copy, isReplaced: isReplaced)
  }

  private func copied(_ id: ReadID, _ end: PeerCopy.End) {
    guard case .copying(_, let isReplaced) = step else { return }
    let sourceLimit = isReplaced ? limits.replacedOwner : limits.sourceStall
    let how: ReadEnd =
      switch end {
      case .complete(let bytes): .complete(bytes: bytes)
      case .short(let bytes): .failed("the owner ended after \(bytes) bytes")
      case .destinationClosed(let bytes): .failed("the reader left after \(bytes) bytes")
      case .stalled(.source, let bytes):
        .failed("the owner gave nothing for \(sourceLimit / 1_000) ms, after \(bytes) bytes")
      case .stalled(.destination, let bytes):
        .failed(
          "the reader took nothing for \(limits.destinationStall / 1_000) ms, after \(bytes) bytes")
      case .failed(let error): .failed("\(error)")
      }
    self.end(id, how)
  }
}
