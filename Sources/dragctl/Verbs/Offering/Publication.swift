internal import DBus
internal import DragConnection
internal import DragModel

/// Items and options, as often as they have to be published.
struct Publication {
  private let items: [SourceItem]
  private let options: OfferOptions

  /// In one message: descriptors, as dbus-daemon takes them, and bytes, for no better reason than that
  /// everybody else on the bus waits meanwhile.
  private static let descriptors = 16
  private static let bytes = 4 << 20
  private static let itemsAtOnce = 256

  init(_ items: [SourceItem], _ options: OfferOptions) {
    self.items = items
    self.options = options
  }

  /// The same under a cookie, without the items that have these keys.
  func without(_ keys: Set<String>, cookie: String) -> Publication {
    var options = options
    options.cookie = cookie
    return Publication(items.filter { !keys.contains($0.attributes.key ?? "") }, options)
  }

  /// Publishes it, in several messages if it does not fit into one; nobody sees a part of it.
  ///
  /// - Parameters:
  ///   - source: the path of the object that implements Source1.
  ///   - replacing: an earlier offer of this connection.
  func publish(
    on connection: BrokerConnection, source: String? = nil, replacing: Identifier? = nil
  ) throws(Failure) -> Identifier {
    var options = options
    options.source = source
    options.replaces = replacing
    let batches = batches
    options.more = batches.count > 1
    let id = try connection.ask { () throws(DragError) in try .offer(batches[0], options) }
    do throws(Failure) {
      for index in batches.indices.dropFirst() {
        let isLast = index + 1 == batches.count
        try connection.ask { () throws(DragError) in
          try .addItems(batches[index], to: id, more: !isLast)
        }
      }
    } catch {
      // Nobody has seen it; this only saves dragd from keeping a torso.
      if let request = try? BrokerCall<Void>.withdraw(id) { connection.post(request) }
      connection.bus.flush()
      throw error
    }
    return id
  }

  private var batches: [[SourceItem]] {
    var batches: [[SourceItem]] = [[]]
    var load = Load()
    for item in items {
      let more = Load(item)
      if batches[batches.count - 1].count >= Self.itemsAtOnce
        || load.descriptors + more.descriptors > Self.descriptors
        || load.bytes + more.bytes > Self.bytes && load.bytes > 0
      {
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
