internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Synchronization

/// An item to load, with its progress.
///
/// ```swift
/// let loading = item.loading(["image/png", "image/*"])
/// Task { for await progress in loading.progress { bar.fraction = progress.fraction } }
/// let picture = try await loading.bytes()
/// ```
///
/// A task that is cancelled cancels the transfer, and its source learns of it. After a failure the same loading can be
/// tried again.
public final class Loading: Sendable {
  let item: OfferedItem
  let types: [String]
  let options: LoadingOptions
  /// `copy` or `link`: a move has two phases, see ``move(journal:storing:)``.
  private let operation: DragOperation
  private let hub = EventHub<TransferProgress>(keeping: 1)
  private let observe: @Sendable (TransferProgress) -> Void

  /// - Parameter observe: sees the progress too, before all others.
  init(
    _ item: OfferedItem, _ types: [String], _ options: LoadingOptions,
    _ operation: DragOperation = .copy,
    observe: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) {
    self.item = item
    self.types = types
    self.options = options
    self.operation = operation
    self.observe = observe
  }

  deinit {
    hub.close()
  }

  /// The progress, at most every tenth of a second; a slow listener gets only the newest. The sequence ends when the
  /// content is complete, or when this object is released.
  public var progress: AsyncStream<TransferProgress> { hub.stream() }

  /// Loads the complete content, without copying it into memory.
  ///
  /// - Throws: `notAcceptable` when the item has none of the types; `truncated`, `stalled`, `changed`, `sourceFailed`
  ///   or `cancelled` when the content did not arrive completely.
  public func load() async throws(DragError) -> LoadedRepresentation {
    try await whole { content throws(DragError) in content }
  }

  /// Loads the content into memory.
  ///
  /// - Throws: as ``load()``.
  public func bytes() async throws(DragError) -> [UInt8] {
    try await whole { content throws(DragError) in try await content.bytes() }
  }

  /// Loads the complete content as a file that is open for reading, without copying it into memory.
  ///
  /// - Throws: as ``load()``, and `system` when there are no descriptors left.
  public func descriptor() async throws(DragError) -> OwnedDescriptor {
    try await load().descriptor()
  }

  /// Loads a value.
  ///
  /// - Throws: as ``load()``, and `unreadable`.
  public func value<Value: RepresentationReading>(
    as type: Value.Type = Value.self
  ) async throws(DragError) -> Value {
    if let value = localValue(as: Value.self) { return value }
    return try await whole { content throws(DragError) in
      let bytes = try await content.bytes()
      do {
        return try Value(representation: bytes, type: content.type)
      } catch {
        throw .unreadable(content.type, as: Value.self, error)
      }
    }
  }

  /// The object that the same client offers.
  func localValue<Value>(as _: Value.Type) -> Value? {
    guard let token = item.local,
      let value = session.localObjects.withLock({ $0[token] }) as? Value
    else { return nil }
    hub.close()
    return value
  }

  /// Loads the content into a file. The file appears when it is complete and on the disk, or not at all; from then on
  /// cancelling the task has no effect.
  ///
  /// - Parameters:
  ///   - path: the file's path; its folder must exist.
  ///   - isReplacing: whether a file of that name is replaced.
  /// - Returns: what was saved.
  /// - Throws: as ``load()``; `fileExists` when a file of that name is there and may not be replaced; `system` when the
  ///   file cannot be written.
  @discardableResult
  public func save(
    to path: String, replacing isReplacing: Bool = false
  ) async throws(DragError) -> LoadedRepresentation {
    try await whole { content throws(DragError) in
      try await content.save(to: path, replacing: isReplacing)
      return content
    }
  }

  /// Loads the content into a file in a folder, under the suggested name made safe, with a number where a file of that
  /// name is there: of two items with one name both stay. The file appears when it is complete and on the disk, or not
  /// at all.
  ///
  /// - Parameter folder: the folder's path.
  /// - Returns: the path of the new file.
  /// - Throws: as ``load()``; `system` when the file cannot be written.
  @discardableResult
  public func save(into folder: String) async throws(DragError) -> String {
    try await whole { content throws(DragError) in try await content.save(into: folder) }
  }

  /// The content in chunks as they arrive, for content that is too large for memory.
  public func chunks() -> LoadedChunks {
    LoadedChunks(self)
  }
}

extension Loading {
  var session: Session { item.offered.client.session }

  func report(_ progress: TransferProgress) {
    observe(progress)
    hub.send(progress)
  }

  func complete(_ bytes: UInt64) {
    let progress = TransferProgress(bytes: bytes, total: bytes, rate: nil)
    observe(progress)
    hub.close(progress)
  }

  /// Accepts the item, calls Finish, and passes the content, which is complete, to `use`.
  func whole<Value: Sendable>(
    _ use: (LoadedRepresentation) async throws(DragError) -> Value
  ) async throws(DragError) -> Value {
    let part = try await accept(.any)
    do throws(DragError) {
      let content = try await receive(part, operation)
      // Before `use`, which may take longer than dragd remembers the transfer.
      try await finish(part.transfer)
      let value = try await use(content)
      complete(content.size)
      return value
    } catch {
      giveUp(part.transfer, error)
      throw error
    }
  }

  func accept(
    _ delivery: Delivery, _ operation: DragOperation? = nil
  ) async throws(DragError) -> AcceptedPart {
    var acceptOptions = options.acceptOptions
    acceptOptions.delivery = delivery
    acceptOptions.operation = (operation ?? self.operation).model
    let offer = item.offered.offer
    let call = AcceptCall(
      items: [UInt32(clamping: item.index)], types: types, options: acceptOptions)
    // dragd may look at a file of the source for that long before it answers.
    let timeout =
      options.startTimeout == nil
      ? nil
      : Int(min(acceptOptions.startTimeout, 1 << 40)) + Session.usualTimeout
    let parts: [AcceptedPart] = try await session.ask { [weak self] engine, done in
      engine.perform(timeout: timeout) { () throws(RequestError) in
        try .accept(offer, call)
      } then: { answer in
        // Follow at once, because signals about the transfer may come next. The reader counts a stream itself.
        for transfer in ((try? answer.get()) ?? []).compactMap(\.transfer) {
          engine.follow(transfer) { [weak self] progress in
            if delivery != .stream { self?.report(progress) }
          }
        }
        done(answer)
      }
    } late: { engine, parts in
      engine.giveUp(parts.compactMap(\.transfer), reason: "the task was cancelled")
    }
    guard parts.count == 1, parts[0].item == UInt32(clamping: item.index) else {
      let transfers = parts.compactMap(\.transfer)
      session.run { $0.giveUp(transfers, reason: "dragd's reply cannot be understood") }
      throw DragError(
        .malformedReply, "dragd's reply to Accept has \(parts.count) parts instead of the one item")
    }
    return parts[0]
  }

  func receive(
    _ part: AcceptedPart, _ operation: DragOperation
  ) async throws(DragError) -> LoadedRepresentation {
    let content: LoadedRepresentation.Content
    switch part.content {
    case .data(let bytes): content = .bytes(bytes)
    case .descriptor(let file): content = .file(file)
    case .later:
      guard let transfer = part.transfer else {
        throw DragError(.malformedReply, "dragd's reply to Accept has neither content nor transfer")
      }
      let type = part.type
      content = .file(
        try await session.call(timeout: nil) { () throws(RequestError) in
          try .receive(type, of: transfer)
        })
    }
    return try await LoadedRepresentation(
      part, content, operation, session, lane: .load(session.number()))
  }

  @discardableResult
  func finish(_ transfer: Identifier?) async throws(DragError) -> FinishResult? {
    guard let transfer else { return nil }
    let result = try await session.call(timeout: nil) { () throws(RequestError) in
      try .finish(transfer)
    }
    session.run { $0.followers[transfer] = nil }
    return result
  }

  /// Cancels a transfer that is no longer wanted. One that has failed ignores it.
  func giveUp(_ transfer: Identifier?, _ error: DragError) {
    guard let transfer else { return }
    session.run { $0.giveUp([transfer], reason: error.messageForOthers) }
  }
}

extension Engine {
  func giveUp(_ transfers: [Identifier], reason: String) {
    for transfer in transfers { followers[transfer] = nil }
    cancel(transfers, reason: reason)
  }
}

/// Tells another thread that the task was cancelled.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .acquiring) }

  func whileRunning<Value: Sendable>(
    _ work: () async throws(DragError) -> Value
  ) async throws(DragError) -> Value {
    let answer: Result<Value, DragError> = await withTaskCancellationHandler {
      do throws(DragError) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      flag.store(true, ordering: .releasing)
    }
    return try answer.get()
  }
}

extension TransferState {
  /// Whether nothing more happens to the transfer.
  var isOver: Bool {
    switch self {
    case .pending, .running, .delivered: false
    case .finished, .failed, .cancelled: true
    }
  }
}

/// Follows a transfer's progress on the loop's thread.
final class TransferFollower {
  private var properties = TransferProperties()
  private var meter = ProgressMeter()
  private let tell: (TransferProgress) -> Void

  init(_ tell: @escaping (TransferProgress) -> Void) {
    self.tell = tell
  }

  /// Whether another signal may come.
  var isOver: Bool { properties.state.isOver }

  func update(_ signal: Message) {
    // A signal of a newer or broken dragd that does not match the contract is no progress.
    guard (try? properties.update(signal)) == true else { return }
    tell(meter.progress(bytes: properties.bytes, total: properties.size))
  }
}

extension Engine {
  func follow(_ transfer: Identifier, _ tell: @escaping (TransferProgress) -> Void) {
    followers[transfer] = TransferFollower(tell)
  }
}

/// The time limits of a transfer.
public struct LoadingOptions: Hashable, Sendable {
  /// How long the source may take until its first byte; nil for ever.
  public var startTimeout: Duration? = .seconds(60)
  /// How long the source may pause between bytes; nil for ever. Only the source's pauses count.
  public var stallTimeout: Duration? = .seconds(30)

  /// Time limits; by default a minute until the first byte and half a minute between bytes.
  public init(startTimeout: Duration? = .seconds(60), stallTimeout: Duration? = .seconds(30)) {
    self.startTimeout = startTimeout
    self.stallTimeout = stallTimeout
  }

  var acceptOptions: AcceptOptions {
    var options = AcceptOptions()
    options.startTimeout = startTimeout.map { max($0.milliseconds, 1) } ?? 0
    options.stallTimeout = stallTimeout.map { max($0.milliseconds, 1) } ?? 0
    return options
  }
}
