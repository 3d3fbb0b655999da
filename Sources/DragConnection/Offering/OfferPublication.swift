internal import DBus
package import DragModel

/// Publishes a client's items, in several messages if they do not fit into one; dragd does not list the offer before it
/// is complete.
///
/// This value only decides, and performs nothing; see `MoveCompletion`.
package struct OfferPublication: Sendable {
  package enum Step: Sendable {
    /// Call Offer.
    case offer([SourceItem], OfferOptions)
    /// Call AddItems.
    case addItems([SourceItem], to: Identifier, more: Bool)
    /// Call Withdraw, without waiting for the reply.
    case withdraw(Identifier)
    case end(Result<Identifier, RequestError>)
  }

  /// The result of the step.
  package enum Event: Sendable {
    case offered(Identifier)
    case performed
    case failed(RequestError)
  }

  package private(set) var step: Step
  private let batches: [[SourceItem]]
  private var options: OfferOptions
  private var offered: Identifier?
  /// How many batches were added after the first.
  private var added = 0
  private var failure: RequestError?

  /// - Parameter options: `replaces` applies only where dragd knows that offer; a new dragd may not.
  package init(_ items: [SourceItem], _ options: OfferOptions) {
    self.options = options
    do throws(RequestError) {
      batches = try Self.batches(items)
      self.options.more = batches.count > 1
      step = .offer(batches[0], self.options)
    } catch {
      batches = []
      step = .end(.failure(error))
    }
  }

  /// Records the result of the step, and sets `step` to the next one.
  package mutating func follow(_ event: Event) {
    switch (step, event) {
    case (.offer, .offered(let id)):
      offered = id
      addNext(to: id)
    case (.offer, .failed(let error)):
      guard options.replaces != nil,
        error.code == .broker(.noSuchOffer) || error.code == .broker(.accessDenied)
      else {
        step = .end(.failure(error))
        return
      }
      options.replaces = nil
      step = .offer(batches[0], options)
    case (.addItems(_, let id, _), .failed(let error)):
      failure = error
      // No client has seen the incomplete offer; withdrawing only frees dragd's resources.
      step = .withdraw(id)
    case (.addItems(_, let id, _), _):
      added += 1
      addNext(to: id)
    case (.withdraw(let id), _):
      step = .end(failure.map { .failure($0) } ?? .success(id))
    case (.offer, .performed), (.end, _):
      break
    }
  }

  private mutating func addNext(to id: Identifier) {
    let next = added + 1
    step =
      next < batches.count
      ? .addItems(batches[next], to: id, more: next + 1 < batches.count) : .end(.success(id))
  }

  // MARK: Batches

  /// Descriptors in one message: dbus-daemon disconnects a client that sends more.
  private static let descriptors = 16
  /// Bytes and items in one message: every other client waits while the bus passes it on.
  private static let bytes = 4 << 20
  private static let items = 256

  private static func batches(_ items: [SourceItem]) throws(RequestError) -> [[SourceItem]] {
    var batches: [[SourceItem]] = [[]]
    var load = Load()
    for (index, item) in items.enumerated() {
      let more = Load(item)
      guard more.descriptors <= descriptors else {
        throw RequestError(
          .broker(.tooManyItems),
          "item \(index) has \(more.descriptors) representations that are files, and a message carries "
            + "\(descriptors): give the others as data, or on demand")
      }
      let isFull =
        batches[batches.count - 1].count >= Self.items
        || load.descriptors + more.descriptors > descriptors
        || load.bytes + more.bytes > bytes && load.bytes > 0
      if isFull {
        batches.append([])
        load = Load()
      }
      batches[batches.count - 1].append(item)
      load.descriptors += more.descriptors
      load.bytes += more.bytes
    }
    return batches
  }

  private struct Load {
    var descriptors = 0
    var bytes = 0

    init() {}

    init(_ item: SourceItem) {
      for representation in item.representations {
        switch representation.content {
        case .data(let data): bytes += data.count
        case .file: descriptors += 1
        case .lazy: break
        }
      }
    }
  }
}

extension BrokerConnection {
  /// Publishes items. Blocks, each call at most `milliseconds`.
  package func publish(
    _ items: [SourceItem], _ options: OfferOptions, timeout milliseconds: Int
  ) throws(RequestError) -> Identifier {
    var publication = OfferPublication(items, options)
    while true {
      if case .end(let result) = publication.step { return try result.get() }
      publication.follow(perform(publication.step, timeout: milliseconds))
    }
  }

  private func perform(
    _ step: OfferPublication.Step, timeout milliseconds: Int
  ) -> OfferPublication.Event {
    do throws(RequestError) {
      switch step {
      case .offer(let items, let options):
        return .offered(try perform(BrokerCall.offer(items, options), timeout: milliseconds))
      case .addItems(let items, let id, let more):
        try perform(BrokerCall.addItems(items, to: id, more: more), timeout: milliseconds)
      case .withdraw(let id):
        post(try .withdraw(id))
        bus.flush(within: milliseconds)
      case .end:
        break
      }
      return .performed
    } catch {
      return .failed(error)
    }
  }
}
