internal import DragConnection
internal import DragModel

/// Items in as few messages as may carry them.
struct OfferBatches: Sendable {
  private(set) var batches: [[SourceItem]] = [[]]

  /// In one message: descriptors, as dbus-daemon takes them, and bytes, because everybody else on the bus waits
  /// meanwhile.
  private static let descriptors = 16
  private static let bytes = 4 << 20
  private static let items = 256

  init(_ items: [SourceItem]) {
    var load = (descriptors: 0, bytes: 0)
    for item in items {
      let more = Self.load(of: item)
      if batches[batches.count - 1].count >= Self.items
        || load.descriptors + more.descriptors > Self.descriptors && load.descriptors > 0
        || load.bytes + more.bytes > Self.bytes && load.bytes > 0
      {
        batches.append([])
        load = (0, 0)
      }
      batches[batches.count - 1].append(item)
      load = (load.descriptors + more.descriptors, load.bytes + more.bytes)
    }
  }

  private static func load(of item: SourceItem) -> (descriptors: Int, bytes: Int) {
    var load = (descriptors: 0, bytes: 0)
    for representation in item.representations {
      switch representation.content {
      case .data(let data): load.bytes += data.count
      case .file: load.descriptors += 1
      case .lazy: break
      }
    }
    return load
  }
}
