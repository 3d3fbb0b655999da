package import DragModel
package import DragProtocol

/// The content of a representation, as its source provides it.
package enum SourceContent: Sendable {
  /// At most 1 MiB.
  case data([UInt8])
  /// A regular file or memfd, open for reading.
  case file(SharedDescriptor)
  /// Made by the source when a destination accepts it; the size is a promise.
  case lazy(size: UInt64?)

  package var isLazy: Bool {
    switch self {
    case .lazy: true
    case .data, .file: false
    }
  }
}

/// An item as its source provides it.
package typealias SourceItem = Item<SourceContent>

/// Items as a message carries them, with their descriptors.
struct SentItems {
  private(set) var items: [Item<SentContent>] = []
  private(set) var descriptors: [SharedDescriptor] = []

  init(_ source: [SourceItem]) {
    for item in source {
      let representations = item.representations.map { representation in
        Representation(
          type: representation.type, visibility: representation.visibility,
          content: content(representation.content))
      }
      items.append(Item(attributes: item.attributes, representations: representations))
    }
  }

  private mutating func content(_ content: SourceContent) -> SentContent {
    switch content {
    case .data(let bytes): return .bytes(bytes)
    case .lazy(let size): return .lazy(size: size)
    case .file(let file):
      descriptors.append(file)
      return .descriptor(descriptors.count - 1)
    }
  }
}
