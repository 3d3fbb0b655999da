internal import ClipboardModel
internal import DisplaySelections
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Accepts a representation for a pasting program. It buffers up to `bufferLimit` bytes before the program gets the
/// first, so a failure gives an empty paste, not a truncated one.
final class OfferPaste {
  enum Bytes {
    case data([UInt8])
    case content(Content)
    case stream(SharedDescriptor, size: UInt64?)
  }

  enum End {
    case bytes(Bytes)
    case offerEnded
    case failed
    /// The stream that the program reads has no more bytes, and is not complete. It ends a little later.
    case cut
  }

  private enum State {
    case accepting
    /// The bytes are being buffered, or are on their way to the program.
    case receiving(Identifier?)
    case finishing
    case over
  }

  let offer: Identifier
  let connection: BrokerConnection
  let loop: EventLoop
  let workers: WorkerPool
  private let lane: Lane
  private let accepts: AcceptsUnderWay
  private var state = State.accepting
  private var then: ((End) -> Void)?
  /// Streams content above the buffer's limit.
  private var stream: PrefixedStream?
  /// The pipe of content that the program reads without a buffer. dragd must not lose its reader before Finish: a
  /// program has all promised bytes before their source has ended, and dragd waits for that.
  private var pipe: DescriptorBox?

  /// Bytes that are buffered before the program gets the first.
  static let bufferLimit: UInt64 = 8 << 20
  /// The most bytes of held content that the program gets as a file. dragd has larger content on a disk, and copies it
  /// there before it gives a file away; the program would wait for that.
  private static let fileLimit: UInt64 = 64 << 20
  /// How long the source may take, in ms; programs block while they paste.
  static let startTimeout: UInt64 = 5_000
  static let stallTimeout: UInt64 = 10_000
  /// How long dragd may take to answer, in ms.
  static let timeout = 9_000
  /// The pauses, in microseconds, before dragd is asked again whether the source has ended.
  private static let firstPause: UInt64 = 10_000
  private static let longestPause: UInt64 = 500_000
  /// Text that is converted is buffered as a whole.
  private static let textLimit: UInt64 = 64 << 20

  private init(
    _ offer: Identifier, _ connection: BrokerConnection, _ loop: EventLoop, _ workers: WorkerPool,
    _ accepts: AcceptsUnderWay, then: @escaping (End) -> Void
  ) {
    self.offer = offer
    self.accepts = accepts
    self.connection = connection
    self.loop = loop
    self.workers = workers
    self.then = then
    lane = .paste(Random.number())
  }

  convenience init(
    _ offer: Identifier, item: UInt32, _ representation: CopiedRepresentation,
    _ connection: BrokerConnection, _ loop: EventLoop, _ workers: WorkerPool,
    _ accepts: AcceptsUnderWay, buffersAll: Bool, then: @escaping (End) -> Void
  ) {
    self.init(offer, connection, loop, workers, accepts, then: then)
    var options = Self.options
    // What is converted is needed as a whole.
    let isFile =
      representation.isHeld && (buffersAll || (representation.size ?? 0) <= Self.fileLimit)
    options.delivery = isFile ? .any : .stream
    // A descriptor, because bytes in the reply would stay in this program's memory for a while, a secret's too.
    options.inlineMax = 0
    accept(
      offer, AcceptCall(items: [item], types: [representation.type.description], options: options)
    ) { [weak self] parts in
      guard let part = parts.first else {
        self?.end(.failed)
        return
      }
      self?.accepted(
        part, isFile: isFile, buffersAll: buffersAll, size: representation.size)
    }
  }

  /// Accepts the addresses of all items, for a list of them.
  convenience init(
    filesOf offer: Identifier, _ connection: BrokerConnection, _ loop: EventLoop,
    _ workers: WorkerPool, _ accepts: AcceptsUnderWay, list: @escaping ([[UInt8]]) -> [UInt8],
    then: @escaping (End) -> Void
  ) {
    self.init(offer, connection, loop, workers, accepts, then: then)
    var options = Self.options
    options.inlineMax = AcceptOptions.inlineLimit
    accept(offer, AcceptCall(types: [TargetNames.uriList], options: options)) { [weak self] parts in
      self?.readLists(parts, list)
    }
  }

  /// The program has everything. Calls `told` when dragd has been told, too.
  func finish(told: @escaping () -> Void = {}) {
    stream = nil
    then = nil
    defer { state = .over }
    guard case .receiving(let transfer?) = state else { return told() }
    tell(transfer, pause: Self.firstPause, told)
  }

  /// Repeats Finish while the source has not ended: dragd limits that time.
  private func tell(_ transfer: Identifier, pause: UInt64, _ told: @escaping () -> Void) {
    guard let call = try? BrokerCall<FinishResult>.finish(transfer) else { return told() }
    connection.perform(call, timeout: Self.timeout) { [self] result in
      guard case .failure(let error) = result, error.code == .broker(.busy) else {
        pipe = nil
        return told()
      }
      loop.after(microseconds: pause) { [self] in
        tell(transfer, pause: min(2 * pause, Self.longestPause), told)
      }
    }
  }

  /// The pasting program has closed its pipe.
  func cancel() {
    stream?.cancel()
    stream = nil
    pipe = nil
    cancelTransfer("the pasting program has left")
    state = .over
    then = nil
  }

  private func cancelTransfer(_ reason: String) {
    if case .receiving(let transfer?) = state,
      let call = try? BrokerCall<Void>.cancel(transfer, reason: reason)
    {
      connection.post(call)
    }
  }

  private static var options: AcceptOptions {
    var options = AcceptOptions()
    options.startTimeout = startTimeout
    options.stallTimeout = stallTimeout
    return options
  }

  private func accept(
    _ offer: Identifier, _ call: AcceptCall, then: @escaping ([AcceptedPart]) -> Void
  ) {
    do throws(RequestError) {
      let call = try BrokerCall<[AcceptedPart]>.accept(offer, call)
      accepts.count += 1
      connection.perform(call, timeout: Self.timeout) { [weak self, accepts, connection] result in
        accepts.count -= 1
        guard let self, case .accepting = state else {
          // The pasting program has left meanwhile, and no program reads what dragd has started.
          if case .success(let parts) = result { Self.cancel(parts, on: connection) }
          return
        }
        switch result {
        case .success(let parts): then(parts)
        case .failure(let error):
          end(error.code == .broker(.noSuchOffer) ? .offerEnded : .failed)
        }
      }
    } catch {
      loop.next { [weak self] in self?.end(.failed) }
    }
  }

  private static func cancel(_ parts: [AcceptedPart], on connection: BrokerConnection) {
    for transfer in Set(parts.compactMap(\.transfer)) {
      if let call = try? BrokerCall<Void>.cancel(transfer, reason: "the pasting program has left") {
        connection.post(call)
      }
    }
  }

  private func accepted(
    _ part: AcceptedPart, isFile: Bool, buffersAll: Bool, size: UInt64?
  ) {
    state = .receiving(part.transfer)
    let limit = buffersAll ? Self.textLimit : Self.bufferLimit
    switch part.content {
    case .data(let bytes): end(.bytes(.data(bytes)))
    case .descriptor(let file) where isFile:
      guard let size = part.size ?? size, let file = try? file.descriptor.duplicate() else {
        return end(.failed)
      }
      let content = Content(file, size: size, isInMemory: false, lane: lane, pool: workers)
      end(.bytes(.content(content)))
    case .descriptor(let pipe):
      if let size = part.size ?? size, size > limit {
        // A stream would reach the program unconverted.
        if buffersAll { return end(.failed) }
        if let copy = try? pipe.descriptor.duplicate() {
          self.pipe = DescriptorBox(copy, lane: lane, pool: workers)
        }
        end(.bytes(.stream(pipe, size: size)))
      } else {
        buffer(pipe, part.transfer, limit, part.size, buffersAll: buffersAll)
      }
    case .later: receive(part)
    }
  }

  /// Receives a held file, which dragd copies first.
  private func receive(_ part: AcceptedPart) {
    guard let transfer = part.transfer else { return end(.failed) }
    do throws(RequestError) {
      let call = try BrokerCall<SharedDescriptor>.receive(part.type, of: transfer)
      connection.perform(call, timeout: Self.timeout) { [weak self] result in
        guard let self, let file = try? result.get().descriptor.duplicate(),
          let status = try? FileStatus(of: file)
        else {
          self?.end(.failed)
          return
        }
        end(
          .bytes(
            .content(Content(file, size: status.size, isInMemory: false, lane: lane, pool: workers))
          ))
      }
    } catch {
      end(.failed)
    }
  }

  private func buffer(
    _ pipe: SharedDescriptor, _ transfer: Identifier?, _ limit: UInt64, _ size: UInt64?,
    buffersAll: Bool
  ) {
    let (lane, workers) = (lane, workers)
    workers.run(lane: lane) {
      PipePrefix.gather(
        from: pipe.descriptor, limit: limit, start: Int32(Self.startTimeout),
        stall: Int32(Self.stallTimeout), lane: lane, pool: workers)
    } then: { [weak self] prefix in
      guard let self, case .receiving = state else { return }
      switch prefix {
      case .whole(let content): confirm(content, transfer)
      case .start where buffersAll: end(.failed)
      case .start(let content): stream(content, pipe, transfer, size)
      case .stalled, .failed: end(.failed)
      }
    }
  }

  private func stream(
    _ content: Content, _ pipe: SharedDescriptor, _ transfer: Identifier?, _ size: UInt64?
  ) {
    let started = try? PrefixedStream(content, pipe, lane: lane, workers, loop) {
      [weak self] isWhole in
      guard let self else { return }
      guard isWhole else { return cut() }
      confirm(transfer) { [self] isComplete in
        if isComplete { showEnd() } else { cut() }
      }
    }
    guard let started else { return end(.failed) }
    stream = started
    // Kept for `cut`.
    then?(.bytes(.stream(started.reader, size: size)))
  }

  /// Gives programs that have a time limit the time to give up, because the end would tell them that the content is
  /// complete. No display has a word for a failure, and others (xclip, wl-paste) would wait for ever without the end.
  private func cut() {
    cancelTransfer("its bytes cannot be passed on")
    state = .finishing
    end(.cut)
    loop.after(microseconds: PeerCopy.patience) { [weak self] in self?.showEnd() }
  }

  private func showEnd() { stream = nil }

  private func confirm(_ content: Content, _ transfer: Identifier?) {
    confirm(transfer) { [self] in end($0 ? .bytes(.content(content)) : .failed) }
  }

  /// The end of the pipe does not prove that the content is complete, so Finish asks dragd.
  private func confirm(_ transfer: Identifier?, then: @escaping (Bool) -> Void) {
    guard let transfer else { return then(true) }
    state = .finishing
    do throws(RequestError) {
      connection.perform(try BrokerCall<FinishResult>.finish(transfer), timeout: Self.timeout) {
        if case .success = $0 { then(true) } else { then(false) }
      }
    } catch {
      then(false)
    }
  }

  // MARK: Lists of files

  private func readLists(_ parts: [AcceptedPart], _ list: ([[UInt8]]) -> [UInt8]) {
    state = .receiving(nil)
    var uris: [[UInt8]] = []
    for part in parts {
      switch part.content {
      case .data(let bytes): uris += FileURI.uris(inList: bytes)
      // A list of addresses is short, so it comes in the reply. Other content has no files to paste.
      case .descriptor, .later: return end(.failed)
      }
    }
    end(.bytes(.data(list(uris))))
  }

  func end(_ end: End) {
    let then = then
    self.then = nil
    then?(end)
  }
}

/// The calls of Accept that dragd has not answered, including those for programs that have left.
final class AcceptsUnderWay {
  static let most = 256

  fileprivate(set) var count = 0
}
