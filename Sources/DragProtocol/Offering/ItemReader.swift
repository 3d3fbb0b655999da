internal import DBus
internal import DragModel
internal import DragSystem

/// Reads the items of an Offer or AddItems message.
struct ItemReader {
  /// Descriptors taken from the message so far.
  private var descriptors = 0

  /// Reads an `a(a{sv}aa{sv})`. `keep` is given each descriptor as it comes, also of items that are
  /// refused later: the caller decides where they are closed.
  mutating func items(
    _ reader: inout MessageReader, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) -> [Item<ReceivedContent>] {
    var items: [Item<ReceivedContent>] = []
    try reader.array { element throws(Rejection) in
      var fields = try element.reading { reader throws(DecodingFailure) in
        try reader.structure()
      }
      let index = items.count
      let attributes = try Self.attributes(&fields, of: index)
      let representations = try representations(&fields, of: index, keep: keep)
      items.append(Item(attributes: attributes, representations: representations))
    }
    return items
  }

  private static func attributes(
    _ reader: inout MessageReader, of item: Int
  ) throws(Rejection) -> ItemAttributes {
    var attributes = ItemAttributes()
    try reader.dictionary { key, value throws(Rejection) in
      guard let key = ItemKey(rawValue: key) else { return }
      switch key {
      case .name: attributes.name = try fileName(&value, of: item)
      case .key: attributes.key = try value.text("item \(item): key", atMost: Lengths.text)
      case .local: attributes.local = try value.text("item \(item): local", atMost: Lengths.text)
      }
    }
    return attributes
  }

  private static func fileName(
    _ reader: inout MessageReader, of item: Int
  ) throws(Rejection) -> String {
    let name = try reader.text("item \(item): name", atMost: Lengths.name)
    let isComponent =
      !name.isEmpty && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    guard isComponent else {
      throw .invalid(
        "item \(item): name is \(name.quoted): it must be one path component, not empty, "
          + "not “.” or “..”, without “/”")
    }
    return name
  }

  private mutating func representations(
    _ reader: inout MessageReader, of item: Int, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) -> [Representation<ReceivedContent>] {
    var representations: [Representation<ReceivedContent>] = []
    // A message has room for millions: each is looked up, not compared with all before it.
    var types: Set<MIMEType> = []
    try reader.array { element throws(Rejection) in
      let place = Place(item: item, representation: representations.count)
      let representation = try representation(&element, at: place, keep: keep)
      if let type = representation.type, !types.insert(type).inserted {
        throw .invalid("item \(item) has \(type.description.quoted) twice: offer each type once")
      }
      representations.append(representation)
    }
    guard !representations.isEmpty else {
      throw .invalid("item \(item) has no representation: give it at least one")
    }
    return representations
  }

  private mutating func representation(
    _ reader: inout MessageReader, at place: Place, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) -> Representation<ReceivedContent> {
    var type: MIMEType?
    var visibility = Visibility.all
    var data: [UInt8]?
    var descriptor: Int?
    var size: UInt64?
    try reader.dictionary { key, value throws(Rejection) in
      guard let key = RepresentationKey(rawValue: key) else { return }
      switch key {
      case .type: type = try value.mimeType("\(place): type")
      case .data: data = try Self.data(&value, at: place)
      case .fd: descriptor = try self.descriptor(&value, keep: keep)
      case .size: size = try Self.size(&value, at: place)
      case .visibility: visibility = try value.word("\(place): visibility")
      }
    }
    if data != nil || descriptor != nil, let size {
      throw .invalid("\(place): size is \(size), but only lazy content promises one")
    }
    switch (data, descriptor) {
    case (.some, .some):
      throw .invalid("\(place): data and fd are both there: give one of them")
    case (.some(let data), nil):
      return Representation(type: type, visibility: visibility, content: .bytes(data))
    case (nil, .some(let descriptor)):
      return Representation(type: type, visibility: visibility, content: .descriptor(descriptor))
    case (nil, nil):
      guard let type else {
        throw .invalid("\(place): type is missing: what has neither data nor fd must name it")
      }
      return Representation(type: type, visibility: visibility, content: .lazy(size: size))
    }
  }

  private static func data(
    _ reader: inout MessageReader, at place: Place
  ) throws(Rejection) -> [UInt8] {
    let data = try reader.reading { reader throws(DecodingFailure) in try reader.bytes() }
    guard data.count <= Lengths.data else {
      throw .invalid(
        "\(place): data has \(data.count) bytes, at most \(Lengths.data) can be: use fd")
    }
    return data
  }

  private static func size(
    _ reader: inout MessageReader, at place: Place
  ) throws(Rejection) -> UInt64 {
    let size: UInt64 = try reader.number()
    // No file is larger, and the highest number of all says elsewhere that a size is unknown.
    guard size <= UInt64(Int64.max) else {
      throw .invalid("\(place): size is \(size), at most \(Int64.max) can be")
    }
    return size
  }

  private mutating func descriptor(
    _ reader: inout MessageReader, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) -> Int {
    guard descriptors < Lengths.descriptors else {
      throw Rejection(
        .tooManyItems,
        "the message carries more than \(Lengths.descriptors) descriptors: set “more”, and send "
          + "the rest with AddItems")
    }
    keep(try reader.reading { reader throws(DecodingFailure) in try reader.descriptor() })
    descriptors += 1
    return descriptors - 1
  }

  /// What a message calls a representation.
  private struct Place: CustomStringConvertible {
    let item: Int
    let representation: Int

    var description: String { "item \(item), representation \(representation)" }
  }
}
