internal import DBus
internal import DragModel

/// Who drops, as dragd knows it from the bus.
package struct Dropper: Hashable, Sendable {
  package var connection: String
  /// Empty if unknown.
  package var application: String

  package init(connection: String, application: String) {
    self.connection = connection
    self.application = application
  }
}

extension DropContext {
  /// Reads a dropper's word; what it says of itself is ignored.
  init(_ reader: inout MessageReader) throws(Rejection) {
    self.init()
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = ContextKey(rawValue: name) else { return }
      switch key {
      case .operations: operations = try value.operations(name)
      case .index: index = try value.number()
      case .items: items = try value.indexes(name)
      case .dropper: break
      }
    }
  }

  func write(to writer: inout MessageWriter, dropper: Dropper?) throws(BusError) {
    try writer.appendDictionary { entries throws(BusError) in
      if let operations {
        try entries.entry(
          ContextKey.operations.rawValue, strings: operations.map(\.rawValue))
      }
      try entries.entry(ContextKey.index.rawValue, ifThere: index)
      if let items {
        try entries.entry(ContextKey.items.rawValue, signature: "au") { variant throws(BusError) in
          try variant.appendIndexes(items)
        }
      }
      if let dropper {
        try entries.entry(ContextKey.dropper.rawValue, dictionary: dropper.write)
      }
    }
  }
}

extension Dropper {
  fileprivate func write(to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(DropperKey.connection.rawValue, connection)
    try entries.entry(DropperKey.appID.rawValue, application)
  }

  /// Finds the dropper in the context that dragd passes on.
  init(inContext reader: MessageReader) throws(Rejection) {
    self.init(connection: "", application: "")
    var reader = reader
    try reader.dictionary { key, value throws(Rejection) in
      guard ContextKey(rawValue: key) == .dropper else { return }
      try value.dictionary { key, value throws(Rejection) in
        guard let key = DropperKey(rawValue: key) else { return }
        switch key {
        case .connection: connection = try value.text()
        case .appID: application = try value.text()
        }
      }
    }
  }
}
