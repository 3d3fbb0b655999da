package import DBus
package import DragModel
package import DragSystem

/// A call that begins with items.
package protocol ItemsCall {
  /// Reads the rest of a call from a reader that has read its items.
  init(_ reader: ItemReader) throws(Rejection)
}

extension ItemsCall {
  /// Reads a message in one piece; `keep` gets each descriptor, see `ItemReader.readNext`.
  package init(
    _ message: Message, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) {
    var reader = try ItemReader(message)
    while !reader.isAtEnd { try reader.readNext(keep: keep) }
    try self.init(reader)
  }
}

/// Reads the items of an Offer or AddItems message, an `a(a{sv}aa{sv})`, one after the other: a message has room for
/// millions of representations, and others wait meanwhile.
package struct ItemReader {
  package private(set) var items: [Item<ReceivedContent>] = []
  private var elements: MessageReader
  /// What follows the items in the message.
  let rest: MessageReader
  /// Descriptors taken from the message so far.
  private var descriptors = 0
  /// Keys of the items that this dragd does not know.
  private(set) var unknownKeys = UnknownKeys()

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    elements = try reader.reading { reader throws(DecodingFailure) in try reader.array() }
    rest = reader
  }

  package var isAtEnd: Bool { elements.isAtEnd }

  /// Reads the next item. `keep` gets each descriptor, even of items that are refused later, because the caller decides
  /// where descriptors are closed.
  package mutating func readNext(
    keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) {
    var fields = try elements.reading { reader throws(DecodingFailure) in try reader.structure() }
    let index = items.count
    let attributes = try ItemAttributes(
      &fields, at: ItemPlace(item: index), noting: &unknownKeys)
    let representations = try representations(&fields, of: index, keep: keep)
    items.append(Item(attributes: attributes, representations: representations))
  }

  private mutating func representations(
    _ reader: inout MessageReader, of item: Int, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) -> [Representation<ReceivedContent>] {
    var representations: [Representation<ReceivedContent>] = []
    // A set, because an item may have a thousand types.
    var types: Set<MIMEType> = []
    try reader.array { element throws(Rejection) in
      guard representations.count < Lengths.entries else {
        throw .invalid("item \(item) has more than \(Lengths.entries) representations")
      }
      let place = ItemPlace(item: item, representation: representations.count)
      let offered = try RepresentationEntry(&element, at: place, noting: &unknownKeys)
      let content = try content(of: offered, at: place, keep: keep)
      if let type = offered.type, !types.insert(type).inserted {
        throw .invalid("item \(item) has \(type.description.quoted) twice: offer each type once")
      }
      representations.append(
        Representation(type: offered.type, visibility: offered.visibility, content: content))
    }
    guard !representations.isEmpty else {
      throw .invalid("item \(item) has no representation: give it at least one")
    }
    return representations
  }

  private mutating func content(
    of offered: RepresentationEntry, at place: ItemPlace,
    keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) -> ReceivedContent {
    // First, so that `keep` gets the descriptor of a representation that is refused below.
    var descriptor: Int?
    if let passed = offered.descriptor { descriptor = try receive(passed, keep: keep) }
    if offered.data != nil || descriptor != nil, let size = offered.size {
      throw .invalid("\(place): size is \(size), but only lazy content promises one")
    }
    switch (offered.data, descriptor) {
    case (.some, .some):
      throw .invalid("\(place): data and fd are both there: give one of them")
    case (.some(let data), nil):
      return .bytes(data)
    case (nil, .some(let descriptor)):
      return .descriptor(descriptor)
    case (nil, nil):
      guard offered.type != nil else {
        throw .invalid(
          "\(place): type is missing: a representation with neither data nor fd must name it")
      }
      return .lazy(size: offered.size)
    }
  }

  private mutating func receive(
    _ descriptor: DescriptorValue, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) -> Int {
    guard descriptors < Lengths.descriptors else {
      throw Rejection(
        .tooManyItems,
        "the message carries more than \(Lengths.descriptors) descriptors: set “more”, and send "
          + "the rest with AddItems")
    }
    keep(try descriptor.readDuplicate())
    descriptors += 1
    return descriptors - 1
  }
}

/// The content of a representation in an Offer or AddItems message.
package enum ReceivedContent: Hashable, Sendable {
  case bytes([UInt8])
  /// A descriptor of the message, by its place among them.
  case descriptor(Int)
  /// The source makes it on demand, and may promise its size.
  case lazy(size: UInt64?)

  var isLazy: Bool {
    switch self {
    case .lazy: true
    case .bytes, .descriptor: false
    }
  }
}

/// The same in a message that a client sends.
package typealias SentContent = ReceivedContent
