internal import DragConnection
internal import DragModel
internal import DragProtocol

/// The listed offers, for the tasks that follow them.
final class ListedOffers {
  /// Nil until dragd has listed its offers.
  private var offers: [Identifier: ListedOffer]?
  private var listeners: [UInt64: ([ListedOffer]) -> Void] = [:]
  private var ends: [UInt64: () -> Void] = [:]
  private var isFollowing = false
  /// Whether the bus has gone: no list comes any more.
  private var isOver = false
  /// Counts the requests for the list; only the last one's reply is used.
  private var asked = 0

  /// The offers, newest first.
  private var list: [ListedOffer]? {
    offers?.values.sorted { a, b in
      (a.properties.created, a.id) > (b.properties.created, b.id)
    }
  }

  private func tell() {
    guard let list else { return }
    for listener in listeners.values { listener(list) }
  }

  func remove(_ number: UInt64) {
    listeners[number] = nil
    ends[number] = nil
  }

  func endAll() {
    isOver = true
    for end in ends.values { end() }
    listeners = [:]
    ends = [:]
  }

  /// Adds a listener, and calls it at once when the list is known.
  func add(
    _ number: UInt64, _ engine: Engine, _ listener: @escaping ([ListedOffer]) -> Void,
    end: @escaping () -> Void
  ) {
    guard !isOver else { return end() }
    listeners[number] = listener
    ends[number] = end
    if let list {
      listener(list)
    } else if !isFollowing {
      isFollowing = true
      do throws(RequestError) {
        try engine.connection.followOffers { [weak engine] change in
          if let engine { engine.listedOffers.apply(change, engine) }
        }
      } catch {
        // The rules are constants, so the connection has just ended, and that ends all listeners.
        return
      }
      load(engine)
    }
  }

  func ownerChanged(_ owner: String?, _ engine: Engine) {
    guard isFollowing else { return }
    if owner == nil {
      asked += 1
      offers = [:]
      tell()
    } else {
      offers = nil
      load(engine)
    }
  }

  private func load(_ engine: Engine) {
    asked += 1
    let number = asked
    engine.perform(timeout: nil) { () throws(RequestError) in
      try BrokerCall<[ListedOffer]>.offers().startingNothing()
    } then: { [weak engine] answer in
      engine?.listedOffers.loaded(number, answer)
    }
  }

  private func loaded(_ number: Int, _ answer: Result<[ListedOffer], DragError>) {
    guard number == asked else { return }
    // Without a dragd, or with one that cannot list, there are no offers.
    let list = (try? answer.get()) ?? []
    offers = Dictionary(list.map { ($0.id, $0) }) { $1 }
    tell()
  }

  private func apply(_ change: OfferChange, _ engine: Engine) {
    // The requested list will contain every change that arrives before it.
    guard offers != nil else { return }
    switch change {
    case .added(let offer):
      offers?[offer.id] = offer
      tell()
    case .removed(let id):
      guard offers?.removeValue(forKey: id) != nil else { return }
      tell()
    case .changed(let id):
      engine.perform(timeout: Session.usualTimeout) { () throws(RequestError) in
        try BrokerCall<OfferProperties>.properties(of: id).startingNothing()
      } then: { [weak engine] answer in
        guard case .success(let properties) = answer else { return }
        engine?.listedOffers.update(ListedOffer(id: id, properties: properties))
      }
    }
  }

  private func update(_ offer: ListedOffer) {
    guard offers?[offer.id] != nil else { return }
    offers?[offer.id] = offer
    tell()
  }
}
