package import DBus
package import DragModel

extension TargetChanges {
  /// Reads a call of `DropTarget1.Update`.
  package init(_ message: Message) throws(Rejection) {
    self.init()
    var reader = message.read()
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = TargetChangeKey(rawValue: name) else { return }
      switch key {
      case .label: label = try value.text(name, atMost: Lengths.text)
      case .types: types = try value.patterns(name)
      case .operations: operations = try value.operations(name)
      }
    }
  }

  /// A call of `DropTarget1.Update`.
  package func message(to target: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.dropTarget, DropTargetMethod.update, at: .target(target))
    try message.write { writer throws(BusError) in
      try writer.appendDictionary { entries throws(BusError) in
        try entries.entry(TargetChangeKey.label.rawValue, ifThere: label)
        if let types { try entries.entry(TargetChangeKey.types.rawValue, strings: types) }
        if let operations {
          try entries.entry(
            TargetChangeKey.operations.rawValue, strings: operations.map(\.rawValue))
        }
      }
    }
    return message
  }
}

extension Message {
  /// A call of `DropTarget1.Unregister`.
  package static func unregister(_ target: Identifier) throws(BusError) -> Message {
    try call(.dropTarget, DropTargetMethod.unregister, at: .target(target))
  }
}
