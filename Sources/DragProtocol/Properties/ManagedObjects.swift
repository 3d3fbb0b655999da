package import DBus
package import DragModel

/// The objects of the object manager: the complete public offers, and the drop targets.
package struct ManagedObjects: Sendable {
  package var offers: [(id: Identifier, properties: OfferProperties)] = []
  package var targets: [(id: Identifier, properties: TargetProperties)] = []

  package init() {}

  /// Reads the reply of `GetManagedObjects`.
  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    try reader.array { element throws(Rejection) in
      var entry = try element.reading { reader throws(DecodingFailure) in
        try reader.dictionaryEntry()
      }
      if let object = try ManagedObject(&entry) { add(object) }
    }
  }

  private mutating func add(_ object: ManagedObject) {
    switch object {
    case .offer(let id, let properties): offers.append((id, properties))
    case .target(let id, let properties): targets.append((id, properties))
    }
  }

  /// A call of `GetManagedObjects`.
  package static func get() throws(BusError) -> Message {
    try Message.call(.objectManager, ObjectManagerMethod.getManagedObjects, at: .root)
  }

  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: ManagedObjectsReply.element) { array throws(BusError) in
        for (id, properties) in offers { try array.append(.offer(id), properties) }
        for (id, properties) in targets { try array.append(.target(id), properties) }
      }
    }
    return reply
  }
}

/// The reply of `GetManagedObjects`. dragd writes it a few objects at a time, and once for all waiting callers.
package final class ManagedObjectsReply {
  private let objects: LongArray

  static let element = "{oa{sa{sv}}}"

  package init() throws(BusError) {
    objects = try LongArray(of: Self.element)
  }

  /// - Throws: LimitsExceeded when the objects do not fit into one message.
  package func append(_ path: ObjectPath, _ properties: some PropertyValues) throws(BusError) {
    try objects.append { array throws(BusError) in try array.append(path, properties) }
  }

  /// Every object is written.
  package func finish() { objects.finish() }

  package func message(to call: ReplyAddress) -> Message { objects.reply(to: call) }
}

extension MessageWriter {
  /// Appends an object that the object manager lists.
  fileprivate mutating func append(
    _ path: ObjectPath, _ properties: some PropertyValues
  ) throws(BusError) {
    try appendDictionaryEntry { entry throws(BusError) in
      try entry.appendPath(path.description)
      try properties.writeInterfaces(to: &entry)
    }
  }
}

/// An object that the object manager lists.
package enum ManagedObject: Sendable {
  case offer(Identifier, OfferProperties)
  case target(Identifier, TargetProperties)

  /// Reads an `InterfacesAdded`; nil for an object of an unknown kind.
  package init?(added signal: Message) throws(Rejection) {
    var reader = signal.read()
    try self.init(&reader)
  }

  /// Reads an `InterfacesRemoved`: the path of the removed object.
  package static func removed(_ signal: Message) throws(Rejection) -> ObjectPath? {
    var reader = signal.read()
    return ObjectPath(try reader.objectPath())
  }

  /// Reads a path and the `a{sa{sv}}` of its object.
  fileprivate init?(_ reader: inout MessageReader) throws(Rejection) {
    let path = ObjectPath(try reader.objectPath())
    var found: ManagedObject?
    try reader.array { element throws(Rejection) in
      var entry = try element.reading { reader throws(DecodingFailure) in
        try reader.dictionaryEntry()
      }
      let interface = try entry.text()
      switch path {
      case .offer(let id) where interface == OfferProperties.interface.rawValue:
        var properties = OfferProperties()
        try properties.read(from: &entry)
        found = .offer(id, properties)
      case .target(let id) where interface == TargetProperties.interface.rawValue:
        var properties = TargetProperties()
        try properties.read(from: &entry)
        found = .target(id, properties)
      case .root, .offer, .transfer, .target, .folder, .absent, .parent, nil:
        break
      }
    }
    guard let found else { return nil }
    self = found
  }
}
