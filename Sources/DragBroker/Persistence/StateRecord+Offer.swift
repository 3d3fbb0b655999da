internal import DragModel
internal import DragSystem

// An offer in the state file. Sensitive offers never come here.

extension StateWriter {
  mutating func put(_ offer: OfferRecord<StoredContent>) {
    put(offer.id.description)
    put(offer.owner.peer.name)
    put(offer.owner.application)
    put(offer.owner.isSandboxed)
    put(offer.options)
    put(offer.created)
    put(offer.expires)
    put(offer.deadline)
    put(offer.stage.rawValue)
    put(offer.items)
  }

  /// `replaces` and `more` are over with the call.
  private mutating func put(_ options: OfferOptions) {
    put(options.operations.count)
    for operation in options.operations { put(operation.rawValue) }
    put(options.source)
    put(options.cookie)
    put(options.label)
    put(options.isPrivate)
    put(UInt64(options.uses))
    put(options.expiresIn)
    put(options.linger)
  }

  mutating func put(_ items: [RecordedItem<StoredContent>]) {
    put(items.count)
    for item in items {
      put(item.attributes.name)
      put(item.attributes.key)
      put(item.attributes.local)
      put(UInt64(item.taken))
      put(item.hasMovedAway)
      put(item.representations.count)
      for representation in item.representations {
        put(representation.type.description)
        put(representation.visibility.rawValue)
        put(representation.content)
      }
    }
  }

  private mutating func put(_ content: StoredContent) {
    switch content {
    case .bytes(let bytes):
      put("bytes")
      put(bytes)
    case .memory(let name, let size):
      put("memory")
      put(name)
      put(size)
    case .spool(let name, let size):
      put("spool")
      put(name)
      put(size)
    case .reference(let name, let identity):
      put("reference")
      put(name)
      put(identity.device)
      put(identity.inode)
      put(identity.size)
      put(UInt64(bitPattern: identity.modified))
    case .lazy(let size):
      put("lazy")
      put(size)
    }
  }
}

extension StateReader {
  mutating func offer() throws(StateDamage) -> OfferRecord<StoredContent> {
    let id = try identifier()
    let owner = Party(
      Peer(try text()), application: try text(), isSandboxed: try flag())
    return OfferRecord(
      id: id, owner: owner, options: try options(), created: try number(), expires: try number(),
      deadline: try optionalNumber(), stage: try value(), items: try items())
  }

  mutating func identifier() throws(StateDamage) -> Identifier {
    guard let id = Identifier(try text()) else { throw StateDamage() }
    return id
  }

  private mutating func options() throws(StateDamage) -> OfferOptions {
    var options = OfferOptions()
    options.operations = try list { reader throws(StateDamage) in try reader.value() }
    options.source = try optionalText()
    options.cookie = try optionalText()
    options.label = try optionalText()
    options.isPrivate = try flag()
    options.uses = try integer()
    options.expiresIn = try number()
    options.linger = try number()
    return options
  }

  mutating func items() throws(StateDamage) -> [RecordedItem<StoredContent>] {
    try list { reader throws(StateDamage) in
      let attributes = ItemAttributes(
        name: try reader.optionalText(), key: try reader.optionalText(),
        local: try reader.optionalText())
      let taken: UInt32 = try reader.integer()
      let hasMovedAway = try reader.flag()
      return RecordedItem(
        attributes: attributes,
        representations: try reader.list { reader throws(StateDamage) in
          try reader.representation()
        },
        taken: taken, hasMovedAway: hasMovedAway)
    }
  }

  private mutating func representation() throws(StateDamage)
    -> RecordedRepresentation<StoredContent>
  {
    guard let type = MIMEType(try text()) else { throw StateDamage() }
    return RecordedRepresentation(
      type: type, visibility: try value(), content: try storedContent())
  }

  private mutating func storedContent() throws(StateDamage) -> StoredContent {
    switch try text() {
    case "bytes": return .bytes(try content())
    case "memory": return .memory(name: try text(), size: try number())
    case "spool": return .spool(name: try text(), size: try number())
    case "reference":
      let name = try text()
      return .reference(
        name: name,
        FileIdentity(
          device: try number(), inode: try number(), size: try number(),
          modified: Int64(bitPattern: try number())))
    case "lazy": return .lazy(size: try optionalNumber())
    default: throw StateDamage()
    }
  }
}
