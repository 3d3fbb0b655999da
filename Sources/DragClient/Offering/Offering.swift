/// Items on offer.
///
/// The offer stays until it is withdrawn, used up or expired, or until ``DragClient/close()``; letting go of this value
/// changes nothing. When dragd starts again it is published anew, under another ``path``.
public final class Offering: Sendable {
  let core: OfferingCore
  private let client: DragClient

  init(_ core: OfferingCore, _ client: DragClient) {
    self.core = core
    self.client = client
  }

  /// The object path of the offer, for others to find it by; of a private offer the only way to it. It changes when
  /// dragd starts again: see ``OfferingEvent/published``.
  public var path: String { core.offerPath }

  /// What happens to the offer, as an endless sequence until it is released. Each call gives a new sequence of what
  /// happens from then on; the first also has what happened before.
  public var events: AsyncStream<OfferingEvent> { core.events.stream() }

  /// Takes the items off offer. Transfers that run go on. Success also when the offer was over already.
  ///
  /// - Throws: `noReply` and `disconnected` as any call; `cancelled` when the task was, though the items are taken off
  ///   offer all the same.
  public func withdraw() async throws(DragError) {
    try await client.session.withdraw(core)
  }
}

extension DragClient {
  /// Puts items on offer, for everybody on the bus.
  ///
  /// - Parameters:
  ///   - items: at least one, each with at least one representation.
  ///   - options: how.
  /// - Returns: the offer, once it can be accepted.
  /// - Throws: `system` when a file cannot be opened, `invalidDescriptor` when it is no regular file, `invalidType`,
  ///   `invalidArguments`, `quotaExceeded` and others as dragd refuses, `noBroker` when there is no dragd.
  public func offer(
    _ items: [ItemProvider], options: OfferingOptions = OfferingOptions()
  ) async throws(DragError) -> Offering {
    Offering(try await session.offer(items, options, of: self), self)
  }
}
