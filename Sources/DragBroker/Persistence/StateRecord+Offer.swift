internal import DragModel
internal import DragSystem

// An offer in the state file, which has no sensitive offer.

extension StateWriter {
  mutating func write(_ offer: OfferRecord<StoredContent>) {
    write(offer.id.description)
    write(offer.owner.peer.name)
    write(offer.owner.application)
    write(offer.owner.isSandboxed)
    write(offer.owner.program)
    write(offer.options)
    write(offer.created)
    write(offer.expires)
    write(offer.deadline)
    write(offer.stage.rawValue)
    write(offer.items)
  }

  /// `replaces` and `more` concern only the call.
  private mutating func write(_ options: OfferOptions) {
    write(options.operations.count)
    for operation in options.operations { write(operation.rawValue) }
    write(options.source)
    write(options.cookie)
    write(options.label)
    write(options.sourceName)
    write(options.isPrivate)
    write(UInt64(options.uses))
    write(options.expiresIn)
    write(options.linger)
  }

  mutating func write(_ items: [RecordedItem<StoredContent>]) {
    write(items.count)
    for item in items {
      write(item.attributes.name)
      write(item.attributes.key)
      write(item.attributes.local)
      write(item.attributes.file.mode.map(UInt64.init))
      write(item.attributes.file.modified)
      write(item.attributes.file.name)
      write(UInt64(item.useCount))
      write(item.hasMovedAway)
      write(item.representations.count)
      for representation in item.representations {
        write(representation.type.description)
        write(representation.visibility.rawValue)
        write(representation.content)
      }
    }
  }

  private mutating func write(_ content: StoredContent) {
    switch content {
    case .bytes(let bytes):
      write("bytes")
      write(bytes)
    case .memory(let name, let size):
      write("memory")
      write(name)
      write(size)
    case .spool(let name, let size):
      write("spool")
      write(name)
      write(size)
    case .reference(let name, let identity):
      write("reference")
      write(name)
      write(identity.device)
      write(identity.inode)
      write(identity.size)
      write(UInt64(bitPattern: identity.modified))
    case .lazy(let size):
      write("lazy")
      write(size)
    }
  }
}

extension StateReader {
  /// Whether the writer stated the mode and time of files, and the name of their source: since version 2.
  private var statesFiles: Bool { version >= 2 }
  /// Whether it stated names that are no UTF-8: since version 3.
  private var statesNames: Bool { version >= 3 }

  mutating func offer() throws(StateDamage) -> OfferRecord<StoredContent> {
    let id = try identifier()
    let owner = Party(
      Peer(try text()), application: try text(), isSandboxed: try flag(),
      program: statesFiles ? try text() : "")
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
    if statesFiles { options.sourceName = try optionalText() }
    options.isPrivate = try flag()
    options.uses = try integer()
    options.expiresIn = try number()
    options.linger = try number()
    return options
  }

  mutating func items() throws(StateDamage) -> [RecordedItem<StoredContent>] {
    try list { reader throws(StateDamage) in
      var attributes = ItemAttributes(
        name: try reader.optionalText(), key: try reader.optionalText(),
        local: try reader.optionalText())
      if reader.statesFiles {
        attributes.file = FileAttributes(
          mode: try reader.optionalNumber().map(UInt32.init(clamping:)),
          modified: try reader.optionalNumber(),
          name: reader.statesNames ? try reader.optionalContent() : nil)
      }
      let useCount: UInt32 = try reader.integer()
      let hasMovedAway = try reader.flag()
      return RecordedItem(
        attributes: attributes,
        representations: try reader.list { reader throws(StateDamage) in
          try reader.representation()
        },
        useCount: useCount, hasMovedAway: hasMovedAway)
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
