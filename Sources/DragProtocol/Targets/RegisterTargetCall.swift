package import DBus
package import DragModel

/// A call of `Broker1.RegisterTarget`.
package struct RegisterTargetCall: Hashable, Sendable {
  package var name: String
  /// Patterns of the types that it takes; empty for any.
  package var types: [String]
  package var options: TargetOptions

  package init(name: String, types: [String] = [], options: TargetOptions) {
    self.name = name
    self.types = types
    self.options = options
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    name = try reader.text("name", atMost: Lengths.text)
    guard !name.isEmpty else {
      throw .invalid("name is “”: a target that nobody can ask for needs another")
    }
    types = try reader.patterns("types")
    var target: String?
    var label: String?
    var operations: [Operation]?
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = TargetKey(rawValue: name) else { return }
      switch key {
      case .target: target = try value.ownPath(name)
      case .label: label = try value.text(name, atMost: Lengths.text)
      case .operations: operations = try value.operations(name)
      }
    }
    guard let target else {
      throw .invalid("target is missing: name the object that implements Target1")
    }
    options = TargetOptions(target: target)
    options.label = label
    if let operations { options.operations = operations }
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.registerTarget, at: .root)
    try message.write { writer throws(BusError) in
      try writer.append(name)
      try writer.appendStrings(types)
      try writer.appendDictionary { entries throws(BusError) in
        try entries.entry(TargetKey.target.rawValue, path: options.target)
        try entries.entry(TargetKey.label.rawValue, ifThere: options.label)
        if options.operations != TargetOptions(target: "").operations {
          try entries.entry(
            TargetKey.operations.rawValue, strings: options.operations.map(\.rawValue))
        }
      }
    }
    return message
  }
}
