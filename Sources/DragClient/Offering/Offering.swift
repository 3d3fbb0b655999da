internal import DragConnection
internal import DragModel

/// Items on offer.
///
/// The offer stays until it is withdrawn, used up or expired, or until ``DragClient/close()``; releasing this object
/// changes nothing. When dragd starts again, this library publishes the offer anew, under another ``path``.
public final class Offering: Sendable {
  let core: OfferingCore
  private let client: DragClient

  init(_ core: OfferingCore, _ client: DragClient) {
    self.core = core
    self.client = client
  }

  /// The object path of the offer, by which other programs find it; for a private offer it is the only way. It changes
  /// when dragd starts again: see ``OfferingEvent/published``.
  public var path: String { core.offerPath }

  /// The events of the offer, as a sequence that ends with ``OfferingEvent/released(_:)``. Each call gives a new
  /// sequence of the events from then on; the first sequence also has the earlier ones.
  public var events: AsyncStream<OfferingEvent> { core.events.stream() }

  /// Withdraws the offer. Running transfers continue; ``cancel(reason:)`` ends them too. It also succeeds when the
  /// offer was over already.
  ///
  /// - Throws: `noReply` and `disconnected` as any call; `cancelled` when the task was cancelled; the offer is
  ///   withdrawn nevertheless.
  public func withdraw() async throws(DragError) {
    try await client.session.withdraw(core)
  }

  /// Withdraws the offer and cancels its running transfers. Their destinations get `cancelled` with the reason; the
  /// closures that write for them are cancelled. An item whose move is being decided is moved nevertheless, and its end
  /// is among the ``events``.
  ///
  /// - Parameter reason: for people at the other end.
  /// - Throws: as ``withdraw()``.
  public func cancel(reason: String = "") async throws(DragError) {
    let core = core
    client.session.run { $0.cancelTransfers(of: core, reason: reason) }
    try await withdraw()
  }

  /// Cancels one transfer, and lets the offer and all others go on.
  ///
  /// - Parameters:
  ///   - transfer: as an event of this offer has named it.
  ///   - reason: for people at the other end.
  /// - Throws: `operationNotAllowed` when the transfer has finished or its move is being decided; `noSuchTransfer`.
  public func cancel(
    _ transfer: TransferID, reason: String = ""
  ) async throws(DragError) {
    guard let id = Identifier(transfer.rawValue) else {
      throw DragError(.invalidArguments, "“\(transfer.rawValue)” is not the id of a transfer")
    }
    try await client.session.call { () throws(RequestError) in try .cancel(id, reason: reason) }
  }
}

extension DragClient {
  /// Offers items to the programs on the bus.
  ///
  /// - Parameters:
  ///   - items: at least one, each with at least one representation.
  ///   - options: how to offer them.
  /// - Returns: the offer, once it can be accepted.
  /// - Throws: `system` when a file cannot be opened, `invalidDescriptor` when it is no regular file, `invalidType`,
  ///   `invalidArguments`, `quotaExceeded` and others as dragd refuses, `noBroker` when there is no dragd.
  public func offer(
    _ items: [ItemProvider], options: OfferingOptions = OfferingOptions()
  ) async throws(DragError) -> Offering {
    Offering(try await session.offer(items, options, of: self), self)
  }
}
