internal import DragConnection
internal import DragModel
internal import DragProtocol

/// How something is copied.
public struct ClipboardOptions: Sendable {
  /// A label that programs show to people, at most 1,024 bytes.
  public var label: String?
  /// Whether it is a secret: in no history, on no disk, and gone with this client.
  public var isSensitive = false
  /// Whether a file manager that pastes the files moves them itself. Only for files.
  public var isCut = false
  /// How often it can be pasted; 0 for no limit.
  public var uses: UInt32 = 0
  /// The time after which it can be pasted no more; nil for never.
  public var expiresAfter: Duration?

  /// By default it stays until a program copies something else, and is in the history. What is sensitive, cut, or can
  /// be pasted a number of times or for a time is in no history.
  public init(
    label: String? = nil, isSensitive: Bool = false, isCut: Bool = false, uses: UInt32 = 0,
    expiresAfter: Duration? = nil
  ) {
    self.label = label
    self.isSensitive = isSensitive
    self.isCut = isCut
    self.uses = uses
    self.expiresAfter = expiresAfter
  }

  var offering: OfferingOptions {
    OfferingOptions(
      label: label, isPrivate: true, isSensitive: isSensitive, uses: uses,
      expiresAfter: expiresAfter, linger: isSensitive ? .zero : nil)
  }

  /// Content that can be pasted once, or for a time, must not outlive that in the history.
  var isRemembered: Bool { uses == 0 && expiresAfter == nil && !isSensitive && !isCut }
}

extension DragClipboard {
  /// Copies items. Content that is made on demand is made when a program pastes it, while this client lives; what dragd
  /// holds stays on the clipboard after that.
  ///
  /// The offer ends by itself when a program copies something else. After a restart of dragd it is on the clipboard
  /// again, unless that has something else by then.
  ///
  /// - Parameters:
  ///   - items: at least one, each with at least one representation.
  ///   - options: how to copy them.
  /// - Returns: the offer, once programs can paste it; its events tell who pastes. Withdrawing it empties the
  ///   clipboard.
  /// - Throws: as ``DragClient/offer(_:options:)-([ItemProvider],_)``; `notAcceptable` when it has nothing that can be
  ///   pasted, or is cut and no file.
  @discardableResult
  public func copy(
    _ items: [ItemProvider], options: ClipboardOptions = ClipboardOptions()
  ) async throws(DragError) -> Offering {
    // First, so that no change after the copy is missed.
    let changes = session.clipboardEvents()
    let offering = try await client.offer(items, options: options.offering)
    var copy = CopiedOffer(self, offering, options)
    do throws(DragError) {
      try await copy.put()
    } catch {
      try? await offering.withdraw()
      throw error
    }
    Task { [copy] in
      var copy = copy
      await copy.follow(changes)
    }
    return offering
  }

  /// Copies values, each as an item, see ``copy(_:options:)-([ItemProvider],_)``.
  @discardableResult
  public func copy<Value: DragTransferable>(
    _ values: [Value], options: ClipboardOptions = ClipboardOptions()
  ) async throws(DragError) -> Offering {
    try await copy(values.map { ItemProvider(transferring: $0) }, options: options)
  }

  /// Copies a text.
  @discardableResult
  public func copy(
    _ text: String, options: ClipboardOptions = ClipboardOptions()
  ) async throws(DragError) -> Offering {
    try await copy([text], options: options)
  }
}

/// An offer that is on the clipboard until a program copies something else.
private struct CopiedOffer {
  private let clipboard: DragClipboard
  private let offering: Offering
  private let options: ClipboardOptions
  /// The offer as the clipboard has it, and the dragd that has it.
  private var shown: (offer: Identifier, broker: String?)?

  init(_ clipboard: DragClipboard, _ offering: Offering, _ options: ClipboardOptions) {
    self.clipboard = clipboard
    self.offering = offering
    self.options = options
  }

  private var session: Session { clipboard.session }

  /// Puts it on the clipboard; again only in place of what was put there before.
  mutating func put() async throws(DragError) {
    guard let offer = offering.core.id else { return }
    let call = CopyCall(
      offer: offer, selection: clipboard.name, cut: options.isCut, withdraw: true,
      remember: options.isRemembered, replaces: shown?.offer)
    let broker = try await session.broker()
    try await session.call { () throws(RequestError) in try .copyToClipboard(call) }
    shown = (offer, broker)
  }

  private enum News: Sendable {
    case clipboard(ClipboardEvent?)
    case published
    case released
  }

  /// Until the offer is over, or the clipboard has something else: then the offer is withdrawn.
  mutating func follow(_ changes: AsyncStream<ClipboardEvent?>) async {
    let (news, sending) = AsyncStream.makeStream(of: News.self)
    let events = offering.events
    let tasks = [
      Task { for await change in changes { sending.yield(.clipboard(change)) } },
      Task {
        for await event in events {
          switch event {
          case .published: sending.yield(.published)
          case .released: sending.yield(.released)
          case .asked, .progress, .ended: break
          }
        }
        sending.yield(.released)
      },
    ]
    defer { for task in tasks { task.cancel() } }
    for await one in news {
      guard await isThere(after: one) else {
        try? await offering.withdraw()
        return
      }
    }
  }

  private mutating func isThere(after news: News) async -> Bool {
    switch news {
    case .released, .clipboard(.left): return false
    case .published:
      do throws(DragError) {
        try await put()
        return true
      } catch {
        return await isUnanswered(error)
      }
    case .clipboard(.changed(let change)) where change.selection == clipboard.name:
      do throws(DragError) {
        let call = CurrentCall(selection: clipboard.name)
        let current = try await session.call { () throws(RequestError) in
          try .currentClipboard(call)
        }
        return current.offer == shown?.offer
      } catch {
        return await isUnanswered(error)
      }
    case .clipboard: return true
    }
  }

  /// Whether an error says nothing about what is on the clipboard.
  private func isUnanswered(_ error: DragError) async -> Bool {
    switch error.code {
    case .busy, .quotaExceeded, .noReply, .disconnected: true
    // Between two dragds the clipboard may be empty.
    default: (try? await session.broker()) != shown?.broker
    }
  }
}

extension Session {
  /// The dragd that the bus has now.
  func broker() async throws(DragError) -> String? {
    try await ask { engine, done in done(.success(engine.connection.owner)) }
  }

  /// The clipboard's events; the first, nil, comes when dragclip has been asked for them, or cannot be.
  func clipboardEvents() -> AsyncStream<ClipboardEvent?> {
    AsyncStream { continuation in
      let number = number()
      let runs = run { $0.clipboardWatch.add(number, $0, continuation) }
      if !runs { continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.run { $0.clipboardWatch.remove(number) }
      }
    }
  }
}

/// Those who listen to the clipboard's events, on the loop's thread.
final class ClipboardWatch {
  private var listeners: [UInt64: AsyncStream<ClipboardEvent?>.Continuation] = [:]
  private var isFollowing = false
  private var isOver = false

  func add(
    _ number: UInt64, _ engine: Engine, _ listener: AsyncStream<ClipboardEvent?>.Continuation
  ) {
    guard !isOver else { return listener.finish() }
    listeners[number] = listener
    if !isFollowing {
      isFollowing = true
      // The rule is a constant, so the connection has just ended when it fails, and that ends all listeners.
      try? engine.connection.followClipboard { [weak self, weak engine] event in
        guard let self, let engine else { return }
        // A new dragclip knows nobody who watches.
        guard case .came = event else { return tell(event) }
        ask(engine) { [weak self] in self?.tell(event) }
      }
    }
    ask(engine) { [weak self] in self?.listeners[number]?.yield(nil) }
  }

  private func ask(_ engine: Engine, then: @escaping () -> Void) {
    engine.perform(timeout: Session.usualTimeout) { () throws(RequestError) in
      try .watchClipboard()
    } then: { (_: Result<Void, DragError>) in
      then()
    }
  }

  private func tell(_ event: ClipboardEvent) {
    for listener in listeners.values { listener.yield(event) }
  }

  func remove(_ number: UInt64) { listeners[number] = nil }

  func endAll() {
    isOver = true
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}
