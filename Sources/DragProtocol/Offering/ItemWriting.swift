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
          try fields.append(attributes: item.attributes)
          try fields.appendArray(of: "a{sv}") { array throws(BusError) in
            for representation in item.representations {
              try array.append(representation, descriptors: descriptors)
            }
          }
        }
      }
    }
  }

  mutating func append(attributes: ItemAttributes) throws(BusError) {
    try appendDictionary { entries throws(BusError) in
      try entries.entry(ItemKey.name.rawValue, ifThere: attributes.name)
      try entries.entry(ItemKey.key.rawValue, ifThere: attributes.key)
      try entries.entry(ItemKey.local.rawValue, ifThere: attributes.local)
    }
  }

  private mutating func append(
    _ representation: Representation<SentContent>, descriptors: [SharedDescriptor]
  ) throws(BusError) {
    typealias Key = RepresentationKey
    try appendDictionary { entries throws(BusError) in
      try entries.entry(Key.type.rawValue, ifThere: representation.type?.description)
      switch representation.content {
      case .bytes(let bytes):
        try entries.entry(Key.data.rawValue, bytes: bytes)
      case .descriptor(let index):
        try entries.entry(Key.fd.rawValue, descriptor: descriptors[index].descriptor)
      case .lazy(let size):
        try entries.entry(Key.size.rawValue, ifThere: size)
      }
      if representation.visibility != .all {
        try entries.entry(Key.visibility.rawValue, representation.visibility.rawValue)
      }
    }
  }
}
