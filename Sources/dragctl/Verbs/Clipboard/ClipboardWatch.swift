internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Follows what dragctl has copied, until a program copies something else, or this clears the clipboard after a time.
final class ClipboardWatch {
  private let connection: BrokerConnection
  private let loop: EventLoop
  private var call: CopyCall
  /// The dragd that has the offer of `call`. Once it has ended, the clipboard may be empty until the next one has the
  /// offer.
  private var broker: String?
  /// What the offer is called at a later dragd, until dragclip has it.
  private var renewed: Identifier?
  private var isCopying = false
  private let clearsAfter: Milliseconds?
  /// The selection has something else now.
  private let replaced: () -> Void
  private(set) var hasEnded = false
  private(set) var result: Result<Void, Failure> = .success(())

  init(
    _ connection: BrokerConnection, _ loop: EventLoop, _ call: CopyCall,
    _ clearsAfter: Milliseconds?,
    replaced: @escaping () -> Void
  ) {
    self.connection = connection
    self.loop = loop
    self.call = call
    self.clearsAfter = clearsAfter
    self.replaced = replaced
  }

  /// Puts the offer on the clipboard; calls `replaced` once the selection has something else.
  func start() throws(Failure) {
    try mapError { () throws(RequestError) in
      try connection.followClipboard { [unowned self] event in received(event) }
    } to: {
      Failure($0)
    }
    // Watch first: a change right after Copy would be missed.
    try connection.askClipboard { () throws(RequestError) in try .watchClipboard() }
    try connection.askClipboard { () throws(RequestError) in try .copyToClipboard(call) }
    broker = connection.owner
    guard let clearsAfter else { return }
    loop.after(microseconds: clearsAfter.count.inMicroseconds) { [weak self] in self?.clear() }
  }

  /// Puts the offer that another dragd has now on the clipboard, unless that has something else since.
  func copyAgain(_ offer: Identifier) {
    // What was copied while no dragd ran has ended the watch, but not the offer.
    guard !hasEnded else { return replaced() }
    renewed = offer
    // Each copy names the one before it.
    guard !isCopying else { return }
    isCopying = true
    var again = call
    again.offer = offer
    again.replaces = call.offer
    let owner = connection.owner
    ask { () throws(RequestError) in
      try .copyToClipboard(again)
    } then: { [weak self] answer in
      self?.copied(offer, at: owner, answer)
    }
  }

  private func copied(
    _ offer: Identifier, at owner: String?, _ answer: Result<Void, RequestError>
  ) {
    isCopying = false
    guard !hasEnded else { return }
    if case .success = answer {
      call.offer = offer
      broker = owner
    }
    if let renewed, renewed != offer { return copyAgain(renewed) }
    renewed = nil
    switch answer {
    case .success: look()
    case .failure(let error):
      // The next dragd gets the offer, too.
      guard connection.owner == owner else { return }
      switch error.code {
      case .broker(.noSuchOffer): break
      case .broker(.quotaExceeded), .broker(.busy):
        loop.after(microseconds: Self.retryPause) { [weak self] in
          if let self, connection.owner == owner { copyAgain(offer) }
        }
        return
      default: result = .failure(Failure(ofClipboard: error))
      }
      end()
    }
  }

  private func received(_ event: ClipboardEvent) {
    switch event {
    case .changed(let change) where change.selection == call.selection: look()
    case .changed, .historyChanged: break
    // Without this call a dragclip that has taken the name of another would report nothing.
    case .came:
      ask { () throws(RequestError) in
        try .watchClipboard()
      } then: { [weak self] _ in
        self?.look()
      }
    // The display has gone, and every selection with it.
    case .left: end()
    }
  }

  /// Whether the selection still has the offer.
  private func look() {
    guard !hasEnded else { return }
    ask { () throws(RequestError) in
      try .currentClipboard(CurrentCall(selection: call.selection))
    } then: { [weak self] answer in
      guard let self, !hasEnded else { return }
      switch answer {
      case .success(let content) where content.offer == call.offer: break
      case .success: end()
      case .failure(let error):
        guard connection.owner == broker else { return }
        switch error.code {
        // Who runs the loop hears of the end of the bus, too.
        case .broker(.quotaExceeded), .broker(.busy), .disconnected: break
        // A dragclip that is stopped still owns the clipboard. One that has ended has left the bus, which ends this.
        case .noReply: loop.after(microseconds: Self.retryPause) { [weak self] in self?.look() }
        // Nothing is on the clipboard.
        default: end()
        }
      }
    }
  }

  /// Microseconds until dragclip is asked again that has refused for the moment.
  private static let retryPause: UInt64 = 500_000

  /// Clears the selection, unless it has something else by now.
  private func clear() {
    ask { () throws(RequestError) in
      try .currentClipboard(CurrentCall(selection: call.selection))
    } then: { [weak self] answer in
      guard let self, !hasEnded else { return }
      switch answer {
      case .success(let content) where content.offer == call.offer: break
      case .success: return end()
      case .failure(let error):
        switch error.code {
        // Nothing is on the clipboard any more.
        case .broker(.noSuchOffer): return end()
        case .broker(.quotaExceeded), .broker(.busy):
          loop.after(microseconds: Self.retryPause) { [weak self] in self?.clear() }
          return
        default:
          // The content may still be there, and the person has to know.
          result = .failure(Failure(ofClipboard: error))
          return end()
        }
      }
      ask { () throws(RequestError) in
        try .clearClipboard(call.selection)
      } then: { [weak self] answer in
        guard let self else { return }
        if case .failure(let error) = answer { result = .failure(Failure(ofClipboard: error)) }
        end()
      }
    }
  }

  private func ask<Reply>(
    _ make: () throws(RequestError) -> BrokerCall<Reply>,
    then: @escaping (Result<Reply, RequestError>) -> Void
  ) {
    do throws(RequestError) {
      _ = connection.perform(try make(), timeout: VerbSession.timeout, then: then)
    } catch {
      then(.failure(error))
    }
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    replaced()
  }
}
