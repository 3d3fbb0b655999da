internal import DBus
internal import DragModel

extension MessageWriter {
  /// Appends the `a(a{sv}aa{sv})` of an Offer or AddItems message.
  mutating func append(
    items: [Item<SentContent>], descriptors: [SharedDescriptor]
  ) throws(BusError) {
    try appendArray(of: "(a{sv}aa{sv})") { array throws(BusError) in
      for item in items {
        try array.appendStructure { fields throws(BusError) in
          try item.attributes.write(to: &fields)
          try fields.appendArray(of: "a{sv}") { array throws(BusError) in
            for representation in item.representations {
              try RepresentationEntry(representation, descriptors).write(to: &array)
            }
          }
        }
      }
    }
  }
}

extension RepresentationEntry {
  fileprivate init(
    _ representation: Representation<SentContent>, _ descriptors: [SharedDescriptor]
  ) {
    self.init(type: representation.type, visibility: representation.visibility)
    switch representation.content {
    case .bytes(let bytes): data = bytes
    case .descriptor(let index): descriptor = .shared(descriptors[index])
    case .lazy(let size): self.size = size
    }
  }
}
