internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Items and options that can be published several times: each time those that are left.
struct RemainingOffer {
  private let items: [SourceItem]
  private var options: OfferOptions
  private var use: OfferUse

  init(_ items: [SourceItem], _ options: OfferOptions) {
    self.items = items
    self.options = options
    self.options.sourceName = Remote.sourceName
    use = OfferUse(items: items.count, options)
  }

  var hasItems: Bool { !use.remaining.isEmpty }

  /// The place in the first publication of dragd's item `index`; nil when there is none.
  func place(of index: UInt32) -> UInt32? { use.place(of: index).map { UInt32($0) } }

  /// A destination has accepted an item, or tried to.
  mutating func record(_ call: EndedCall) {
    guard let operation = call.operation, let place = use.place(of: call.item) else { return }
    use.accept(place, by: operation)
  }

  /// Marks the items of these keys as moved away, and names the source by a cookie.
  mutating func recordMoves(of keys: Set<String>, cookie: String) {
    options.cookie = cookie
    for (place, item) in items.enumerated() where keys.contains(item.attributes.key ?? "") {
      use.recordMove(of: place)
    }
  }

  /// Publishes the items that are left; no client sees a part of them.
  ///
  /// - Parameters:
  ///   - source: the path of the object that implements Source1.
  ///   - replacing: an earlier offer of this connection, perhaps at an earlier dragd.
  mutating func publish(
    on connection: BrokerConnection, source: String? = nil, replacing: Identifier? = nil
  ) throws(Failure) -> Identifier {
    var options = use.remainder(of: options, at: Clock.monotonic)
    options.source = source
    options.replaces = replacing
    let places = use.remaining
    do throws(RequestError) {
      let id = try connection.publish(
        places.map { items[$0] }, options, timeout: VerbSession.timeout)
      use.publish(places)
      return id
    } catch {
      var failure = Failure(error)
      if failure.code == .quotaExceeded, places.count > 1 {
        failure.hint = translated(
          """
          Offer fewer files at a time, the folder that has them (dragctl offer FOLDER), or an archive: \
          --exec application/x-tar='tar c FOLDER'
          """)
      }
      throw failure
    }
  }
}
